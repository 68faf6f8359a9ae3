import ModelDescription

/// How a store numbers and names an entity's properties that the coordinator's model numbers and names otherwise, and which
/// of them it computes.
struct FittedNames: Sendable {
  /// The store's field numbers by the model's, and the other way round.
  let fields: [Int]
  let modelFields: [Int]
  /// The store's numbers of fields that it computes, and objects of the model do not know to be so.
  let computed: Set<Int>
  /// The store's names of to-manys by the model's, and the other way round.
  let toManys: [String: String]
  let modelToManys: [String: String]
  /// The store's paths by the model's, also those that stop at a composite.
  private let paths: [[String]: [String]]
  /// The model's paths, by the store's field number.
  let modelPaths: [[String]]

  /// `nil` where both have the same, and the store computes what the model says.
  init?(
    model: ResolvedEntity, store: ResolvedEntity, fields: [Int], toManys: [String: String]
  ) {
    let isAlike =
      fields == Array(store.fields.indices) && zip(model.fields, store.fields).allSatisfy { $0.path == $1.path }
      && toManys.allSatisfy { $0.key == $0.value }
    computed = Set(
      zip(model.fields, fields).filter { field, own in
        field.attribute?.derivation == nil && store.fields.indices.contains(own)
          && store.fields[own].attribute?.derivation != nil
      }.map(\.1))
    if isAlike, computed.isEmpty { return nil }
    self.fields = fields
    self.toManys = toManys
    modelToManys = Dictionary(toManys.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    var modelFields = [Int](repeating: 0, count: store.fields.count)
    var modelPaths = store.fields.map(\.path)
    var paths: [[String]: [String]] = [:]
    for (field, own) in fields.enumerated() where store.fields.indices.contains(own) {
      modelFields[own] = field
      modelPaths[own] = model.fields[field].path
      let (path, storePath) = (model.fields[field].path, store.fields[own].path)
      for length in 1...path.count where length == path.count || length <= storePath.count {
        paths[Array(path.prefix(length))] = length == path.count ? storePath : Array(storePath.prefix(length))
      }
    }
    self.modelFields = modelFields
    self.modelPaths = modelPaths
    self.paths = paths
  }

  func path(_ path: [String]) -> [String] { paths[path] ?? path }
}
