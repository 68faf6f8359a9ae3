import CoreData
import Foundation
import Testing

/// The forms in which Swift and Foundation write a value, set by key.
@Suite struct ValueFormsTests {
  struct Case: CustomTestStringConvertible, @unchecked Sendable {
    // Unchecked because nobody changes what it holds.
    let key: String
    let given: Any
    /// `nil` for a value that is refused.
    let read: NSObject?

    init(_ key: String, _ given: Any, _ read: NSObject?) { (self.key, self.given, self.read) = (key, given, read) }

    var testDescription: String { "\(key) = \(type(of: given)) \(given)" }
  }

  private static let day = Date(timeIntervalSinceReferenceDate: 86_400.5)
  private static let instant = NSDate(timeIntervalSinceReferenceDate: 86_400.5)

  static let cases: [Case] = [
    Case("pages", 5, 5 as NSNumber), Case("pages", Int16(5), 5 as NSNumber), Case("pages", Int64(5), 5 as NSNumber),
    Case("pages", UInt8(5), 5 as NSNumber), Case("pages", NSNumber(value: 5), 5 as NSNumber),
    Case("pages", 5.0, 5 as NSNumber), Case("pages", NSNumber(value: 5.0), 5 as NSNumber),
    Case("pages", Decimal(5), 5 as NSNumber), Case("pages", NSDecimalNumber(value: 5), 5 as NSNumber),
    Case("pages", true, 1 as NSNumber), Case("pages", 4711, 4711 as NSNumber), Case("pages", -3, -3 as NSNumber),
    Case("pages", 5.5, nil), Case("pages", NSNumber(value: 5.5), nil), Case("pages", UInt64.max, nil),
    Case("pages", Int64(1) << 31, nil), Case("pages", "5", nil), Case("pages", day, nil),
    Case("isLent", true, true as NSNumber), Case("isLent", NSNumber(value: true), true as NSNumber),
    Case("isLent", 1, true as NSNumber), Case("isLent", Int8(0), false as NSNumber), Case("isLent", "yes", nil),
    Case("rating", 1.5, 1.5 as NSNumber), Case("rating", Float(0.5), 0.5 as NSNumber),
    Case("rating", 2, 2.0 as NSNumber), Case("rating", NSNumber(value: 2), 2.0 as NSNumber),
    Case("rating", Decimal(string: "1.5") ?? 0, 1.5 as NSNumber), Case("rating", "1.5", nil),
    Case("title", "A", "A" as NSString), Case("title", "A" as NSString, "A" as NSString),
    Case("title", NSMutableString(string: "A"), "A" as NSString), Case("title", 5, nil),
    Case("published", day, instant), Case("published", instant, instant),
    Case("published", 86_400.5, nil),
  ]

  @Test(arguments: cases) func areTakenOrRefused(_ one: Case) throws {
    let stack = try LibraryStack()
    let book = stack.book("A title of some length")
    let before = book.value(forKey: one.key) as? NSObject
    book.setValue(one.given, forKey: one.key)
    let read = book.value(forKey: one.key).map { $0 as AnyObject } as? NSObject
    guard let wanted = one.read else {
      let error = #expect(throws: NSError.self) { try stack.context.save() }
      #expect(error?.localizedDescription.contains("CDBook.\(one.key) cannot be set to a") == true)
      #expect(read == before)
      return
    }
    #expect(read == wanted)
    book.setValue(NSNull(), forKey: one.key)
    #expect(book.value(forKey: one.key) == nil)
  }
}
