import QueryModel

/// Objects of these tests are dictionaries; an absent key is an error.
struct DictionaryLookup: FormatLookup {
  func value(of object: Any, forKey key: String) throws -> Any? {
    guard let dictionary = object as? [String: Any], let value = dictionary[key] else {
      throw FormatError(.unknownKey, "there is no key \"\(key)\"", text: "")
    }
    return value
  }
}
