import ModelDescription

/// Facts of a composite's elements that a `Codable` struct does not say; each gets its line.
extension CompositeWriter {
  mutating func reportFacts(of element: AttributeDescription) {
    let title = "its element \(element.name)"
    if element.validation.words != "" {
      report(.validation, .unsaid, "\(title): \(element.validation.words); not checked by the classes")
    }
    if let former = element.renamingIdentifier, former != element.name {
      report(.renaming, .unsaid, "\(title) was called \(former)")
    }
    // StoreFormat.md section 7: the leaves of SwiftData's composites are optional.
    if !element.isOptional && element.type != .composite {
      report(.composite, .unsaid, "\(title) is mandatory; SwiftData's are optional")
    }
    if let modifier = element.versionHashModifier {
      report(.hashModifier, .unsaid, "\(title) has the hash modifier \(modifier)")
    }
    for (option, isSet) in [
      ("transient", element.isTransient), ("read-only", element.isReadOnly),
      ("stored outside", element.allowsExternalStorage), ("preserved on deletion", element.preservesValueOnDeletion),
      ("encrypted in the cloud", element.allowsCloudEncryption), ("indexed for Spotlight", element.isSpotlightIndexed),
      ("stored in an external record", element.isStoredInTruthFile), ("indexed", element.isIndexed),
      ("not synced", !element.isSyncable),
    ] where isSet {
      report(.composite, .unsaid, "\(title) is \(option)")
    }
    if let derivation = element.derivation {
      report(.derived, .unsaid, "\(title) is derived as \(derivation.words); the store keeps it")
    }
    for (key, value) in element.userInfo.entries.sorted(by: { $0.key < $1.key }) {
      report(.userInfo, .unsaid, "\(title): \(key) = \(value); not in the classes")
    }
  }
}
