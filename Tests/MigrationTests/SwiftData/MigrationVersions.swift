import Foundation
import SwiftData

/// Four versions of a library: a property is added that an initialiser fills, one is renamed and becomes mandatory, an
/// entity is split.
enum Shop1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }

  @Model final class Book {
    var title_: String?
    var isbn: String
    @Relationship(deleteRule: .cascade, inverse: \Loan.book) var loans: [Loan] = []
    init(title_: String?, isbn: String) {
      self.title_ = title_
      self.isbn = isbn
    }
  }

  @Model final class Loan {
    var member: String
    var book: Book?
    init(member: String, book: Book?) {
      self.member = member
      self.book = book
    }
  }
}

enum Shop2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self] }
  static var versionIdentifier: Schema.Version { .init(2, 0, 0) }

  @Model final class Book {
    var title_: String?
    var isbn: String
    var pages: Int
    @Relationship(deleteRule: .cascade, inverse: \Loan.book) var loans: [Loan] = []
    init(title_: String?, isbn: String, pages: Int = 7) {
      self.title_ = title_
      self.isbn = isbn
      self.pages = pages
    }
  }

  @Model final class Loan {
    var member: String
    var book: Book?
    init(member: String, book: Book?) {
      self.member = member
      self.book = book
    }
  }
}

enum Shop3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self, Member.self] }
  static var versionIdentifier: Schema.Version { .init(3, 0, 0) }

  @Model final class Book {
    @Attribute(originalName: "title_") var title: String
    var isbn: String
    var pages: Int
    @Relationship(deleteRule: .cascade, inverse: \Loan.book) var loans: [Loan] = []
    init(title: String, isbn: String, pages: Int) {
      self.title = title
      self.isbn = isbn
      self.pages = pages
    }
  }

  @Model final class Loan {
    var member: Member?
    var book: Book?
    init(member: Member?, book: Book?) {
      self.member = member
      self.book = book
    }
  }

  @Model final class Member {
    var name: String
    @Relationship(inverse: \Loan.member) var loans: [Loan] = []
    init(name: String) { self.name = name }
  }
}

enum Shop4: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Book.self, Loan.self, Member.self] }
  static var versionIdentifier: Schema.Version { .init(4, 0, 0) }

  @Model final class Book {
    var title: String
    var isbn: String
    var pages: Int
    var isArchived: Bool = false
    @Relationship(deleteRule: .cascade, inverse: \Loan.book) var loans: [Loan] = []
    init(title: String, isbn: String, pages: Int) {
      self.title = title
      self.isbn = isbn
      self.pages = pages
    }
  }

  @Model final class Loan {
    var member: Member?
    var book: Book?
    init(member: Member?, book: Book?) {
      self.member = member
      self.book = book
    }
  }

  @Model final class Member {
    var name: String
    @Relationship(inverse: \Loan.member) var loans: [Loan] = []
    init(name: String) { self.name = name }
  }
}

/// What the custom stage of a plan does, and how often: plans are types, so each test that changes it runs alone.
enum StageProbe {
  // Unchecked because one serialized suite uses them.
  nonisolated(unsafe) static var will: (ModelContext) throws -> Void = { _ in }
  nonisolated(unsafe) static var did: (ModelContext) throws -> Void = { _ in }
  nonisolated(unsafe) static var calls: [String] = []

  /// Members become objects, and a book without a title gets one.
  static func reset() {
    calls = []
    will = { context in
      for book in try context.fetch(FetchDescriptor<Shop2.Book>()) where book.title_ == nil { book.title_ = "Untitled" }
      try context.save()
    }
    did = { context in
      let source = try requireSource(context)
      var members: [String: Shop3.Member] = [:]
      for loan in try context.fetch(FetchDescriptor<Shop3.Loan>()) {
        guard let old = try source.existingModel(for: loan.persistentModelID) as? Shop2.Loan else { continue }
        let member = members[old.member] ?? Shop3.Member(name: old.member)
        members[old.member] = member
        loan.member = member
      }
      try context.save()
    }
  }

  struct NoSource: Error {}
}

/// The older version's context, which a custom stage has.
private func requireSource(_ context: ModelContext) throws -> ModelContext {
  guard let source = context.migrationSource else { throw StageProbe.NoSource() }
  return source
}

enum ShopPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Shop1.self, Shop2.self, Shop3.self, Shop4.self] }
  static var stages: [MigrationStage] {
    [
      .lightweight(fromVersion: Shop1.self, toVersion: Shop2.self),
      .custom(
        fromVersion: Shop2.self, toVersion: Shop3.self,
        willMigrate: { context in
          StageProbe.calls.append("will")
          try StageProbe.will(context)
        },
        didMigrate: { context in
          StageProbe.calls.append("did")
          try StageProbe.did(context)
        }),
      .lightweight(fromVersion: Shop3.self, toVersion: Shop4.self),
    ]
  }
}
