public import Foundation

// As the plain forms, with the property whose values are the sections' titles. It is the first sort descriptor.
extension Query where Result == SectionedResults<Element, String> {
  public nonisolated init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath.sent, order: order)]),
      sectionBy: sectionKeyPath)
  }

  public nonisolated init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>,
    order: SortOrder = .forward, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath.sent, order: order)]),
      sectionBy: sectionKeyPath)
  }

  public nonisolated init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath.sent, order: order)]),
      sectionBy: sectionKeyPath)
  }

  public nonisolated init<Value: Comparable>(
    filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>,
    order: SortOrder = .forward, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(
      FetchDescriptor(predicate: filter, sortBy: [SortDescriptor(keyPath.sent, order: order)]),
      sectionBy: sectionKeyPath)
  }

  public nonisolated init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), sectionBy: sectionKeyPath)
  }

  public nonisolated init(
    filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
    animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    self.init(FetchDescriptor(predicate: filter, sortBy: descriptors), sectionBy: sectionKeyPath)
  }

  public nonisolated init(
    _ descriptor: FetchDescriptor<Element>, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String>
  ) {
    let path = sectionKeyPath.sent
    self.init(descriptor, first: SortDescriptor(path)) { $0[keyPath: path] }
  }

  /// Models without a value are in the section of the empty title.
  public nonisolated init(
    _ descriptor: FetchDescriptor<Element>, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
    sectionBy sectionKeyPath: KeyPath<Element, String?>
  ) {
    let path = sectionKeyPath.sent
    self.init(descriptor, first: SortDescriptor(path)) { $0[keyPath: path] ?? "" }
  }

  private nonisolated init(
    _ descriptor: FetchDescriptor<Element>, first: SortDescriptor<Element>,
    title: @escaping @Sendable (Element) -> String
  ) {
    self.init(LiveQuery(descriptor, first: first, sectionBy: title)) { $0.currentSections }
  }
}
