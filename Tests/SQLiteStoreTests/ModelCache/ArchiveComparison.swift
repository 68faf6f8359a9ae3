import Foundation

@testable import ModelFiles

/// Two archives of one model, compared field by field; objects are found by class, entity and name.
struct ArchiveComparison {
  private(set) var equal = 0
  private(set) var differing: [String] = []

  init(apple: KeyedArchive, ours: KeyedArchive) {
    let (theirs, own) = (Self.fields(of: apple), Self.fields(of: ours))
    for place in Set(theirs.keys).union(own.keys).sorted() {
      if theirs[place] == own[place] { equal += 1 } else { differing.append(place) }
    }
  }

  /// The objects that make up a model, as `Class Entity.property.key` and what the key holds.
  private static func fields(of archive: KeyedArchive) -> [String: String] {
    var fields: [String: String] = [:]
    for object in archive.allObjects {
      let owner = archive.object("NSEntity", of: object).flatMap { archive.string("NSEntityName", of: $0) }
      let name =
        archive.string("NSPropertyName", of: object) ?? archive.string("NSIndexName", of: object)
        ?? archive.string("NSEntityName", of: object)
      guard object.className.hasSuffix("Description") || object.className == "NSManagedObjectModel",
        object.className != "NSFetchIndexElementDescription"
      else { continue }
      let place = "\(object.className) \([owner, name].compactMap { $0 }.joined(separator: "."))"
      fields["\(place).$classes"] = archive.classes(of: object).joined(separator: " ")
      for (key, value) in object.fields where key != "$class" {
        fields["\(place).\(key)"] = text(of: value, in: archive, depth: 0)
      }
    }
    return fields
  }

  /// Scalars as they are; other objects by class and name, lists and expressions by what they hold.
  private static func text(of value: PlistValue, in archive: KeyedArchive, depth: Int) -> String {
    guard case .uid = value else { return "\(value)" }
    guard let object = archive.object(value) else { return archive.plain(value).map { "\($0)" } ?? "null" }
    let named = ["NSEntityName", "NSPropertyName", "NSIndexName"].compactMap { archive.string($0, of: object) }.first
    if let named, object.className.hasSuffix("Description"), object.className != "NSFetchIndexElementDescription" {
      return "\(object.className) \(named)"
    }
    if object.className == "NSManagedObjectModel" || depth > 12 { return object.className }
    let parts = object.fields.filter { $0.key != "$class" && $0.key != "NSFetchIndexDescription" }.map { key, value in
      var members: [String] = []
      if case .array(let items) = value {
        members = items.map { text(of: $0, in: archive, depth: depth + 1) }
        // The order of sets and dictionaries says nothing.
        if !object.className.contains("Array") { members.sort() }
      } else {
        members = [text(of: value, in: archive, depth: depth + 1)]
      }
      return "\(key): \(members.joined(separator: ", "))"
    }
    return "\(object.className)(\(parts.sorted().joined(separator: "; ")))"
  }
}
