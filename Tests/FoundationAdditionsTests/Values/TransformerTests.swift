import Foundation
import FoundationAdditions
import Testing

@Suite struct TransformerTests {
  private final class Upper: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSString.self }
    override func transformedValue(_ value: Any?) -> Any? { (value as? String)?.uppercased() }
  }

  @Test func transformersAreFoundByName() {
    let name = NSValueTransformerName("upper of TransformerTests")
    #expect(ValueTransformer(forName: name) == nil)
    let upper = Upper()
    ValueTransformer.setValueTransformer(upper, forName: name)
    #expect(ValueTransformer(forName: name) === upper)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    #expect(ValueTransformer(forName: name)?.transformedValue("a") as? String == "A")
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
  }

  @Test func standardTransformersNeedNoRegistration() {
    let negate = ValueTransformer(forName: .negateBooleanTransformerName)
    #expect(negate?.transformedValue(true) as? Bool == false)
    #expect(negate?.reverseTransformedValue(false) as? Bool == true)
    #expect(ValueTransformer(forName: .isNilTransformerName)?.transformedValue(nil) as? Bool == true)
    #expect(ValueTransformer(forName: .isNotNilTransformerName)?.transformedValue(1) as? Bool == true)
    let reversible: [(NSValueTransformerName, Bool)] = [
      (.negateBooleanTransformerName, true), (.isNilTransformerName, false), (.isNotNilTransformerName, false),
    ]
    for (name, isReversible) in reversible {
      let kind = ValueTransformer(forName: name).map { type(of: $0) }
      #expect(kind?.allowsReverseTransformation() == isReversible)
    }
    let secure = ValueTransformer(forName: .secureUnarchiveFromDataTransformerName)
    #expect(secure is NSSecureUnarchiveFromDataTransformer)
    // By the name of its class too, as models name it.
    let name = NSValueTransformerName("NSSecureUnarchiveFromDataTransformer")
    #expect(ValueTransformer(forName: name) is NSSecureUnarchiveFromDataTransformer)
  }

  @Test func foldersAreTheUsers() {
    for url in [URL.applicationSupportDirectory, .documentsDirectory, .cachesDirectory, .downloadsDirectory] {
      #expect(url.isFileURL)
      #expect(url.path.hasPrefix("/"))
      #expect(url.path.count > 1)
    }
  }

  @Test func notificationsComeAsASequence() async {
    let name = Notification.Name("TransformerTests.\(UUID().uuidString)")
    let sequence = NotificationCenter.default.notifications(named: name)
    NotificationCenter.default.post(name: name, object: nil, userInfo: ["n": 1])
    NotificationCenter.default.post(name: Notification.Name("another"), object: nil)
    NotificationCenter.default.post(name: name, object: nil, userInfo: ["n": 2])
    var numbers: [Int] = []
    for await notification in sequence {
      numbers.append(notification.userInfo?["n"] as? Int ?? 0)
      if numbers.count == 2 { break }
    }
    #expect(numbers == [1, 2])
  }

  @Test func aPlaceCanBeReplaced() {
    var value: AnyObject? = NSNumber(value: 1)
    withUnsafeMutablePointer(to: &value) { place in
      AutoreleasingUnsafeMutablePointer(place).pointee = NSNumber(value: 2)
    }
    #expect(value as? NSNumber == 2)
  }
}
