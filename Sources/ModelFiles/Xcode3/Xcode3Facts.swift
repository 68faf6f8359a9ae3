/// The facts about one thing in a model of Xcode 3, by the names that its stereotypes give them.
struct Xcode3Facts {
  private let archive: KeyedArchive
  private var properties: [String: KeyedArchive.Object] = [:]

  init(_ object: KeyedArchive.Object, _ archive: KeyedArchive) {
    self.archive = archive
    for stereotype in archive.entries("XDBucketForStereotypesstorage", of: object) {
      guard let stereotype = archive.object(stereotype.value) else { continue }
      for property in archive.entries("XDBucketForOwnedAttributesstorage", of: stereotype) {
        properties[property.key] = archive.object(property.value)
      }
    }
  }

  func text(_ name: String) -> String? { properties[name].flatMap { archive.string("_default", of: $0) } }

  func integer(_ name: String) -> Int? { properties[name].flatMap { archive.integer("_default", of: $0) } }

  func object(_ name: String) -> KeyedArchive.Object? {
    properties[name].flatMap { archive.object("_default", of: $0) }
  }

  /// As the XML writes flags: only those that are set.
  func flag(_ name: String) -> String? { integer(name) ?? 0 != 0 ? "YES" : nil }

  /// The number of elements of a list.
  func count(_ name: String) -> Int { properties[name].map { archive.elements("_default", of: $0).count } ?? 0 }

  func userInfo(_ name: String) -> [(key: String, value: String)] {
    let entries = properties[name].map { archive.entries("_default", of: $0) } ?? []
    return entries.map { ($0.key, archive.string($0.value) ?? "") }
  }
}
