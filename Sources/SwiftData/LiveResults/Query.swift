public import Foundation
public import SchemaTypes

/// The models of a fetch, kept current: what `@Query` makes of a property.
///
/// Works without a user interface. Whoever reads the answer inside `withObservationTracking`, or by any toolkit that
/// observes so, is told when the answer has become another one, and only then: a save that leaves it as it was tells
/// nobody. Unsaved changes of the main context count.
///
/// The models are those of a container's main context, so queries live on the main actor. The container is that of
/// `ModelContainer.withDefault(_:)` around the place that made the query, or `ModelContainer.default`; without either
/// the answer is empty and `fetchError` says so.
@MainActor public struct Query<Element: PersistentModel, Result>: Sendable {
  private let live: LiveQuery<Element>
  private let answer: @MainActor @Sendable (LiveQuery<Element>) -> Result

  nonisolated init(_ live: LiveQuery<Element>, answer: @escaping @MainActor @Sendable (LiveQuery<Element>) -> Result) {
    self.live = live
    self.answer = answer
  }

  /// What the property that has the `@Query` gives.
  public var wrappedValue: Result { answer(live) }

  /// Why the last fetch failed, or that there is no container; the answer is the one before then.
  public var fetchError: (any Error)? { live.currentError }

  /// The context that is asked.
  ///
  /// As Apple declares it, it cannot be absent: without a container the program stops here and says so.
  public var modelContext: ModelContext {
    let error = live.currentError
    guard let context = live.context else { preconditionFailure(error.map { "\($0)" } ?? "no container") }
    return context
  }

  /// The models by the values of the property that the query was sectioned by; one section without a title otherwise.
  public var sections: SectionedResults<Element, String> { live.currentSections }

  /// Looks for changes again, should a toolkit wish it: it never has to.
  public nonisolated func update() {
    let live = live
    Task { @MainActor in live.look() }
  }

  // MARK: ours

  /// Which models are asked for. Not in Apple's API, where a view makes its query anew.
  public var filter: Predicate<Element>? {
    get { live.descriptor.predicate }
    nonmutating set { live.descriptor.predicate = newValue }
  }

  /// The order of the models. Not in Apple's API.
  public var sort: [SortDescriptor<Element>] {
    get { live.descriptor.sortBy }
    nonmutating set { live.descriptor.sortBy = newValue }
  }
}
