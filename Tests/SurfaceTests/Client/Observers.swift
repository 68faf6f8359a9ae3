import Foundation
import SwiftData

/// Sections and observers (27).
enum ObserverClient {
  typealias Maker = MacroClient.Maker

  static func sections(_ results: SectionedResults<Maker, String>) {
    let _: [String] = results.sectionTitles
    let _: (Int, Int) = (results.startIndex, results.endIndex)
    let section: ResultsSection<Maker, String> = results[0]
    let _: ResultsSection<Maker, String>? = results[sectionTitle: "a"]
    let _: (String, String, Int, Int) = (section.title, section.id, section.startIndex, section.endIndex)
    let _: Maker = section[0]
  }

  static func observers(_ context: ModelContext, _ container: ModelContainer) throws {
    typealias Sectioned = ResultsObserver<Maker, String>
    let one = try ResultsObserver<Maker, Never>(fetchDescriptor: FetchDescriptor(), modelContext: context)
    _ = try ResultsObserver<Maker, Never>(fetchDescriptor: FetchDescriptor(), modelContainer: container)
    _ = try ResultsObserver<Maker, Never>(filterBy: nil, sortBy: [SortDescriptor(\.name)], modelContext: context)
    _ = try ResultsObserver<Maker, Never>(filterBy: nil, sortBy: nil, modelContainer: container)
    let all: [Sectioned] = [
      try .init(fetchDescriptor: FetchDescriptor(), sectionBy: \.name, modelContext: context),
      try .init(fetchDescriptor: FetchDescriptor(), sectionBy: \.secret, modelContext: context),
      try .init(fetchDescriptor: FetchDescriptor(), sectionBy: \.name, modelContainer: container),
      try .init(fetchDescriptor: FetchDescriptor(), sectionBy: \.secret, modelContainer: container),
      try .init(filterBy: nil, sortBy: nil, sectionBy: \.name, modelContext: context),
      try .init(filterBy: nil, sortBy: nil, sectionBy: \.secret, modelContext: context),
      try .init(filterBy: nil, sortBy: nil, sectionBy: \.name, modelContainer: container),
      try .init(filterBy: nil, sortBy: nil, sectionBy: \.secret, modelContainer: container),
    ]
    let _: (ModelContext, FetchDescriptor<Maker>) = (one.modelContext, one.fetchDescriptor)
    one.filterBy = nil
    one.sortBy = []
    let _: PartialKeyPath<Maker>? = all[0].sectionBy
    one.results = try context.fetch(FetchDescriptor<Maker>(), batchSize: 1)
    all[0].sections = all[1].sections
    let _: Maker? = one.element(at: IndexPath(indexes: [0, 0]))
    let _: IndexPath? = one.indexPath(for: Maker(name: "a", code: 1))
    let _: any Observable = one
  }

  static func history(_ container: ModelContainer, _ token: DefaultHistoryToken) throws {
    let observer = try HistoryObserver(
      historyTokens: ["store": token], observedModels: [Maker.self], authors: ["app"], modelContainer: container)
    let _: (ModelContainer, Set<String>, Int) = (observer.modelContainer, observer.authors, observer.eventCounter)
    let _: [any PersistentModel.Type] = observer.observedModels
    let _: any Observable = observer
  }
}
