import Foundation
import ObjectGraph
import SwiftData
import TestKit
import Testing

@testable import SwiftData

/// What contexts keep, and what paging costs.
@Suite(.serialized) struct MemoryTests {
  /// Resident memory in megabytes.
  private static var resident: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return kilobytes / 1024
  }

  /// Other tests run beside this one, so it is the growth that counts, with room for theirs.
  @Test func manyInsertsInOneContext() throws {
    let total = FullRun.isOn ? 1_000_000 : 20_000
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Ctx.Topic.self, Ctx.Pin.self, Ctx.Note.self,
      configurations: ModelConfiguration(url: folder.url.appendingPathComponent("m.store")))
    let context = ModelContext(container)
    let before = Self.resident
    var highest = 0
    for index in 1...total {
      context.insert(Ctx.Pin(label: "pin number \(index)"))
      if index % 1000 == 0 {
        try context.save()
        highest = max(highest, Self.resident - before)
      }
    }
    #expect(highest < 300, "\(highest) MB more")
    #expect(context.graph.registeredCount == 0)
    #expect(try context.fetchCount(FetchDescriptor<Ctx.Pin>()) == total)
    print("\(total) inserts, saved every 1,000: \(highest) MB more than before")
  }

  @Test func cleanModelsThatNobodyHoldsGo() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    for code in 0..<100 { context.insert(Ctx.Card(code: code)) }
    #expect(context.graph.registeredCount == 100)
    try context.save()
    #expect(context.graph.registeredCount == 0)
    let held = try context.fetch(FetchDescriptor<Ctx.Card>()).prefix(3)
    #expect(context.graph.registeredCount == 100 || context.graph.registeredCount == 3)
    #expect(held.count == 3)
  }

  @Test(.enabled(if: FullRun.isOn)) func pagesCostAtMostThreeTimesAWholeFetch() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Ctx.Pin.self, Ctx.Note.self, Ctx.Topic.self,
      configurations: ModelConfiguration(url: folder.url.appendingPathComponent("p.store")))
    let writer = ModelContext(container)
    for index in 1...200_000 {
      writer.insert(Ctx.Pin(label: "pin \(index)"))
      if index % 10_000 == 0 { try writer.save() }
    }
    func time(_ body: () throws -> Void) rethrows -> Double {
      let start = ContinuousClock.now
      try body()
      return (ContinuousClock.now - start) / .seconds(1)
    }
    let whole: Double = try time {
      let pins = try ModelContext(container).fetch(FetchDescriptor<Ctx.Pin>())
      #expect(pins.count == 200_000)
    }
    let paged = try time {
      let context = ModelContext(container)
      var count = 0
      for offset in stride(from: 0, to: 200_000, by: 1000) {
        var page = FetchDescriptor<Ctx.Pin>()
        (page.fetchOffset, page.fetchLimit) = (offset, 1000)
        count += try context.fetch(page).count
      }
      #expect(count == 200_000)
    }
    print("200,000 rows: \(whole) s at once, \(paged) s in pages of 1,000")
    #expect(paged <= 3 * whole)
  }
}
