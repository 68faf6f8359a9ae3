import SwiftData

struct Place: Codable, Equatable {
  var street: String
  var number: Int?
  var position: Position?

  struct Position: Codable, Equatable {
    var latitude: Double
    var longitude: Double
  }
}

struct Wish: Codable, Equatable {
  var kind: Kind
  var mood: Temper
  var tags: [String]
  var counts: [String: Int]
  var id: UUID
  var since: Date
  var price: Decimal
  var link: URL?
  var short: Int16

  enum Kind: Int, Codable { case book = 1, toy = 2 }

  // Renamed keys do not rename columns.
  enum CodingKeys: String, CodingKey {
    case kind = "k", mood, tags, counts, id, since, price = "p", link, short
  }
}

enum Temper: Codable, CaseIterable { case calm, wild, `default` }
enum Level: Int8, Codable { case low = -1, high = 7 }

struct Step: Codable, Equatable, Hashable {
  var text: String
  var minutes: Int
}

@Model final class Person {
  var name: String
  var home: Place
  var work: Place?
  var wish: Wish?
  var mood: Temper = Temper.wild
  var oldMood: Temper?
  var level: Level = Level.low
  var words: [String] = []
  var numbers: [Int]? = nil
  var steps: [Step] = []
  var seen: Set<Int> = []
  var scores: [String: Double] = [:]
  var blobs: [Data] = []

  init(name: String, home: Place) {
    self.name = name
    self.home = home
  }
}
