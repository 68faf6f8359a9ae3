/// Where a model's values live: SwiftData's abstraction, kept for code that names it.
public protocol BackingData<Model> {
  associatedtype Model: PersistentModel
  init(for modelType: Model.Type)
  var persistentModelID: PersistentIdentifier? { get set }
  var metadata: Any { get }
  func getValue<Value>(forKey: KeyPath<Model, Value>) -> Value
  func setValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
  func getTransformableValue<Value>(forKey: KeyPath<Model, Value>) -> Value
  func setTransformableValue<Value>(forKey: KeyPath<Model, Value>, to newValue: Value)
}
