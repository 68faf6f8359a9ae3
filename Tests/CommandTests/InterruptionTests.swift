import Foundation
import TestKit
import Testing

@testable import causeway

/// A command that is stopped leaves nothing, and a store that is made is whole.
@Suite struct InterruptionTests {
  private let folder: TemporaryFolder
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  init() throws { folder = try TemporaryFolder() }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aStoppedSeedLeavesNothing(_ number: Int32) throws {
    let process = Process()
    process.executableURL = BuiltCommand.url
    process.arguments = ["seed", Self.model, "--rows", "4000", "-o", folder.file("Library.sqlite").path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Somewhere in the middle: the store is there and grows.
    var rounds = 0
    while try size() < 50_000, process.isRunning, rounds < 3000 {
      usleep(10_000)
      rounds += 1
    }
    #expect(try process.isRunning && !names().isEmpty, "the seed was done too soon to be stopped")
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
    #expect(try names() == [])
  }

  /// Bytes of the files that are being made.
  private func size() throws -> Int {
    var sum = 0
    for name in try names() {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.file(name).path)) ?? []
      for file in files {
        let path = folder.file(name).path + "/" + file
        sum += (try? Data(contentsOf: URL(fileURLWithPath: path)).count) ?? 0
      }
    }
    return sum
  }

  private func seed(_ path: String) -> (status: causeway.ExitStatus, errors: String) {
    let captured = CapturedOutput()
    let words = ["seed", Self.model, "--version", "Library 2", "--rows", "2", "-o", path]
    return (Tool.run(words, console: captured.console), captured.errors)
  }

  @Test func aSeededStoreStandsAloneInItsPlace() throws {
    let path = folder.file("Library.sqlite").path
    #expect(seed(path).status == .fine)
    #expect(try names().filter { !$0.hasSuffix("_SUPPORT") } == ["Library.sqlite"])
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(seed(path).errors.contains("exists already"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try names().filter { !$0.hasSuffix("_SUPPORT") } == ["Library.sqlite"])
  }

  @Test func aLinkToNoFileIsFollowed() throws {
    let target = folder.file("there")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
    let link = folder.file("Link.sqlite")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: target.appendingPathComponent("Real.sqlite"))
    #expect(seed(link.path).status == .fine)
    #expect(FileManager.default.fileExists(atPath: target.appendingPathComponent("Real.sqlite").path))
  }

  /// A folder of large values that an earlier store of the name left takes the new ones.
  @Test func membersMoveIntoAFolderThatIsThere() throws {
    let place = folder.file("out")
    for name in ["sub/deep", ""] {
      try FileManager.default.createDirectory(
        at: place.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    try Data("old".utf8).write(to: place.appendingPathComponent("sub/deep/a"))
    let staging = try StagingFolder(in: place)
    let inner = staging.url.appendingPathComponent("sub/deep")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data("new".utf8).write(to: inner.appendingPathComponent("b"))
    try staging.move()
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["sub"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.path + "/sub/deep").sorted() == ["a", "b"])

    let second = try StagingFolder(in: place)
    try FileManager.default.createDirectory(
      at: second.url.appendingPathComponent("sub/deep"), withIntermediateDirectories: true)
    for name in ["a", "c"] { try Data().write(to: second.url.appendingPathComponent("sub/deep/\(name)")) }
    #expect(throws: CommandError.self) { try second.move() }
    second.discard()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.path + "/sub/deep").sorted() == ["a", "b"])
    #expect(try String(contentsOf: place.appendingPathComponent("sub/deep/a"), encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["sub"])
  }
}
