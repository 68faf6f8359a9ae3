/// What the properties of classes are called in a store, where the names differ (`originalName`).
package struct StoreNames: Sendable {
  /// By entity name, then by the class's path: one name, or those down to a composite's element.
  private let paths: [String: [[String]: [String]]]

  package init(_ paths: [String: [[String]: [String]]] = [:]) { self.paths = paths }

  /// The names of several stores, each of which has entities of its own.
  package init(merging names: [StoreNames]) {
    paths = names.reduce(into: [:]) { result, part in result.merge(part.paths) { first, _ in first } }
  }

  /// Every property is called alike on both sides.
  package static let equal = StoreNames()

  func path(_ path: [String], of entity: String) -> [String] { paths[entity]?[path] ?? path }
}
