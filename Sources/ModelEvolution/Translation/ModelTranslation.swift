import ModelDescription

/// Where each entity and property of a set of classes lies in a store whose model fits them.
package struct ModelTranslation: Sendable {
  /// One for each entity of the classes, in the order of their numbers.
  package let entities: [Entity]
  /// Number of the classes' entity for each of the store's, by position; `nil` for one that the classes leave out.
  package let classNumbers: [Int?]
  /// Both sides number everything alike: nothing needs translating.
  package let isIdentity: Bool

  package struct Entity: Hashable, Sendable {
    /// The entity's number in the store's model.
    package let storeNumber: Int
    /// The store's field number for each field of the classes' entity, in order.
    package let storeFields: [Int]
    /// The store's relationship names by those of the classes.
    package let storeToManys: [String: String]
  }

  /// The store's number of an entity of the classes.
  package func storeNumber(ofClass number: Int) -> Int? {
    entities.indices.contains(number - 1) ? entities[number - 1].storeNumber : nil
  }

  /// The classes' number of an entity of the store.
  package func classNumber(ofStore number: Int) -> Int? {
    classNumbers.indices.contains(number - 1) ? classNumbers[number - 1] : nil
  }

  /// `nil` when something of the classes has no place in the store, which a fitting pair rules out.
  init?(_ comparison: ModelComparison) {
    var entities: [Entity] = []
    var classNumbers = [Int?](repeating: nil, count: comparison.store.entities.count)
    for ours in comparison.classes.entities {
      guard let theirs = comparison.storeEntity(for: ours.number) else { return nil }
      classNumbers[theirs.number - 1] = ours.number
      let positions = Dictionary(
        theirs.fields.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
      var fields: [Int] = []
      for field in ours.fields {
        let path =
          field.toOne == nil
          ? comparison.leafPaths[field.declaringEntityNumber - 1][field.path]
          : comparison.propertyNames[field.declaringEntityNumber - 1][field.name].map { [$0] }
        guard let path, let position = positions[path] else { return nil }
        fields.append(position)
      }
      var toManys: [String: String] = [:]
      for relationship in ours.toManys {
        guard let name = comparison.propertyNames[relationship.declaringEntityNumber - 1][relationship.name],
          theirs.toMany(named: name) != nil
        else { return nil }
        toManys[relationship.name] = name
      }
      entities.append(Entity(storeNumber: theirs.number, storeFields: fields, storeToManys: toManys))
    }
    self.entities = entities
    self.classNumbers = classNumbers
    isIdentity =
      classNumbers.count == entities.count
      && entities.enumerated().allSatisfy { index, entity in
        entity.storeNumber == index + 1 && entity.storeFields == Array(entity.storeFields.indices)
          && entity.storeFields.count == comparison.store.entities[index].fields.count
          && entity.storeToManys.allSatisfy { $0.key == $0.value }
      }
  }
}
