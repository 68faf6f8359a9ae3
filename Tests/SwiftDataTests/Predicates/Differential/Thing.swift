import SwiftData

/// The same things twice: as models, and as plain classes that Foundation alone knows.
enum Things {
  enum Level: Int, Codable, Sendable, CaseIterable { case low = -1, middle = 0, high = 7 }
  enum Color: String, Codable, Sendable, CaseIterable { case red, green = "GREEN" }

  @Model class Thing {
    var number: Int
    var other: Int
    var maybe: Int?
    var small: Int16
    var title: String
    var note: String?
    var real: Double
    var maybeReal: Double?
    var single: Float
    var flag: Bool
    var maybeFlag: Bool?
    var date: Date
    var maybeDate: Date?
    var code: UUID
    var maybeCode: UUID?
    var bytes: Data
    var price: Decimal
    var link: URL?
    var level: Level
    var color: Color?
    var parent: Thing?
    @Relationship(inverse: \Thing.parent) var children: [Thing] = []
    @Relationship(inverse: \Label.things) var labels: [Label]? = []

    init(_ row: Row) {
      (number, other, maybe, small, title, note) = (row.number, row.other, row.maybe, row.small, row.title, row.note)
      (real, maybeReal, single, flag, maybeFlag) = (row.real, row.maybeReal, row.single, row.flag, row.maybeFlag)
      (date, maybeDate, code, maybeCode) = (row.date, row.maybeDate, row.code, row.maybeCode)
      (bytes, price, link, level, color) = (row.bytes, row.price, row.link, row.level, row.color)
    }
  }

  @Model final class SpecialThing: Thing {
    var extra: Int?

    init(_ row: Row, extra: Int?) {
      self.extra = extra
      super.init(row)
    }
  }

  @Model final class Label {
    var name: String
    var things: [Thing] = []

    init(name: String) { self.name = name }
  }

  class PlainThing {
    let row: Row
    var parent: PlainThing?
    var children: [PlainThing] = []
    var labels: [PlainLabel]? = []

    init(_ row: Row) { self.row = row }

    var number: Int { row.number }
    var other: Int { row.other }
    var maybe: Int? { row.maybe }
    var small: Int16 { row.small }
    var title: String { row.title }
    var note: String? { row.note }
    var real: Double { row.real }
    /// As a store keeps it: nil for NaN (`Documentation/QuerySemantics.md`).
    var maybeReal: Double? { row.maybeReal.flatMap { $0.isNaN ? nil : $0 } }
    var single: Float { row.single }
    var flag: Bool { row.flag }
    var maybeFlag: Bool? { row.maybeFlag }
    var date: Date { row.date }
    var maybeDate: Date? { row.maybeDate }
    var code: UUID { row.code }
    var maybeCode: UUID? { row.maybeCode }
    var bytes: Data { row.bytes }
    var price: Decimal { row.price }
    var link: URL? { row.link }
    var level: Level { row.level }
    var color: Color? { row.color }
  }

  final class PlainSpecialThing: PlainThing {
    let extra: Int?

    init(_ row: Row, extra: Int?) {
      self.extra = extra
      super.init(row)
    }
  }

  final class PlainLabel {
    let name: String
    var things: [PlainThing] = []

    init(name: String) { self.name = name }
  }

  struct Row: Sendable {
    var number, other: Int
    var maybe: Int?
    var small: Int16
    var title: String
    var note: String?
    var real: Double
    var maybeReal: Double?
    var single: Float
    var flag: Bool
    var maybeFlag: Bool?
    var date: Date
    var maybeDate: Date?
    var code: UUID
    var maybeCode: UUID?
    var bytes: Data
    var price: Decimal
    var link: URL?
    var level: Level
    var color: Color?
  }
}
