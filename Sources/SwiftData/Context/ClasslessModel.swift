import ObjectGraph
import Observation
import SchemaTypes

/// What `model(for:)` returns for an identifier of an entity that no class stands for: a model without properties, which
/// counts as deleted and cannot be inserted.
final class ClasslessModel: PersistentModel {
  static let _$layout = _ModelLayout(names: [], keyPaths: [])
  static var schemaMetadata: [Schema.PropertyMetadata] { [] }

  @exclusivity(unchecked) private var _$backingData = _InlineBacking<ClasslessModel, 0>(ClasslessModel._$layout)

  @inline(never) var _$ref: _StateReference { _$backingData._$reference }

  var persistentBackingData: any BackingData<ClasslessModel> {
    get { _ModelBacking(self) }
    set { _$adopt(newValue) }
  }

  init(_$blank: ()) {}
  init(backingData: any BackingData<ClasslessModel>) { persistentBackingData = backingData }

  static func standIn(for identifier: PersistentIdentifier) -> ClasslessModel {
    Notice.show([notice(identifier.entityName)])
    let model = ClasslessModel(_$blank: ())
    model._$ref.markGone()
    return model
  }

  static func notice(_ entity: String) -> String {
    "model(for:) was asked for an entity that no class of the container stands for, \"\(entity)\", and returned a deleted "
      + "model without properties; existingModel(for:) answers nil for one"
  }
}
