import Foundation
import TestKit
import Testing

@testable import causeway

/// The verbs that read Swift sources, on everything that is none: one clear line, exit 2, nothing written.
@Suite struct BadSourceTests {
  struct Input: Sendable, CustomTestStringConvertible {
    let name: String
    let words: String
    let make: @Sendable (_ path: String) throws -> Void
    var testDescription: String { name }
  }

  static let inputs: [Input] = [
    Input(name: "nothing there", words: "no such folder") { _ in },
    Input(name: "a FIFO", words: "not a folder") { path in
      guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    },
    Input(name: "a FIFO among the files", words: "Odd.swift: not a regular file") { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard mkfifo(path + "/Odd.swift", 0o600) == 0 else { throw POSIXError(.EIO) }
    },
    Input(name: "a file that is not UTF-8", words: "Odd.swift: not UTF-8 text") { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data([0xFF, 0xFE, 0x00, 0xD8]).write(to: URL(fileURLWithPath: path + "/Odd.swift"))
    },
    Input(name: "a Git LFS pointer", words: "a Git LFS pointer, not the source itself") { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n".utf8).write(
        to: URL(fileURLWithPath: path + "/Pointer.swift"))
    },
    Input(name: "a folder without Swift files", words: "holds no Swift files") { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data("hello".utf8).write(to: URL(fileURLWithPath: path + "/notes.txt"))
    },
  ]

  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  @Test(arguments: inputs) func isRefusedByEveryVerb(_ input: Input) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Sources").path
    try input.make(path)
    let before = try FolderSnapshot(folder.url)
    for words in [
      ["portable", path], ["portable", path, "--apply"], ["portable", path, "--json"],
      ["check", "--model", Self.model, "--swift", path],
    ] {
      let captured = CapturedOutput()
      #expect(Tool.run(words, console: captured.console) == .failure, "\(words)")
      #expect(captured.output == "", "\(words)")
      let lines = captured.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines.first?.hasPrefix("causeway: ") == true, "\(words): \(captured.errors)")
      #expect(captured.errors.contains(path) && captured.errors.contains(input.words), "\(captured.errors)")
    }
    #expect(try FolderSnapshot(folder.url) == before)
  }
}
