public import SchemaTypes

/// The values of a deleted model that `@Attribute(.preserveValueOnDeletion)` keeps.
public struct HistoryTombstone<Model>: Sequence, @unchecked Sendable where Model: PersistentModel {
  // Unchecked because the values are those of attributes, copied out of a row and never changed.
  public typealias Element = Any

  private let values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]

  init(_ values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]) { self.values = values }

  /// The value that a property had; `nil` when it was not kept or was nil.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    values.first { $0.keyPath == keyPath }?.value
  }

  public func makeIterator() -> Iterator { Iterator(values.map(\.value)) }

  public struct Iterator: IteratorProtocol {
    public typealias Element = Any

    private var values: IndexingIterator<[Any]>

    init(_ values: [Any]) { self.values = values.makeIterator() }

    public mutating func next() -> Any? { values.next() }
  }
}
