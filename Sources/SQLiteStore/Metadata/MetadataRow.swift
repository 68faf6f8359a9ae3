package import Foundation

/// One row of `Z_METADATA` as the file has it; a column of another type than expected is `nil`.
package struct MetadataRow: Sendable, Hashable {
  package var version: Int64?
  package var uuid: String?
  package var propertyList: Data?

  package init(version: Int64?, uuid: String?, propertyList: Data?) {
    self.version = version
    self.uuid = uuid
    self.propertyList = propertyList
  }
}
