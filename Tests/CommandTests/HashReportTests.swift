import ModelDescription
import Testing
import causeway

@Suite struct HashReportTests {
  private static func model(_ attribute: String) throws -> ResolvedModel {
    try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(name: "Book", attributes: [AttributeDescription(name: attribute, type: .string)])
      ]))
  }

  @Test func marksVersionsThatHashAlike() throws {
    let report = HashReport([
      ("1", try Self.model("title")), ("2", try Self.model("name")), ("3", try Self.model("title")),
    ])
    let captured = CapturedOutput()
    report.print(on: captured.console)
    let lines = captured.output.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.contains("hashes like") } == ["  hashes like 3", "  hashes like 1"])
    #expect(lines.filter { $0.hasPrefix("  Book  ") }.map(\.count) == [72, 72, 72])
    #expect(report.json.text.contains("\"format\": 1"))
  }
}
