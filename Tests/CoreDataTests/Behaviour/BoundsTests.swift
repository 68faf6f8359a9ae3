import CoreData
import Foundation
import TestKit
import Testing

/// The bounds that a model's file has, each with its code, key and value.
@Suite struct BoundsTests {
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="23788.4" \
    systemVersion="24F74" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Item" syncable="YES">
            <attribute name="number" optional="YES" attributeType="Integer 32" minValueString="2" maxValueString="10"/>
            <attribute name="price" optional="YES" attributeType="Double" minValueString="0.5" maxValueString="1.5"/>
            <attribute name="day" optional="YES" attributeType="Date" minDateTimeInterval="100" maxDateTimeInterval="200"/>
            <attribute name="text" optional="YES" attributeType="String" minValueString="2" maxValueString="4"/>
            <attribute name="letters" optional="YES" attributeType="String" regularExpressionString="[a-z]*"/>
        </entity>
    </model>
    """

  struct Case: Sendable, CustomTestStringConvertible {
    let key: String
    let value: Value
    let code: Int?
    var testDescription: String { "\(key) \(value)" }

    enum Value: Sendable {
      case integer(Int), number(Double), day(Double), text(String)

      var any: NSObject {
        switch self {
        case .integer(let value): NSNumber(value: value)
        case .number(let value): NSNumber(value: value)
        case .day(let value): NSDate(timeIntervalSinceReferenceDate: value)
        case .text(let value): NSString(string: value)
        }
      }
    }
  }

  static let cases = [
    Case(key: "number", value: .integer(11), code: NSValidationNumberTooLargeError),
    Case(key: "number", value: .integer(1), code: NSValidationNumberTooSmallError),
    Case(key: "number", value: .integer(10), code: nil),
    Case(key: "price", value: .number(1.75), code: NSValidationNumberTooLargeError),
    Case(key: "price", value: .number(0.25), code: NSValidationNumberTooSmallError),
    Case(key: "day", value: .day(201), code: NSValidationDateTooLateError),
    Case(key: "day", value: .day(99), code: NSValidationDateTooSoonError),
    Case(key: "day", value: .day(100), code: nil),
    Case(key: "text", value: .text("abcde"), code: NSValidationStringTooLongError),
    Case(key: "text", value: .text("a"), code: NSValidationStringTooShortError),
    Case(key: "text", value: .text("abcd"), code: nil),
    Case(key: "letters", value: .text("A1"), code: NSValidationStringPatternMatchingError),
  ]

  @Test(arguments: cases) func aSaveSaysWhichBoundWasCrossed(_ test: Case) throws {
    let folder = try TemporaryFolder()
    let bundle = folder.url.appendingPathComponent("Items.xcdatamodel")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(Self.contents.utf8).write(to: bundle.appendingPathComponent("contents"))
    let stack = try LibraryStack(model: try #require(NSManagedObjectModel(contentsOf: bundle)))
    let item = stack.make("Item")
    item.setValue(test.value.any, forKey: test.key)
    guard let code = test.code else { return try stack.context.save() }
    let thrown = #expect(throws: NSError.self) { try stack.context.save() }
    let error = try #require(thrown)
    #expect(error.code == code && error.domain == NSCocoaErrorDomain)
    #expect(error.userInfo[NSValidationKeyErrorKey] as? String == test.key)
    #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === item)
    #expect(error.userInfo[NSValidationPredicateErrorKey] is NSPredicate)
    let value = error.userInfo[NSValidationValueErrorKey]
    switch test.value {
    case .integer(let wanted): #expect(value as? Int == wanted)
    case .number(let wanted): #expect(value as? Double == wanted)
    case .day(let wanted): #expect(value as? Date == Date(timeIntervalSinceReferenceDate: wanted))
    case .text(let wanted): #expect(value as? String == wanted)
    }
  }
}
