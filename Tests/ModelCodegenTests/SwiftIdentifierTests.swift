import ModelCodegen
import Testing

@Suite struct SwiftIdentifierTests {
  @Test(arguments: [
    ("title", "title"), ("class", "`class`"), ("Type", "`Type`"), ("await", "`await`"), ("open", "open"),
    ("größe", "größe"), ("_private", "_private"), ("_", "`_`"), ("2fast", "`2fast`"), ("my-name", "`my-name`"),
  ])
  func escapes(_ name: String, _ expected: String) {
    #expect(SwiftIdentifier.escaped(name) == expected)
  }

  @Test(arguments: ["", " ", "a`b", "a\\b", "a\nb"])
  func refuses(_ name: String) {
    #expect(SwiftIdentifier.escaped(name) == nil)
  }
}
