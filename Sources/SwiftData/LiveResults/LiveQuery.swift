import Foundation
import ObjectGraph
import Observation
import SchemaTypes

/// The answer to a fetch, kept current for those who observe it: what every copy of a `Query` shares.
@MainActor final class LiveQuery<Element: PersistentModel>: Observable, LiveQueryParticipant {
  /// What is asked for; setting it is looked at at once.
  var descriptor: FetchDescriptor<Element> {
    didSet {
      isStale = true
      if isWatched { look() }
    }
  }

  /// Comes before the descriptor's own order: that of the sections.
  private let first: SortDescriptor<Element>?
  private let title: (@Sendable (Element) -> String)?
  /// The scope's container where the query was made.
  private let scope: ModelContainer?
  private(set) var context: ModelContext?

  private var models: [Element] = []
  private var sections = SectionedResults<Element, String>([]) { _ in "" }
  private var error: (any Error)?

  private let registrar = ObservationRegistrar()
  private var isAnswerWatched = false
  private var isErrorWatched = false
  var isStale = true
  var isWatched: Bool { isAnswerWatched || isErrorWatched }

  nonisolated init(
    _ descriptor: FetchDescriptor<Element>, first: SortDescriptor<Element>? = nil,
    sectionBy title: (@Sendable (Element) -> String)? = nil
  ) {
    self.descriptor = descriptor
    self.first = first
    self.title = title
    scope = ModelContainer.scoped
  }

  // MARK: reading

  var currentModels: [Element] {
    access(\.models)
    return models
  }

  var currentSections: SectionedResults<Element, String> {
    access(\.models)
    return title == nil ? SectionedResults(models) { _ in "" } : sections
  }

  var currentError: (any Error)? {
    lookIfNeeded()
    registrar.access(self, keyPath: \.error)
    if _Tracking.isActive { isErrorWatched = true }
    return error
  }

  private func access(_ path: KeyPath<LiveQuery, [Element]>) {
    // Who reads now is not told of what it is about to read.
    lookIfNeeded()
    registrar.access(self, keyPath: path)
    if _Tracking.isActive { isAnswerWatched = true }
  }

  private func lookIfNeeded() {
    bind()
    if isStale || context?.liveQueries.hasNews == true { look() }
  }

  // MARK: looking

  /// Takes the container that there is now, unless there was one before.
  private func bind() {
    guard context == nil, let container = scope ?? ModelContainer.default else { return }
    let main = container.mainContext
    context = main
    main.liveQueries.add(self, of: main)
    isStale = true
  }

  /// Asks the context, and tells whoever read the last answer when there is another one now.
  func look() {
    bind()
    guard let context else { return settle(error: Self.noContainer) }
    isStale = false
    var asked = descriptor
    if let first { asked.sortBy.insert(first, at: 0) }
    do {
      let found = try context.graph.withoutDeferredError { try context.fetch(asked) }
      settle(found)
      settle(error: nil)
    } catch {
      // The last answer stands.
      settle(error: error)
    }
    context.liveQueries.watchChanges()
  }

  private func settle(_ found: [Element]) {
    let isSame = found.count == models.count && zip(found, models).allSatisfy { $0 === $1 }
    guard let title else {
      if !isSame { tell { models = found } }
      return
    }
    let grouped = SectionedResults(found, by: title)
    if !isSame || grouped.sectionTitles != sections.sectionTitles || !Self.areEqual(grouped, sections) {
      tell {
        models = found
        sections = grouped
      }
    }
  }

  private static func areEqual(
    _ left: SectionedResults<Element, String>, _ right: SectionedResults<Element, String>
  ) -> Bool {
    zip(left, right).allSatisfy { $0.count == $1.count && zip($0, $1).allSatisfy { $0 === $1 } }
  }

  private func tell(_ change: () -> Void) {
    isAnswerWatched = false
    registrar.withMutation(of: self, keyPath: \.models, change)
  }

  private func settle(error new: (any Error)?) {
    guard error.map({ "\($0)" }) != new.map({ "\($0)" }) else { return }
    isErrorWatched = false
    registrar.withMutation(of: self, keyPath: \.error) { error = new }
  }

  private static var noContainer: SwiftDataError {
    SwiftDataError(
      "missingModelContext",
      detail: "@Query of \(Element.self) has no container: set ModelContainer.default, or make the query inside "
        + "ModelContainer.withDefault(_:)")
  }
}
