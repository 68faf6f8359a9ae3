import Foundation
import ModelCodegen
import ModelDescription
import Testing

/// Defaults of decimals: short where a literal keeps every digit, whole otherwise.
@Suite struct DecimalLiteralTests {
  @Test(arguments: [
    ("0.0", "0"), ("10.50", "10.5"), ("1.25", "1.25"), ("-0.5", "-0.5"), ("-7", "-7"), ("1e3", "1000"),
    ("19.99", "Decimal(sign: .plus, exponent: -2, significand: 1999)"),
    ("-0.007", "Decimal(sign: .minus, exponent: -3, significand: 7)"),
    ("0.1", "Decimal(sign: .plus, exponent: -1, significand: 1)"),
  ])
  func isExact(_ digits: String, _ literal: String) throws {
    let value = try #require(Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX")))
    for value in [AttributeValue.decimal(value)] + (Int64(digits).map { [.integer($0)] } ?? []) {
      let model = ModelDescription(entities: [
        .init(name: "Book", attributes: [.init(name: "price", type: .decimal, defaultValue: value)])
      ])
      let text = try #require(try ModelGenerator(model, title: "Model").generate().files.first?.text)
      #expect(text.contains("var price: Decimal = \(literal)\n"), "\(text)")
    }
  }

  /// Every literal with a fraction that is written gives the number back.
  @Test func fractionsPassThroughADouble() throws {
    var written = 0
    for numerator in stride(from: 1, to: 1 << 20, by: 997) {
      let value = Decimal(numerator) / 1024
      let model = ModelDescription(entities: [
        .init(name: "A", attributes: [.init(name: "x", type: .decimal, defaultValue: .decimal(value))])
      ])
      let text = try #require(try ModelGenerator(model, title: "Model").generate().files.first?.text)
      guard let literal = text.firstMatch(of: /= ([0-9.]+)\n/)?.1 else {
        #expect(text.contains("= Decimal(sign: .plus, exponent: "), "\(text)")
        continue
      }
      written += 1
      #expect(Decimal(try #require(Double(literal))) == value, "\(literal)")
    }
    #expect(written > 50)
  }
}
