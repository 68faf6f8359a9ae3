/// The lists of a context's event that an object is in.
struct EventMarks: OptionSet {
  let rawValue: UInt8

  static let inserted = EventMarks(rawValue: 1)
  static let updated = EventMarks(rawValue: 2)
  static let deleted = EventMarks(rawValue: 4)
  static let refreshed = EventMarks(rawValue: 8)
}
