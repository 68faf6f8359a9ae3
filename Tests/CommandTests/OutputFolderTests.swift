import Foundation
import TestKit
import Testing
import causeway

@Suite struct OutputFolderTests {
  private static let files = [
    OutputFolder.File(name: "A.swift", text: "a\n"), OutputFolder.File(name: "B.swift", text: "b\n"),
  ]

  @Test func writesIntoANewFolderAndNeverOverAFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out/classes").path
    try OutputFolder(path, replacesFiles: false).write(Self.files)
    let a = URL(fileURLWithPath: path).appendingPathComponent("A.swift")
    #expect(try String(contentsOf: a, encoding: .utf8) == "a\n")
    try FileManager.default.removeItem(at: a)
    #expect(
      throws: CommandError("\(path): B.swift is there already; nothing written (--force replaces)")
    ) { try OutputFolder(path, replacesFiles: false).write(Self.files) }
    #expect(!FileManager.default.fileExists(atPath: a.path))
    try OutputFolder(path, replacesFiles: true).write(Self.files)
    #expect(FileManager.default.fileExists(atPath: a.path))
  }

  @Test func refusesWhatIsNoFolder() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("file")
    try Data().write(to: file)
    #expect(throws: CommandError("\(file.path): not a folder")) {
      try OutputFolder(file.path, replacesFiles: false).write(Self.files)
    }
  }
}
