import ModelDescription
import QueryModel

extension RandomLibrary {
  /// An object as the query's evaluator sees it: its values as a store keeps them.
  struct Seen: QueryObject {
    let object: Object
    let model: ResolvedModel

    private var entity: ResolvedEntity? { model.entity(named: object.entity) }

    var queryIdentity: QueryConstant { .object(entity: entity?.number ?? 0, key: object.key) }

    func queryProperty(_ name: String) -> QueryProperty? {
      if entity?.toMany(named: name) != nil {
        guard case .collection(let members)? = object.values[name] else { return .toMany([]) }
        return .toMany(members.compactMap(seen))
      }
      guard let field = entity?.fields.first(where: { $0.name == name }) else { return nil }
      let value = object.values[name] ?? .null
      return field.toOne == nil ? .value(value.constant ?? .null) : .toOne(seen(value))
    }

    private func seen(_ value: FormatValue) -> Seen? {
      guard case .object(let other) = value, let object = other.value as? Object else { return nil }
      return Seen(object: object, model: model)
    }
  }
}
