/// Objects of one entity in a copy.
package struct CopyCount: Hashable, Sendable {
  /// The destination's name, and the source's.
  package var entity: String
  package var source: String
  package var copied: Int
  /// Objects that the destination has already.
  package var found: Int

  package init(entity: String, source: String, copied: Int, found: Int) {
    self.entity = entity
    self.source = source
    self.copied = copied
    self.found = found
  }
}
