/// Which names of a model can name tables and columns (StoreFormat.md section 2).
package enum StoredName {
  /// Letters, digits and underscores, and anything beyond ASCII, as SQLite reads unquoted names.
  package static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
          true
        default: false
        }
      }
  }
}
