import Foundation
import SwiftData

/// Models for tests of contexts: unique values of every kind, and relationships with and without inverse.
enum Ctx {
  @Model final class Publisher {
    @Attribute(.unique) var name: String
    var city: String?
    @Relationship(inverse: \Issue.publisher) var issues: [Issue] = []

    init(name: String, city: String? = nil) {
      self.name = name
      self.city = city
    }
  }

  @Model final class Issue {
    #Unique<Issue>([\.publisher, \.number])
    var number: Int
    var title: String
    var publisher: Publisher?
    @Relationship(inverse: \Topic.issues) var topics: [Topic] = []

    init(number: Int, title: String = "", publisher: Publisher? = nil) {
      self.number = number
      self.title = title
      self.publisher = publisher
    }
  }

  @Model final class Topic {
    @Attribute(.unique) var word: String
    var weight: Double = 1
    var issues: [Issue] = []

    init(word: String) { self.word = word }
  }

  @Model final class Member {
    #Unique<Member>([\.first, \.last])
    var first: String
    var last: String
    var age: Int
    @Relationship(deleteRule: .cascade, inverse: \Card.member) var card: Card?

    init(_ first: String, _ last: String, age: Int, card: Card? = nil) {
      self.first = first
      self.last = last
      self.age = age
      self.card = card
    }
  }

  @Model final class Card {
    var code: Int
    var member: Member?
    init(code: Int) { self.code = code }
  }

  struct Refusal: Error {}

  /// Its initializer can throw after the relationship is set.
  @Model final class Note {
    var text: String
    var topic: Topic?

    init(text: String, topic: Topic?, fails: Bool = false) throws {
      self.text = text
      self.topic = topic
      if fails { throw Refusal() }
    }
  }

  @Model final class Pin {
    var label: String
    /// Without inverse.
    var note: Note?
    init(label: String) { self.label = label }
  }

  @Model final class Sheet {
    var number: Int
    var card: Card
    init(number: Int, card: Card) {
      self.number = number
      self.card = card
    }
  }

  static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Publisher.self, Issue.self, Topic.self, Member.self, Card.self, Note.self, Pin.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }
}
