/// What an `.xcdatamodel` says about itself as a file: who saved it, where the editor draws its entities.
package struct ModelSource: Hashable, Sendable, Codable {
  /// The attributes of `<model>` in the file's order.
  package var documentAttributes: [SourceAttribute]
  /// The editor's layout: the children of `<elements>`; `nil` when the file has none (Xcode 14 and later).
  package var layout: [SourceElement]?
  /// The file says `syncable="YES"` of every entity and property, as Xcode did up to version 13.
  package var saysSyncable: Bool
  package var endsWithNewline: Bool

  package init(
    documentAttributes: [SourceAttribute] = [], layout: [SourceElement]? = nil, saysSyncable: Bool = false,
    endsWithNewline: Bool = false
  ) {
    self.documentAttributes = documentAttributes
    self.layout = layout
    self.saysSyncable = saysSyncable
    self.endsWithNewline = endsWithNewline
  }
}
