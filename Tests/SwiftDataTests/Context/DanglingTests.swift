import Foundation
import ObjectGraph
import SQLiteDriver
import SwiftData
import TestKit
import Testing

/// Rows that refer to rows which are not there.
@Suite struct DanglingTests {
  @Test func danglingToOnes() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("d.store")
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(for: Ctx.Sheet.self, Ctx.Pin.self, configurations: ModelConfiguration(url: url)))
    }
    let context = try open()
    context.insert(Ctx.Sheet(number: 1, card: Ctx.Card(code: 5)))
    context.insert(Ctx.Sheet(number: 2, card: Ctx.Card(code: 6)))
    let pin = Ctx.Pin(label: "p")
    pin.note = try Ctx.Note(text: "n", topic: nil)
    context.insert(pin)
    try context.save()
    let connection = try Connection(path: url.path, mode: .readWrite, busyTimeout: .seconds(1))
    try connection.execute("DELETE FROM ZCARD WHERE ZCODE = 5; DELETE FROM ZNOTE")
    let second = try open()
    let sheets = try second.fetch(FetchDescriptor<Ctx.Sheet>(sortBy: [SortDescriptor(\.number)]))
    #expect(sheets[0].card.isDeleted && sheets[0].card.code == 0 && sheets[0].card.modelContext == nil)
    #expect(sheets[1].card.code == 6 && !sheets[1].card.isDeleted)
    #expect(
      Notice.wasShown(
        "Sheet.card of row \(sheets[0].number) leads to no row, but is mandatory; it reads as a deleted model"))
    #expect(try second.fetch(FetchDescriptor<Ctx.Pin>()).map { $0.note == nil } == [true])
    #expect(!second.hasChanges)
    sheets[0].number = 7
    sheets[1].number = 8
    // The mandatory one has to be set anew before its row can be saved.
    sheets[0].card = sheets[1].card
    try second.save()
    #expect(try SQLiteText.read(url, "SELECT group_concat(ZCARD) FROM ZSHEET") == "2,2")
  }
}
