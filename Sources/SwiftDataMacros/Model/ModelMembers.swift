import SourceModel
import SwiftSyntax
import SwiftSyntaxBuilder

/// Prints the members that `@Model` adds to a class.
///
/// Names that Apple's expansion has too (`_$backingData`, `_SwiftDataNoType`, `_<property>`) keep its spelling, since
/// init accessors that users write name them.
struct ModelMembers {
  let entity: SourceEntity
  private let type: String
  private let access: String
  private let required: String

  init(_ entity: SourceEntity) {
    self.entity = entity
    type = entity.spelling
    access = entity.accessLevel.witnessModifier
    required = entity.isFinal ? "" : "required "
  }

  var declarations: [DeclSyntax] {
    [
      "struct _SwiftDataNoType {}",
      backingData, layout, reference, persistentBackingData, schemaMetadata, initBackingData, initBlank, registrar,
      accessFunction, withMutation,
    ]
  }

  private var backingData: DeclSyntax {
    """
    @Transient @exclusivity(unchecked) private var _$backingData = \
    SwiftData._InlineBacking<\(raw: type), \(raw: entity.properties.count)>(\(raw: type)._$layout)
    """
  }

  private var layout: DeclSyntax {
    let names = entity.properties.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let keyPaths = entity.properties.map { "\\\(type).\($0.spelling)" }.joined(separator: ", ")
    return """
      \(raw: access)static let _$layout = SwiftData._ModelLayout(names: [\(raw: names)], keyPaths: [\(raw: keyPaths)])
      """
  }

  private var reference: DeclSyntax {
    """
    @inline(never) \(raw: access)var _$ref: SwiftData._StateReference {
      _$backingData._$reference
    }
    """
  }

  private var persistentBackingData: DeclSyntax {
    """
    \(raw: access)var persistentBackingData: any SwiftData.BackingData<\(raw: type)> {
      get {
        SwiftData._ModelBacking(self)
      }
      set {
        _$adopt(newValue)
      }
    }
    """
  }

  private var schemaMetadata: DeclSyntax {
    let items = MetadataItems(entity).texts.map { "\n    \($0)," }.joined()
    return """
      \(raw: access)static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        [\(raw: items)
        ]
      }
      """
  }

  /// `_p` of each property holds nothing, but must be initialised.
  private var placeholders: String {
    entity.properties.map { "\n  _\($0.name) = _SwiftDataNoType()" }.joined()
  }

  private var initBackingData: DeclSyntax {
    """
    \(raw: access)\(raw: required)init(backingData: any SwiftData.BackingData<\(raw: type)>) {\(raw: placeholders)
      self.persistentBackingData = backingData
    }
    """
  }

  private var initBlank: DeclSyntax {
    """
    \(raw: access)\(raw: required)init(_$blank: ()) {\(raw: placeholders)
    }
    """
  }

  private var registrar: DeclSyntax {
    """
    private var _$observationRegistrar: Observation.ObservationRegistrar {
      _$ref._$registrar
    }
    """
  }

  private var accessFunction: DeclSyntax {
    """
    @inline(never) internal nonisolated func access<_M>(keyPath: KeyPath<\(raw: type), _M>) {
      _$observationRegistrar.access(self, keyPath: keyPath)
    }
    """
  }

  private var withMutation: DeclSyntax {
    """
    @inline(never) internal nonisolated func withMutation<_M, _MR>(\
    keyPath: KeyPath<\(raw: type), _M>, _ mutation: () throws -> _MR) rethrows -> _MR {
      try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
    }
    """
  }
}
