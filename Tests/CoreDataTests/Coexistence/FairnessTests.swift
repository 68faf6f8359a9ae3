import CoreData
import Foundation
import SQLiteDriver
import TestKit
import Testing

/// Writers that never pause, on one file.
@Suite(.serialized) struct FairnessTests {
  /// None of three processes keeps the others from writing until their deadline (5 s with SwiftData): a save that is late
  /// is an error, which ends its process. With one thing a save they are short, with 500 the lock is hardly ever free.
  @Test(arguments: [1, 500]) func nobodyIsKeptFromWriting(things: Int) throws {
    let seconds = FullRun.isOn ? 30.0 : 2.5
    let stack = try SharedStack()
    try stack.worker("make", stack.url.path, "1")
    let program = try SharedStack.program
    let writers = try ["swiftdata", "coredata", "swiftdata"].enumerated().map { number, face in
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = ["hurry", face, stack.url.path, "w\(number)", "\(seconds)", "\(things)"]
      process.standardOutput = output
      process.standardError = output
      try process.run()
      return (process, output)
    }
    var saves: [Int] = []
    var longest: [Int] = []
    for (process, output) in writers {
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(text)")
      let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      guard numbers.count == 2 else { continue }
      saves.append(numbers[0])
      longest.append(numbers[1])
    }
    print("saves of \(things) by 3 processes without a pause: \(saves), the longest of each \(longest) ms")
    #expect(saves.count == 3 && saves.allSatisfy { $0 > 0 })
    let connection = try Connection(path: stack.url.path, mode: .readOnly)
    #expect(try connection.integer("SELECT count(*) FROM ZITEM") == Int64(saves.reduce(0, +) * things))
  }

  /// A deadline that is over says what it waited for, and how long.
  @Test func theErrorSaysWhoHasTheLock() throws {
    let stack = try SharedStack()
    let container = try stack.coreData(timeout: 0.05)
    let context = container.newBackgroundContext()
    let holder = try Connection(path: stack.url.path, mode: .readWrite)
    try holder.execute("BEGIN IMMEDIATE")
    context.performAndWait {
      let item = CDItem(context: context)
      (item.code, item.count) = ("a", 1)
      let error = #expect(throws: NSError.self) { try context.save() }
      let text = error?.localizedDescription ?? ""
      #expect(text.contains(stack.url.path) && text.contains("within 50 ms"), "\(text)")
      #if os(Linux)
        #expect(text.contains("locked by another connection of this process"), "\(text)")
      #endif
      #expect(context.hasChanges)
    }
    try holder.execute("ROLLBACK")
    try context.performAndWait { try context.save() }
  }
}
