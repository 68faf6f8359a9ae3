import CoreData
import Foundation
import SwiftData

// A process of its own for tests of several processes on one store.
//
//   make STORE BOXES             a store with so many boxes
//   soak FACE STORE JOURNAL NAME SECONDS SEED
//   write FACE STORE COUNT PAUSE things one by one, each with the time of its save as its note; PAUSE in milliseconds
//   watch FACE STORE COUNT READY hears of so many things that another process writes; makes the file READY before
//   add FACE STORE CODE COUNT    one thing
//   set FACE STORE CODE COUNT    counts it up to there
//   delete FACE STORE CODE
//   race FACE FOLDER ROUNDS NAME OTHER
//                                opens, in each round at the same moment as the process OTHER, a store that is not there,
//                                adds a thing, and prints the store's identifier
//   hurry FACE STORE NAME SECONDS COUNT
//                                saves without a pause, so many things at a time; prints the number of saves, and the
//                                longest of them in milliseconds
//   old STORE                    a store of the first of two versions
//   new STORE                    opens it as the second: the stage makes the file $READY and waits for the file $GO
//   notes STORE                  opens it as the second with Core Data, and counts

/// Of the whole machine, in nanoseconds.
func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

func worker(_ face: String, _ url: URL) throws -> any Worker {
  face == "coredata" ? try CoreDataWorker(url) : try SwiftDataWorker(url)
}

@MainActor func run(_ arguments: [String]) throws {
  guard arguments.count >= 2 else { throw WorkerError(description: "what is to be done?") }
  switch arguments[0] {
  case "make":
    let context = ModelContext(try Place.swiftData(URL(fileURLWithPath: arguments[1])))
    for number in 0..<(Int(arguments[2]) ?? 0) { context.insert(Box(label: "box\(number)")) }
    try context.save()
  case "soak" where arguments.count == 7:
    let worker = try worker(arguments[1], URL(fileURLWithPath: arguments[2]))
    try Soak(
      worker: worker, journal: Journal(arguments[3]), name: arguments[4], seconds: Double(arguments[5]) ?? 1,
      seed: UInt64(arguments[6]) ?? 1
    ).run()
  case "write" where arguments.count == 5:
    try write(arguments[1], URL(fileURLWithPath: arguments[2]), Int(arguments[3]) ?? 0, Int(arguments[4]) ?? 0)
  case "watch" where arguments.count == 5:
    let watch = Watch(Int(arguments[3]) ?? 0, ready: arguments[4])
    let url = URL(fileURLWithPath: arguments[2])
    if arguments[1] == "coredata" { try watch.coreData(url) } else { try watch.swiftData(url) }
  case "add" where arguments.count == 5:
    try worker(arguments[1], URL(fileURLWithPath: arguments[2]))
      .perform(.insert(code: arguments[3], count: Int(arguments[4]) ?? 0), author: "worker")
  case "set" where arguments.count == 5:
    try worker(arguments[1], URL(fileURLWithPath: arguments[2]))
      .perform(.count(code: arguments[3], from: Change.any, to: Int(arguments[4]) ?? 0), author: "worker")
  case "delete" where arguments.count == 4:
    try worker(arguments[1], URL(fileURLWithPath: arguments[2])).perform(.delete(code: arguments[3]), author: "worker")
  case "race" where arguments.count == 6:
    try Race(
      face: arguments[1], folder: URL(fileURLWithPath: arguments[2]), rounds: Int(arguments[3]) ?? 0,
      name: arguments[4], other: arguments[5]
    ).run()
  case "hurry" where arguments.count == 6:
    let hurry = try Hurry(
      worker: worker(arguments[1], URL(fileURLWithPath: arguments[2])), name: arguments[3],
      count: Int(arguments[5]) ?? 1)
    try hurry.run(Double(arguments[4]) ?? 1)
  case "old" where arguments.count == 2: try Waiting.make(URL(fileURLWithPath: arguments[1]))
  case "new" where arguments.count == 2: try Waiting.open(URL(fileURLWithPath: arguments[1]))
  case "notes" where arguments.count == 2: try Waiting.count(URL(fileURLWithPath: arguments[1]))
  default: throw WorkerError(description: "there is no \(arguments.joined(separator: " "))")
  }
}

func write(_ face: String, _ url: URL, _ count: Int, _ pause: Int) throws {
  let stamp: (Int) throws -> Void
  if face == "coredata" {
    let container = try Place.coreData(url)
    let context = container.newBackgroundContext()
    stamp = { number in
      try context.performAndWait {
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        item.setValue("w\(number)", forKey: "code")
        item.setValue(number, forKey: "count")
        item.setValue("\(now())", forKey: "note")
        try context.save()
        context.reset()
      }
    }
  } else {
    let context = ModelContext(try Place.swiftData(url))
    stamp = { number in
      let item = Item(code: "w\(number)", count: number)
      item.note = "\(now())"
      context.insert(item)
      try context.save()
    }
  }
  for number in 0..<count {
    try stamp(number)
    if pause > 0 { usleep(UInt32(pause) * 1000) }
  }
}

do {
  // Launch arguments of the framework are not this program's.
  try run(Array(CommandLine.arguments.dropFirst().prefix { !$0.hasPrefix("-com.apple.") }))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
