/// Which bits of `ACHANGE.ZCOLUMNS` stand for an entity's properties (StoreFormat.md section 11).
package struct HistorySlots: Sendable {
  /// Number of bits; zero when the order is not known.
  package var count: Int
  /// Bits of each field of the entity; a polymorphic to-one has two.
  package var fields: [[Int]]
  /// Bit of each to-many, by name.
  package var toManys: [String: Int]

  package init(count: Int, fields: [[Int]], toManys: [String: Int]) {
    self.count = count
    self.fields = fields
    self.toManys = toManys
  }

  /// The bitmap, most significant bit first.
  func bitmap(fields changedFields: some Sequence<Int>, toManys changedToManys: [String]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (count + 7) / 8)
    func mark(_ bit: Int) {
      if bit < count { bytes[bit / 8] |= 0x80 >> UInt8(bit % 8) }
    }
    for field in changedFields where fields.indices.contains(field) { fields[field].forEach(mark) }
    for name in changedToManys { toManys[name].map(mark) }
    return bytes
  }
}
