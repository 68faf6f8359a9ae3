import ModelDescription

/// What a model's XML says and `NSManagedObjectModel` archives have no known place for: code generation, use of scalar
/// types, Spotlight, predicates in a form that no specimen shows.
///
/// Such facts stand under one key of ours beside Apple's keys, named as in the XML. A keyed unarchiver passes over keys
/// that it does not ask for, so Apple's frameworks do not notice them; models that have none carry no key of ours.
struct SourceFacts {
  static let key = "CausewayFacts"

  private(set) var entries: [String: String] = [:]

  init() {}

  init(_ archive: KeyedArchive, of object: KeyedArchive.Object) {
    for (key, value) in archive.entries(Self.key, of: object) { entries[key] = archive.string(value) }
  }

  subscript(name: String) -> String? {
    get { entries[name] }
    set { entries[name] = newValue }
  }

  /// A flag that the XML writes only when it differs from `normally`; `nil` when nothing is said.
  subscript(flag name: String, normally normally: Bool) -> Bool {
    get { entries[name].map { $0 == "YES" } ?? normally }
    set { entries[name] = newValue == normally ? nil : newValue ? "YES" : "NO" }
  }

  /// Adds the key to an object's fields when there is something to say.
  func add(to fields: inout [String: PlistValue], _ archive: inout KeyedArchiveWriter) {
    guard !entries.isEmpty else { return }
    let sorted = entries.sorted { $0.key < $1.key }.map { (key: $0.key, value: archive.string($0.value)) }
    fields[Self.key] = archive.dictionary(.dictionary, sorted)
  }
}
