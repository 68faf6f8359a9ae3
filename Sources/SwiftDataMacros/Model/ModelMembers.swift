import SourceModel
import SwiftSyntax
import SwiftSyntaxBuilder

/// Prints the members that `@Model` adds to a class.
///
/// Names that Apple's expansion has too (`_$backingData`, `_SwiftDataNoType`, `_<property>`) keep its spelling, since
/// init accessors that users write name them.
///
/// A class that inherits from a model adds a storage of its own to that of its superclass, and overrides what tells the
/// class's shape; slot numbers in its accessors count from its own first property.
struct ModelMembers {
  let entity: SourceEntity
  /// The model class that this one inherits from.
  private let superclass: String?
  private let type: String
  private let access: String
  private let required: String
  /// An initializer can throw or answer nil.
  private let canFail: Bool
  /// A property has observers.
  private let isObserving: Bool

  init(_ entity: SourceEntity, superclass: String? = nil, canFail: Bool = false, isObserving: Bool = false) {
    self.entity = entity
    self.isObserving = isObserving
    self.canFail = canFail
    self.superclass = superclass
    type = entity.spelling
    access = entity.accessLevel.witnessModifier
    required = entity.isFinal ? "" : "required "
  }

  var declarations: [DeclSyntax] {
    let own = ["struct _SwiftDataNoType {}", backingData] + (isObserving ? [observing] : []) + layout + [reference]
    let root = superclass == nil ? [persistentBackingData] : []
    let family = entity.isFinal ? [] : [keyPaths] + (superclass == nil ? [rootName] : [])
    return own + root + family
      + [schemaMetadata, initBackingData, initBlank, registrar, accessFunction, withMutation]
  }

  /// How a member that subclasses override is declared, up to `var`.
  private func overridable(_ isStatic: Bool) -> String {
    let level = entity.accessLevel == .open ? "open " : access
    let kind = isStatic ? (entity.isFinal ? "static " : "class ") : ""
    guard superclass != nil else { return (entity.isFinal ? access : level) + kind }
    return "override " + (entity.isFinal ? access : level) + kind
  }

  private var backingData: DeclSyntax {
    """
    @Transient @exclusivity(unchecked) private var _$backingData = \
    SwiftData.\(raw: superclass == nil ? "_InlineBacking" : "_InlineTail")<\(raw: type), \(raw: entity.properties.count)>(\
    \(raw: type).\(raw: hasTable ? "_$table" : "_$layout"))
    """
  }

  /// Slots of the properties whose observers run.
  private var observing: DeclSyntax { "@Transient private var _$observing: Swift.Set<Int> = []" }

  /// Whether the layout stands in a constant of its own, since `_$layout` is overridden or overrides.
  private var hasTable: Bool { superclass != nil || !entity.isFinal }

  private var layout: [DeclSyntax] {
    let names = entity.properties.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let keyPaths = entity.properties.map { "\\\(type).\($0.spelling)" }.joined(separator: ", ")
    let inherited = superclass.map { "superclass: \($0).self, inherited: \($0)._$keyPaths(for: \(type).self), " } ?? ""
    let value =
      "SwiftData._ModelLayout(\(inherited)names: [\(names)], keyPaths: [\(keyPaths)]\(canFail ? ", canFail: true" : ""))"
    guard hasTable else { return ["\(raw: access)static let _$layout = \(raw: value)"] }
    return [
      "private static let _$table = \(raw: value)",
      """
      \(raw: overridable(true))var _$layout: SwiftData._ModelLayout {
        _$table
      }
      """,
    ]
  }

  private var reference: DeclSyntax {
    """
    @inline(never) \(raw: overridable(false))var _$ref: SwiftData._StateReference {
      \(raw: superclass == nil ? "_$backingData._$reference" : "_$backingData._$attached(to: super._$ref)")
    }
    """
  }

  /// The key paths of all properties, with a subclass as their root: a key path differs from that of the superclass.
  private var keyPaths: DeclSyntax {
    let inherited = superclass.map { "\($0)._$keyPaths(for: type) + " } ?? ""
    let own = entity.properties.map { "\\_Subclass.\($0.spelling)" }.joined(separator: ", ")
    return """
      \(raw: access)static func _$keyPaths<_Subclass: \(raw: type)>(for type: _Subclass.Type) -> [AnyKeyPath] {
        \(raw: inherited)[\(raw: own)]
      }
      """
  }

  /// What the family's backing data is of.
  private var rootName: DeclSyntax { "\(raw: access)typealias _$Root = \(raw: type)" }

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
      \(raw: overridable(true))var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
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
    \(raw: access)\(raw: initializer)init(backingData: any SwiftData.BackingData<\(raw: superclass == nil ? type : "_$Root")>) {\
    \(raw: placeholders)
      \(raw: superclass == nil ? "self.persistentBackingData = backingData" : "super.init(backingData: backingData)")
    }
    """
  }

  private var initBlank: DeclSyntax {
    """
    @inline(never) \(raw: access)\(raw: initializer)init(_$blank: ()) {\(raw: placeholders)\(raw: superclass == nil ? "" : "\n  super.init(_$blank: ())")
    }
    """
  }

  /// Initializers that the superclass requires stay required.
  private var initializer: String { superclass == nil ? required : "required " }

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
