package import ModelDescription

/// The class that a model names for an entity.
package struct ManagedClassName: Hashable, Sendable {
  /// The module, when the model names one; `nil` for none and for the model's own module, which it writes as `.Loan`.
  package var module: String?
  package var name: String

  /// `nil` for entities without a class of their own.
  package init?(_ entity: EntityDescription) {
    guard let text = entity.className, !text.isEmpty else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, !last.isEmpty, last != "NSManagedObject" else { return nil }
    module = parts.count > 1 && !parts[0].isEmpty ? parts.dropLast().joined(separator: ".") : nil
    name = last
  }

  /// The class of an entity's objects: that of the nearest ancestor that has one, else `NSManagedObject`.
  static func objects(of entity: String, in model: ResolvedModel) throws -> String {
    guard let description = model.entity(named: entity)?.description, let name = ManagedClassName(description) else {
      return "NSManagedObject"
    }
    guard let escaped = SwiftIdentifier.escaped(name.name) else {
      throw ModelError("the class name \(name.name) cannot be written in Swift", entity: entity)
    }
    return escaped
  }
}
