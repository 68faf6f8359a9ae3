/// The cases of an enum, as the type's own metadata lists them.
///
/// The layout of type metadata is that of Swift's ABI documents (`docs/ABI/TypeMetadata.rst`); `Mirror` shows the case of
/// a value but no type's cases.
struct EnumCases {
  /// In declared order; empty when the type was compiled without reflection metadata.
  let names: [String]
  /// Some case has associated values.
  let hasValues: Bool

  /// `nil` for a type that is no enum; `Optional` is none here.
  init?(_ type: Any.Type) {
    guard TypeKind(type) == .enumeration else { return nil }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let descriptor = metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
    let withValues = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
    let withoutValues = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
    hasValues = withValues > 0
    guard let fields = Self.target(of: descriptor + 16) else {
      names = []
      return
    }
    let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    names = (0..<min(count, withValues + withoutValues)).compactMap { number in
      Self.target(of: fields + (16 + number * size + 8)).map {
        String(cString: $0.assumingMemoryBound(to: CChar.self))
      }
    }
  }

  /// Follows a relative pointer.
  private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = Int(place.load(as: Int32.self))
    return distance == 0 ? nil : place + distance
  }

  /// The number of the case of a value of an enum whose cases have no values: its bytes are that number.
  static func number<T>(of value: T) -> Int {
    withUnsafeBytes(of: value) { bytes in
      bytes.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    }
  }

  /// The value of a case, by its number, of an enum whose cases have no values.
  func value<T>(_ number: Int, of type: T.Type) -> T? {
    guard !hasValues, names.indices.contains(number), TypeKind(type) == .enumeration else { return nil }
    let place = UnsafeMutablePointer<T>.allocate(capacity: 1)
    defer { place.deallocate() }
    let bytes = UnsafeMutableRawPointer(place).assumingMemoryBound(to: UInt8.self)
    for index in 0..<MemoryLayout<T>.size { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    return place.move()
  }
}
