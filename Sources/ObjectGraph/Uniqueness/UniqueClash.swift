import ModelDescription
package import StoreContract

/// New or changed objects with unique values that another one of them, or a row, has as well.
package struct UniqueClash {
  /// The constraint's properties, by the store's names.
  package let names: [String]
  /// In the order of their changes, those that have rows first.
  package let objects: [any _ModelObject]
  /// The row that has the values of the one object; `nil` where several objects are in each other's way.
  package let row: RowKey?
}

extension ObjectContext {
  /// Who is in whose way, as far as constraints of the store's model go.
  ///
  /// Objects that are in each other's way are told without a look at the rows: what is left of them is the next question.
  package func uniqueClashes() throws -> [UniqueClash] { try SavePlan(lookingAt: self).uniqueClashes() }
}

extension SavePlan {
  /// Objects of one class that have the same values in the properties of one constraint.
  private struct Holders {
    let binding: ClassBinding
    let constraint: UniqueConstraint
    let values: [StoredValue]
    var objects: [any _ModelObject] = []
  }

  /// What is asked of the store at once.
  private struct Question: Hashable {
    let entity: Int
    let fields: [Int]
  }

  fileprivate func uniqueClashes() throws -> [UniqueClash] {
    var holders: [Holders] = []
    var places: [UniqueKey: Int] = [:]
    for object in updated + inserted {
      let state = object._$ref
      let binding = try binding(state)
      let isNew = state.flags.contains(.inserted)
      for constraint in binding.uniqueConstraints
      where isNew || constraint.slots.contains(where: { !state.isClean($0) }) {
        let values = try values(state, constraint, binding)
        guard let key = UniqueKey(binding.entity.rootNumber, constraint.fields, values) else { continue }
        if places[key] == nil {
          places[key] = holders.count
          holders.append(Holders(binding: binding, constraint: constraint, values: values))
        }
        if let place = places[key] { holders[place].objects.append(object) }
      }
    }
    let rows = try rows(of: holders)
    return holders.indices.compactMap { place in
      let holder = holders[place]
      guard holder.objects.count > 1 || rows[place] != nil else { return nil }
      let names = holder.constraint.fields.map { holder.binding.entity.fields[$0].path.joined(separator: ".") }
      return UniqueClash(names: names, objects: holder.objects, row: rows[place])
    }
  }

  /// By the place of what is held by one object: the row of another one that is in its way.
  private func rows(of holders: [Holders]) throws -> [Int: RowKey] {
    var waiting: [Question: [Int]] = [:]
    for (place, holder) in holders.enumerated() where holder.objects.count == 1 {
      let question = Question(entity: holder.binding.entity.number, fields: holder.constraint.fields)
      waiting[question, default: []].append(place)
    }
    var rows: [Int: RowKey] = [:]
    for (question, places) in waiting {
      let found = try context.store.rows(
        of: question.entity, fields: question.fields, holding: places.map { holders[$0].values })
      for (place, row) in zip(places, found) {
        guard let row, row.key != holders[place].objects.first?._$ref.rowKey,
          isCurrent(row, holders[place].constraint)
        else { continue }
        rows[place] = row.key
      }
    }
    return rows
  }
}
