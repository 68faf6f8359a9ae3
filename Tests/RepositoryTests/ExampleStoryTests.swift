import Foundation
import TestKit
import Testing

/// `Scripts/run-example`, the main job that `make run` shows, with the programs of this build.
@Suite struct ExampleStoryTests {
  private let folder: TemporaryFolder
  private let built: BuiltPackage

  /// A copy of the example with a `swift` on its path that compiles against this build instead of building packages.
  init() throws {
    folder = try TemporaryFolder()
    built = try BuiltPackage()
    let (root, files) = (SharedMaterial.packageRoot, FileManager.default)
    for name in ["Scripts", "Examples/Library", ".build", "bin"] {
      try files.createDirectory(at: folder.file(name), withIntermediateDirectories: true)
    }
    try files.copyItem(at: root.appendingPathComponent("Scripts/run-example"), to: folder.file("Scripts/run-example"))
    for name in ["Package.swift", "Library.xcdatamodeld", "Sources"] {
      try files.copyItem(
        at: root.appendingPathComponent("Examples/Library/\(name)"), to: folder.file("Examples/Library/\(name)"))
    }
    try files.createSymbolicLink(at: folder.file(".build/debug"), withDestinationURL: built.folder)
    let house = try built.makeLibrary(folder.file("libHouse.so"))
    let program = folder.file("Examples/Library/.build/debug/Library")
    let words =
      ["swiftc", "-Onone", "-swift-version", "6", "-module-name", "Library", "-o", program.path]
      + built.importArguments + house + ["-parse-as-library"]
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    try Data(
      """
      #!/bin/sh
      echo "$*" >>'\(folder.file("swift.log").path)'
      case "$*" in *--package-path*)
        mkdir -p Examples/Library/.build/debug
        PATH=$REAL_PATH exec \(command) $(find Examples/Library/Sources -name '*.swift')
      esac

      """.utf8
    ).write(to: folder.file("bin/swift"))
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("bin/swift").path)
  }

  @Test func theStoryIsTold() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let outcome = try Subprocess(
      ["bash", folder.file("Scripts/run-example").path],
      environment: ["PATH": folder.file("bin").path + ":" + path, "REAL_PATH": path]
    ).run()
    let text = outcome.output
    #expect(outcome.isFine, "\(text)")
    var rest = text[...]
    // Each step follows the one before it.
    for words in [
      "── 1. A store", "$ causeway seed ", "Library.sqlite",
      "── 2. What is in it", "$ causeway inspect ", "Book  number 1, table ZBOOK, 12 rows", "Loan/p1\n", "  dueAt ",
      "── 3. The model as SwiftData classes", "$ causeway generate ", "Shelf.books",
      "── 4. Do they pair?", "  same: the store is version \"Library 2\" of the model",
      "  fits: the classes open a store of version \"Library 2\" of the model as it is.",
      "── 6. It opens the store", "Overdue loans in ", " in all\n", "Shelf ", "from left to right:",
      "Lent \"", "\" to Ada Lovelace, due yesterday, and saved.",
      "Overdue loans after opening the store again:", "Ada Lovelace: ", " in all\n", "from left to right:",
      "── 7. Still Core Data's store", "  same: the store is version \"Library 2\" of the model",
    ] {
      let found = try #require(rest.range(of: words), "\(words) is not in what follows: \(rest.prefix(2000))")
      rest = rest[found.upperBound...]
    }
    let counts = text.matches(of: /(\d+) in all\n/).compactMap { Int($0.1) }
    #expect(counts.count == 2 && counts.first.map { $0 + 1 } == counts.last, "one overdue loan more: \(counts)")
    // Shelves stand in the order that the Core Data model keeps, before and after.
    let shelves = text.matches(of: /Shelf .*, from left to right:\n((?:  .*\n)+)/).map { String($0.1) }
    #expect(shelves.count == 2 && shelves.first == shelves.last)
    let calls = try String(contentsOf: folder.file("swift.log"), encoding: .utf8).split(separator: "\n")
    #expect(
      calls == [
        "build --product causeway", "build --product causeway-source", "build --package-path Examples/Library",
      ])
  }
}
