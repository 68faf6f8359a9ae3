/// Text functions that Foundation's nodes lack, said with Foundation's nodes only: its printing cannot meet a node of
/// another module.
extension __PredicateNodes {
  public static func localizedStandardContains<A: PredicateExpression, B: PredicateExpression>(
    _ text: A, _ other: B
  ) -> Nodes.SequenceContains<Nodes.KeyPath<A, __LocalizedStandardView>, B>
  where A.Output == String, B.Output == String {
    Nodes.build_contains(Nodes.build_KeyPath(root: text, keyPath: \.__localizedStandard), other)
  }

  public static func caseInsensitiveCompare<A: PredicateExpression, B: PredicateExpression>(
    _ text: A, _ other: B
  ) -> Nodes.CollectionIndexSubscript<Nodes.KeyPath<A, __CaseInsensitiveView>, B>
  where A.Output == String, B.Output == String {
    Nodes.build_subscript(Nodes.build_KeyPath(root: text, keyPath: \.__caseInsensitive), other)
  }
}

extension String {
  public var __localizedStandard: __LocalizedStandardView { __LocalizedStandardView(base: self) }
  public var __caseInsensitive: __CaseInsensitiveView { __CaseInsensitiveView(base: self) }
}

/// `view.contains(x)` is `base.localizedStandardContains(x)`.
public struct __LocalizedStandardView: Sequence, Sendable {
  let base: String
  public func makeIterator() -> AnyIterator<String> { AnyIterator { nil } }
  public func _customContainsEquatableElement(_ element: String) -> Bool? { base.localizedStandardContains(element) }
}

/// `view[x]` is `base.caseInsensitiveCompare(x)`.
public struct __CaseInsensitiveView: Collection, Sendable {
  let base: String
  public var startIndex: String { "" }
  public var endIndex: String { "\u{10FFFF}" }
  public func index(after index: String) -> String { index + "\u{0}" }
  public subscript(_ index: String) -> ComparisonResult { base.caseInsensitiveCompare(index) }
  public subscript(_ range: Swift.Range<String>) -> Slice<__CaseInsensitiveView> { Slice(base: self, bounds: range) }
  public var indices: Indices { Indices() }

  /// Every text is an index.
  public struct Indices: Collection, Sendable {
    public var startIndex: String { "" }
    public var endIndex: String { "\u{10FFFF}" }
    public func index(after index: String) -> String { index + "\u{0}" }
    public subscript(_ index: String) -> String { index }
    public subscript(_ range: Swift.Range<String>) -> Self { self }
    public func _customContainsEquatableElement(_ element: String) -> Bool? { true }
  }
}
