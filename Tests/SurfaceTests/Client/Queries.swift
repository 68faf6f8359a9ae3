import Foundation
import SwiftData

/// Every form of `@Query` and `Query` (the overlay for SwiftUI, as far as it needs no view).
@MainActor struct QueryClient {
  typealias Maker = MacroClient.Maker
  typealias Sections = SectionedResults<Maker, String>
  typealias Models = Query<Maker, [Maker]>
  typealias Sectioned = Query<Maker, Sections>

  @Query var plain: [Maker]
  @Query(animation: .default) var animated: [Maker]
  @Query(transaction: nil) var transacted: [Maker]
  @Query(filter: #Predicate<Maker> { $0.year > 1 }, sort: \.name, order: .reverse, animation: .easeIn) var a: [Maker]
  @Query(filter: nil, sort: \Maker.secret, order: .forward, transaction: QueryTransaction()) var b: [Maker]
  @Query(filter: #Predicate<Maker> { $0.year > 1 }) var c: [Maker]
  @Query(sort: [SortDescriptor(\Maker.name), SortDescriptor(\Maker.year)], animation: .spring(duration: 1))
  var d: [Maker]
  @Query(FetchDescriptor<Maker>(), transaction: nil) var e: [Maker]
  @Query(sort: \Maker.year, sectionBy: \.name) var f: SectionedResults<Maker, String>
  @Query(sort: \Maker.year, order: .reverse, animation: .smooth, sectionBy: \.secret)
  var g: SectionedResults<Maker, String>
  @Query(sort: \Maker.secret, sectionBy: \.name) var h: SectionedResults<Maker, String>
  @Query(sort: \Maker.secret, sectionBy: \.secret) var i: SectionedResults<Maker, String>
  @Query(sort: [SortDescriptor(\Maker.name)], sectionBy: \.name) var j: SectionedResults<Maker, String>
  @Query(filter: #Predicate<Maker> { $0.year > 1 }, sectionBy: \.secret) var k: SectionedResults<Maker, String>
  @Query(FetchDescriptor<Maker>(), sectionBy: \.name) var l: SectionedResults<Maker, String>
  @Query(FetchDescriptor<Maker>(), sectionBy: \.secret) var m: SectionedResults<Maker, String>

  static func queries() -> ([Models], [Sectioned]) {
    let models: [Models] = [
      .init(), .init(animation: .default), .init(transaction: nil),
      .init(filter: nil, sort: \.name, order: .forward, animation: .default),
      .init(filter: nil, sort: \.secret, order: .forward, transaction: nil),
      .init(filter: nil, sort: [], animation: .linear), .init(FetchDescriptor(), animation: .bouncy),
    ]
    let sections: [Sectioned] = [
      .init(sort: \.name, sectionBy: \.name), .init(sort: \.name, sectionBy: \.secret),
      .init(sort: \.secret, sectionBy: \.name), .init(sort: \.secret, sectionBy: \.secret),
      .init(filter: nil, sort: [], sectionBy: \.name), .init(filter: nil, sort: [], sectionBy: \.secret),
      .init(FetchDescriptor(), sectionBy: \.name), .init(FetchDescriptor(), sectionBy: \.secret),
    ]
    return (models, sections)
  }

  func members() {
    let _: ModelContext = _plain.modelContext
    let _: (any Error)? = _plain.fetchError
    let _: [Maker] = _plain.wrappedValue
    let _: Sections = _plain.sections
    _plain.update()
    let _: any Sendable = _plain
    _plain.filter = nil
    _plain.sort = []
  }

  static func ambient(_ container: ModelContainer) async throws {
    ModelContainer.default = ModelContainer.default ?? container
    let _: Int = ModelContainer.withDefault(container) { 1 }
    let _: Int = await ModelContainer.withDefault(container) {
      await Task.yield()
      return 1
    }
    _ = try ModelContainer.sample(for: Maker.self)
    ModelContainer.logHandler = nil
  }
}
