/// One `@NSManaged` declaration: what it is, and the symbols that nothing defines yet.
package struct ManagedMember: Hashable, Sendable {
  package var path: String
  package var line: Int
  /// `#if` conditions that could not be told.
  package var conditions: [String]
  /// Any code of the module can form a key path to it.
  package var isReachable: Bool
  /// The class as an extension names it.
  package var ownerName: String
  package var isPublic: Bool
  /// It is written as `TimeInterval`, which may stand for a date.
  package var isInterval = false
  package var symbol: ManagedSymbol
  package var kind: Kind

  package enum Kind: Hashable, Sendable {
    case property(SymbolType)
    case method(parameters: [Parameter], result: SymbolType)
  }

  package struct Parameter: Hashable, Sendable {
    /// `nil` for `_`.
    package var label: String?
    package var type: SymbolType
  }

  package var name: String { symbol.name }

  /// The symbols, in the order getter, setter.
  package var symbols: [String] {
    switch kind {
    case .property(let type): [symbol.getter(type), symbol.setter(type)]
    case .method(let parameters, let result):
      [symbol.method(labels: parameters.map(\.label), parameters: parameters.map(\.type), result: result)]
    }
  }
}
