package import ModelDescription

/// All versions of a model: an `.xcdatamodeld`, a `.momd`, or one file that holds a single version.
package struct ModelBundle: Sendable {
  package var path: String
  /// Sorted by name, numbers inside names by value.
  package var versions: [Version]
  /// The name of the version that the bundle says is current.
  package var currentName: String?
  /// The name of the version that the bundle says is current and does not hold.
  package var missingName: String?
  /// What was found odd in the bundle itself: no current version, or one that is missing.
  package var warnings: [String]

  package struct Version: Sendable {
    package var name: String
    package var path: String
    package var model: ModelDescription
    /// Unknown elements and attributes, each named.
    package var warnings: [String]

    package init(name: String, path: String, model: ModelDescription, warnings: [String]) {
      self.name = name
      self.path = path
      self.model = model
      self.warnings = warnings
    }
  }

  package init(path: String, versions: [Version], currentName: String?, warnings: [String] = []) {
    self.path = path
    self.versions = versions
    self.currentName = currentName
    self.warnings = warnings
  }

  /// The named version, or the current one; the only one when the bundle says nothing of it.
  ///
  /// - Throws: `ModelFileError` that lists the versions there are.
  package func version(_ name: String? = nil) throws -> Version {
    let wanted = name ?? currentName
    if let version = versions.first(where: { $0.name == wanted }) { return version }
    let names = versions.map { "\"\($0.name)\"" }.joined(separator: ", ")
    if name == nil, let missingName {
      throw ModelFileError(
        "says that version \"\(missingName)\" is current, which it does not hold; name one of \(names)", path: path)
    }
    if name == nil, versions.count == 1, let only = versions.first { return only }
    throw ModelFileError(
      name.map { "has no version \"\($0)\"; it has \(names)" }
        ?? "does not say which version is current; name one of \(names)", path: path)
  }
}
