import Foundation

/// Foundation's numbers for the values that are met most, made once: numbers do not change.
enum SharedNumbers {
  private static let small = (0..<1024).map { NSNumber(value: Int64($0)) }
  private static let yes = NSNumber(value: true)
  private static let no = NSNumber(value: false)

  static func number(_ integer: Int64) -> NSNumber {
    integer >= 0 && integer < 1024 ? small[Int(integer)] : NSNumber(value: integer)
  }

  static func number(_ flag: Bool) -> NSNumber { flag ? yes : no }
}
