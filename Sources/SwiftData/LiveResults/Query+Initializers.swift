public import Foundation

// Apple declares each form once with an animation and once with a transaction; one form takes both here.
extension Query where Result == [Element] {
  /// All models that a filter picks, by the values of one property.
  public nonisolated init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath.sent, order: order)]))
  }

  public nonisolated init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath.sent, order: order)]))
  }

  /// All models that a filter picks, in an order of several properties.
  public nonisolated init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors))
  }

  /// What a descriptor asks for, with its limits.
  public nonisolated init(
    _ descriptor: FetchDescriptor<Element>, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil
  ) {
    self.init(LiveQuery(descriptor)) { $0.currentModels }
  }
}
