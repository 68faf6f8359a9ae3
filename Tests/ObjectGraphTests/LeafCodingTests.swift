import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ObjectGraph

enum Tone: Codable, CaseIterable { case low, middle, high }
enum Code: String, Codable, CaseIterable { case x, y }

struct Sample: Codable, Equatable {
  var text: String
  var number: Int?
  var real: Double
  var flag: Bool
  var tone: Tone
  var code: Code?
  var list: [Int]
  var inner: Inner?

  struct Inner: Codable, Equatable {
    var data: Data
    var id: UUID
    var small: UInt8
  }
}

@Suite struct LeafCodingTests {
  private let shape: ValueShape

  init() throws { shape = try ValueShape(of: Sample.self) }

  @Test func shape_() {
    #expect(shape.fieldCount == 12)
    #expect(
      shape.paths(below: ["p"]).map { $0.joined(separator: ".") } == [
        "p.text", "p.number", "p.real", "p.flag", "p.tone.low", "p.tone.middle", "p.tone.high", "p.code.code", "p.list",
        "p.inner.data", "p.inner.id", "p.inner.small",
      ])
  }

  @Test func seededValuesSurvive() throws {
    var random = SeededGenerator(seed: 20_261_130)
    for _ in 0..<200 {
      let sample = Sample(
        text: String(repeating: "é", count: Int.random(in: 0..<20, using: &random)),
        number: Bool.random(using: &random) ? nil : Int.random(in: .min ... .max, using: &random),
        real: Double.random(in: -1e9...1e9, using: &random), flag: Bool.random(using: &random),
        tone: Tone.allCases.randomElement(using: &random) ?? .low,
        code: Bool.random(using: &random) ? nil : Code.allCases.randomElement(using: &random),
        list: (0..<Int.random(in: 0..<4, using: &random)).map { _ in Int.random(in: 0..<9, using: &random) },
        inner: Bool.random(using: &random)
          ? nil
          : .init(
            data: Data([UInt8.random(in: 0...255, using: &random)]), id: UUID(),
            small: UInt8.random(in: 0...255, using: &random)))
      let forms = try LeafCoding.forms(of: sample, shape)
      #expect(forms.count == shape.fieldCount)
      #expect(try LeafCoding.value(Sample.self, shape, forms[...]) == sample)
    }
  }

  @Test func formsThatMakeNoValueAreNamed() throws {
    var forms = try LeafCoding.forms(
      of: Sample(text: "", number: nil, real: 0, flag: true, tone: .high, code: .y, list: [], inner: nil), shape)
    func message(_ change: (inout [BoxedForm]) -> Void) -> String {
      var changed = forms
      change(&changed)
      let error = #expect(throws: (any Error).self) { try LeafCoding.value(Sample.self, shape, changed[...]) }
      return "\(error as Any)"
    }
    #expect(message { $0[0] = .null }.contains("text"))
    #expect(message { $0[2] = .text("x") }.contains("real"))
    #expect(message { $0[4] = .text("low") }.contains("no single case"))
    #expect(message { $0[7] = .text("z") }.contains("code"))
    #expect(message { $0[8] = .data(Data([1])) }.contains("list"))
    #expect(message { $0[9] = .data(Data()) }.contains("inner"))
    forms[11] = .integer(300)
    #expect(throws: (any Error).self) { try LeafCoding.value(Sample.self, shape, forms[...]) }
  }

  @Test func casesOfEnums() throws {
    let cases = try #require(EnumCases(Tone.self))
    #expect(cases.names == ["low", "middle", "high"] && !cases.hasValues)
    #expect(Tone.allCases.map { EnumCases.number(of: $0) } == [0, 1, 2])
    #expect((0..<4).map { cases.value($0, of: Tone.self) } == [.low, .middle, .high, nil])
    #expect(EnumCases(Sample.self) == nil && EnumCases(Int?.self) == nil)
    enum Payload { case a(Int), b }
    #expect(EnumCases(Payload.self)?.hasValues == true)
    enum Single: Codable { case only }
    #expect(try ValueShape(of: Single.self) == .cases(["only"]))
  }
}
