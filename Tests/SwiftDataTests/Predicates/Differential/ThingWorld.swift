import Foundation
import ModelDescription
import ObjectGraph
import QueryModel
import StoreContract

@testable import SwiftData

/// The same rows as models in a store, as objects of a context, and as plain objects.
struct ThingWorld {
  enum Answer: Equatable {
    /// Positions of the rows that satisfy the condition.
    case rows([Int])
    /// It cannot be computed of these rows.
    case fault
    case other(String)
  }

  let context: ModelContext
  let rows: [Things.Row]
  private let models: [Things.Thing]
  private let plain: [Things.PlainThing]
  let labels: [Things.Label]
  let plainLabels: [Things.PlainLabel]

  init(_ pools: inout ThingPools, count: Int) throws {
    let container = try ModelContainer(
      for: Things.Thing.self, Things.SpecialThing.self, Things.Label.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    rows = (0..<count).map { _ in pools.row() }
    let names = ["a", "é", "", "it's"]
    let labels = names.map { Things.Label(name: $0) }
    let plainLabels = names.map { Things.PlainLabel(name: $0) }
    // Some are of no thing.
    for label in labels { context.insert(label) }
    var (models, plain): ([Things.Thing], [Things.PlainThing]) = ([], [])
    for row in rows {
      if pools.pick(3) == 0 {
        let extra = pools.maybe([0, 1, -1, 2])
        models.append(Things.SpecialThing(row, extra: extra))
        plain.append(Things.PlainSpecialThing(row, extra: extra))
      } else {
        models.append(Things.Thing(row))
        plain.append(Things.PlainThing(row))
      }
    }
    for (index, model) in models.enumerated() {
      context.insert(model)
      if pools.pick(3) > 0 {
        let parent = pools.pick(count)
        model.parent = models[parent]
        plain[index].parent = plain[parent]
        plain[parent].children.append(plain[index])
      }
      for label in labels.indices where pools.pick(4) == 0 {
        model.labels?.append(labels[label])
        plain[index].labels?.append(plainLabels[label])
        plainLabels[label].things.append(plain[index])
      }
    }
    try context.save()
    (self.models, self.plain, self.labels, self.plainLabels) = (models, plain, labels, plainLabels)
  }

  // MARK: answers

  /// What Foundation itself says of objects that it alone knows. It traps on faults: ask the others first.
  func foundation(_ condition: ThingCondition) throws -> Answer {
    let predicate = ThingPredicate<Things.PlainThing, Things.PlainLabel>.plain.predicate(condition)
    return .rows(try plain.indices.filter { try predicate.evaluate(plain[$0]) })
  }

  func memory(_ condition: ThingCondition) -> Answer {
    memory(ThingPredicate<Things.Thing, Things.Label>.models.predicate(condition), among: models)
  }

  func store(_ condition: ThingCondition) -> Answer {
    store(ThingPredicate<Things.Thing, Things.Label>.models.predicate(condition), among: models)
  }

  func memory<Model: PersistentModel>(_ predicate: Foundation.Predicate<Model>, among models: [Model]) -> Answer {
    answer(predicate, among: models) { request in
      try context.graph.objectsInMemory(request, includesPending: true).map { ($0 as? Model)?.persistentModelID }
    }
  }

  func store<Model: PersistentModel>(_ predicate: Foundation.Predicate<Model>, among models: [Model]) -> Answer {
    answer(predicate, among: models) { request in
      try context.graph.keys(request, includesPending: false).map {
        PersistentIdentifier(
          storeIdentifier: context.graph.store.identifier,
          entityName: context.graph.store.model.entity(numbered: $0.entity)?.name ?? "", primaryKey: $0.primaryKey)
      }
    }
  }

  private func answer<Model: PersistentModel>(
    _ predicate: Foundation.Predicate<Model>, among models: [Model],
    _ identifiers: (FetchRequest) throws -> [PersistentIdentifier?]
  ) -> Answer {
    let positions = Dictionary(uniqueKeysWithValues: models.enumerated().map { ($1.persistentModelID, $0) })
    do {
      let request = try ModelFetch(FetchDescriptor(predicate: predicate), context.graph).wholeRequest
      return .rows(try identifiers(request).map { $0.flatMap { positions[$0] } ?? -1 }.sorted())
    } catch let error as QueryError {
      return error.code == .fault ? .fault : .other("\(error)")
    } catch {
      let text = "\(error)"
      return text.contains("whole number") ? .fault : .other(text)
    }
  }
}

extension ThingPredicate<Things.PlainThing, Things.PlainLabel> {
  static var plain: Self {
    Self(
      paths: Paths(
        number: \.number, other: \.other, small: \.small, maybe: \.maybe, title: \.title, note: \.note, real: \.real,
        maybeReal: \.maybeReal, single: \.single, flag: \.flag, maybeFlag: \.maybeFlag, date: \.date,
        maybeDate: \.maybeDate, code: \.code, maybeCode: \.maybeCode, bytes: \.bytes, price: \.price, link: \.link,
        level: \.level, color: \.color, parent: \.parent, children: \.children, labels: \.labels, labelName: \.name,
        labelThings: \.things,
        isSpecial: { isOne($0, of: Things.PlainSpecialThing.self) },
        extra: { part($0, of: Things.PlainSpecialThing.self, \.extra) }))
  }
}

extension ThingPredicate<Things.Thing, Things.Label> {
  static var models: Self {
    Self(
      paths: Paths(
        number: \.number, other: \.other, small: \.small, maybe: \.maybe, title: \.title, note: \.note, real: \.real,
        maybeReal: \.maybeReal, single: \.single, flag: \.flag, maybeFlag: \.maybeFlag, date: \.date,
        maybeDate: \.maybeDate, code: \.code, maybeCode: \.maybeCode, bytes: \.bytes, price: \.price, link: \.link,
        level: \.level, color: \.color, parent: \.parent, children: \.children, labels: \.labels, labelName: \.name,
        labelThings: \.things,
        isSpecial: { isOne($0, of: Things.SpecialThing.self) },
        extra: { part($0, of: Things.SpecialThing.self, \.extra) }))
  }
}

/// `x is Other`
private func isOne<Thing, Other>(
  _ thing: any StandardPredicateExpression<Thing>, of _: Other.Type
) -> any StandardPredicateExpression<Bool> {
  func make<L: StandardPredicateExpression<Thing>>(_ l: L) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.TypeCheck<L, Other>(l)
  }
  return make(thing)
}

/// `(x as? Other)?.part`
private func part<Thing, Other, Value>(
  _ thing: any StandardPredicateExpression<Thing>, of _: Other.Type, _ path: any KeyPath<Other, Value?> & Sendable
) -> any StandardPredicateExpression<Value?> {
  func make<L: StandardPredicateExpression<Thing>>(_ l: L) -> any StandardPredicateExpression<Value?> {
    PredicateExpressions.build_flatMap(PredicateExpressions.ConditionalCast<L, Other>(l)) {
      PredicateExpressions.build_KeyPath(root: $0, keyPath: path)
    }
  }
  return make(thing)
}
