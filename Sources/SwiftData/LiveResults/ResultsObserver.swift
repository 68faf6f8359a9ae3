public import Foundation
public import Observation
public import SchemaTypes

/// The models of a fetch, kept current; declared, and not there yet: its initializers throw.
public final class ResultsObserver<Element, SectionTitle>: Observable
where Element: PersistentModel, SectionTitle: Hashable {
  public let modelContext: ModelContext
  public private(set) var fetchDescriptor: FetchDescriptor<Element>
  public var filterBy: Predicate<Element>? {
    get { fetchDescriptor.predicate }
    set { fetchDescriptor.predicate = newValue }
  }
  public var sortBy: [SortDescriptor<Element>] {
    get { fetchDescriptor.sortBy }
    set { fetchDescriptor.sortBy = newValue }
  }
  public let sectionBy: PartialKeyPath<Element>?
  public var results: FetchResultsCollection<Element>
  public var sections: SectionedResults<Element, SectionTitle>?

  init(
    _ context: ModelContext, _ descriptor: FetchDescriptor<Element>, sectionBy: PartialKeyPath<Element>? = nil
  ) throws {
    modelContext = context
    fetchDescriptor = descriptor
    self.sectionBy = sectionBy
    results = try context.fetch(descriptor, batchSize: 1)
    throw SwiftDataError(
      "unsupportedKeyPath",
      detail: "ResultsObserver is not there yet; fetch \(Element.self) by a FetchDescriptor after each save")
  }

  /// The second number of an index path is the place in its section; without sections, the first is not looked at.
  public func element(at indexPath: IndexPath) -> Element? {
    guard indexPath.count == 2 else { return nil }
    if let sections {
      guard sections.indices.contains(indexPath[0]), sections[indexPath[0]].indices.contains(indexPath[1]) else {
        return nil
      }
      return sections[indexPath[0]][indexPath[1]]
    }
    return results.indices.contains(indexPath[1]) ? results[indexPath[1]] : nil
  }

  public func indexPath(for element: Element) -> IndexPath? {
    guard let sections else { return results.firstIndex { $0 === element }.map { IndexPath(indexes: [0, $0]) } }
    for (number, section) in sections.enumerated() {
      if let place = section.firstIndex(where: { $0 === element }) { return IndexPath(indexes: [number, place]) }
    }
    return nil
  }
}
