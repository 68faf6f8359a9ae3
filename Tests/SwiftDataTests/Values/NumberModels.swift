import SwiftData

struct Reading: Codable, Equatable {
  var level: Double
  var spare: Double?
}

enum Mass: UInt64, Codable { case light = 1, heavy = 0xFFFF_FFFF_FFFF_FFFF }

@Model final class Measure {
  var name: String
  var price: Decimal = Decimal(1)
  var offer: Decimal?
  var real: Double = 0
  var narrow: Float = 0
  var day: Date = Date(timeIntervalSinceReferenceDate: 0)
  var maybe: Double?
  var maybeDay: Date?
  var maybeNarrow: Float?
  var word: UInt64 = 0
  var maybeWord: UInt?
  var mass: Mass = Mass.light
  var reading: Reading?
  @Attribute(.externalStorage) var picture: Data?

  init(_ name: String) { self.name = name }
}
