/// Text functions that Foundation's nodes lack, said with Foundation's nodes only: its printing cannot meet a node of
/// another module.
extension __PredicateNodes {
  public typealias TextOrder<A: PredicateExpression, B: PredicateExpression> = Nodes.CollectionIndexSubscript<
    Nodes.KeyPath<A, __TextOrderView>, B
  > where A.Output == String, B.Output == String

  public static func localizedStandardContains<A: PredicateExpression, B: PredicateExpression>(
    _ text: A, _ other: B
  ) -> Nodes.SequenceContains<Nodes.KeyPath<A, __LocalizedStandardView>, B>
  where A.Output == String, B.Output == String {
    Nodes.build_contains(Nodes.build_KeyPath(root: text, keyPath: \.__localizedStandard), other)
  }

  public static func caseInsensitiveCompare<A: PredicateExpression, B: PredicateExpression>(
    _ text: A, _ other: B
  ) -> TextOrder<A, B> where A.Output == String, B.Output == String {
    Nodes.build_subscript(Nodes.build_KeyPath(root: text, keyPath: \.__caseInsensitive), other)
  }

  public static func localizedCompare<A: PredicateExpression, B: PredicateExpression>(
    _ text: A, _ other: B
  ) -> TextOrder<A, B> where A.Output == String, B.Output == String {
    Nodes.build_subscript(Nodes.build_KeyPath(root: text, keyPath: \.__localized), other)
  }
}

extension String {
  public var __localizedStandard: __LocalizedStandardView { __LocalizedStandardView(base: self) }
  public var __caseInsensitive: __TextOrderView { __TextOrderView(base: self, isLocalized: false) }
  public var __localized: __TextOrderView { __TextOrderView(base: self, isLocalized: true) }
}

/// `view.contains(x)` is `base.localizedStandardContains(x)`.
public struct __LocalizedStandardView: Sequence, Sendable {
  let base: String
  public func makeIterator() -> AnyIterator<String> { AnyIterator { nil } }
  public func _customContainsEquatableElement(_ element: String) -> Bool? { base.localizedStandardContains(element) }
}

/// `view[x]` is `base.caseInsensitiveCompare(x)` or `base.localizedCompare(x)`.
public struct __TextOrderView: Collection, Sendable {
  let base: String
  let isLocalized: Bool
  public var startIndex: String { "" }
  public var endIndex: String { "\u{10FFFF}" }
  public func index(after index: String) -> String { index + "\u{0}" }
  public subscript(_ index: String) -> ComparisonResult {
    isLocalized ? base.localizedCompare(index) : base.caseInsensitiveCompare(index)
  }
  public subscript(_ range: Swift.Range<String>) -> Slice<__TextOrderView> { Slice(base: self, bounds: range) }
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
