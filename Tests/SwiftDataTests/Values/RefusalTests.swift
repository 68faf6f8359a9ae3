import ModelDescription
import SchemaTypes
import SwiftData
import Testing

enum Refused {
  enum Status { case idle, waiting(reason: String) }
  struct Flags: OptionSet { var rawValue: Int }
  struct Keyless: Codable {
    var text: String
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
  struct Holder: Codable { var keyless: Keyless }
  final class Thing: Codable {}
  struct Plain { var text = "" }

  @Model final class A { var value: Status = Status.idle; init() {} }
  @Model final class B { var value: Flags = Flags(); init() {} }
  @Model final class C { var value: Keyless?; init() {} }
  @Model final class D { var value: Holder?; init() {} }
  @Model final class E { var value: Thing?; init() {} }
  @Model final class F { var value: Plain = Plain(); init() {} }
  @Model final class G { var value: Range<Int>?; init() {} }
  @Model final class H { var value: CGFloat = 0; init() {} }
}

@Suite struct RefusalTests {
  private static var models: [(any PersistentModel.Type, String)] {
    [
      (Refused.A.self, "'Codable'"), (Refused.B.self, "'Codable'"), (Refused.C.self, "without keys"),
      (Refused.D.self, "property keyless"), (Refused.E.self, "class"), (Refused.F.self, "'Codable'"),
      (Refused.G.self, "without keys"), (Refused.H.self, "CGFloat"),
    ]
  }

  /// What has no layout is said when a container is made, and names the property.
  @Test func refusedTypesAreNamed() throws {
    for (model, part) in Self.models {
      let error = #expect(throws: (any Error).self) {
        try ModelContainer(for: Schema([model]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      }
      let text = "\(error as Any)"
      #expect(text.contains("\(model).value") && text.contains(part), "\(text)")
    }
  }
}
