import ModelCodegen
import ModelDescription
import Testing

@Suite struct ModelGeneratorTests {
  private func file(_ name: String, of model: ModelDescription) throws -> String {
    let code = try ModelGenerator(model, title: "Library 2").generate()
    return try #require(code.files.first { $0.name == name }).text
  }

  @Test func writesAClass() throws {
    let text = try file("Book.swift", of: Models.library)
    #expect(
      text == #"""
        // Book.swift
        // Written by causeway from the entity Book of Library 2.

        import Foundation
        import SwiftData

        @Model
        final class Book {
          #Unique<Book>([\.title, \.`default`])
          #Index<Book>([\.title])

          @Attribute(originalName: "name")
          var title: String
          var pages: Int32? = 0
          @Attribute(.externalStorage)
          var cover: Data?
          @Attribute(.transformable(by: "NSSecureUnarchiveFromData"))
          var keywords: [String]?
          var price: Decimal = Decimal(sign: .plus, exponent: -2, significand: 1999)
          var loanCount: Int = 0
          @Attribute(originalName: "isDeleted")
          var isDeletedValue: Bool = false
          var `default`: String

          @Relationship(deleteRule: .cascade, inverse: \Loan.book)
          var loans: [Loan]? = []

          init(title: String, `default`: String) {
            self.title = title
            self.`default` = `default`
          }
        }

        """#)
  }

  @Test func writesTheInverseOnOneSide() throws {
    let text = try file("Loan.swift", of: Models.library)
    #expect(
      text == #"""
        // Loan.swift
        // Written by causeway from the entity Loan of Library 2.

        import Foundation
        import SwiftData

        @Model
        final class Loan {
          var dueAt: Date
          var renewals: Int16 = 0

          var book: Book

          init(dueAt: Date, book: Book) {
            self.dueAt = dueAt
            self.book = book
          }
        }

        """#)
  }

  @Test func qualifiesAndEscapes() throws {
    let text = try file("Data.swift", of: Models.awkward)
    #expect(
      text == #"""
        // Data.swift
        // Written by causeway from the entity Data of Library 2.

        import Foundation
        import SwiftData

        @Model
        final class Data {
          var bytes: Foundation.Data
          var `class`: String?
          @Attribute(originalName: "Type")
          var typeValue: Int16 = 7

          @Relationship(inverse: \Data.parent)
          var children: [Data]? = []
          var parent: Data?
          @Relationship(inverse: \Task.data)
          var tasks: [Task] = []

          init(bytes: Foundation.Data) {
            self.bytes = bytes
          }
        }

        """#)
    #expect(try file("Type.swift", of: Models.awkward).contains("final class `Type`: Task {\n  override init(title:"))
  }

  @Test func writesFamiliesAndComposites() throws {
    let text = try file("Errand.swift", of: Models.awkward)
    #expect(
      text == #"""
        // Errand.swift
        // Written by causeway from the entity Errand of Library 2.

        import Foundation
        import SwiftData

        @available(iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26, *)
        @Model
        final class Errand: Task {
          var place: Place?
          var due: Date

          init(title: String, due: Date) {
            self.due = due
            super.init(title: title)
          }
        }

        """#)
    #expect(
      try file("Place.swift", of: Models.awkward).hasSuffix(
        """
        struct Place: Codable, Hashable {
          var street: String?
          var number: Int32 = 1
        }

        """))
  }

  @Test func reportsWhatIsNotSaid() throws {
    let code = try ModelGenerator(Models.library, title: "Library").generate()
    #expect(
      code.findings(.unsaid).map(\.description) == [
        "model: configuration: Local: give a ModelConfiguration of its own a schema of Book",
        "Book.title: validation: at least 1 character; not checked by the classes",
        "Book.loanCount: derived: derived as loans.@count; the store keeps it",
        "Book.loans: ordered: SwiftData's arrays have no stored order; the store keeps it",
        "Book: index: the index byLength is over the expression title.length, which SwiftData cannot say; left out",
      ])
    #expect(
      code.findings(.note).map(\.description) == [
        "model: transformable: the transformer NSSecureUnarchiveFromData of Book.keywords is built in; nothing to"
          + " register",
        "Book: code generation: its class in Core Data is CDBook; SwiftData's is called as the entity",
        "Book.isDeleted: name: SwiftData or Swift uses this name; the property is called isDeletedValue",
        "Book: index: SwiftData gives the index byTitle a name of its own",
      ])
    let awkward = try ModelGenerator(Models.awkward, title: "Library").generate()
    #expect(awkward.findings(.leftOut).map(\.subject) == ["Errand.owner"])
  }

  @Test func isDeterministic() throws {
    var shuffled = Models.awkward
    shuffled.entities.reverse()
    let code = try ModelGenerator(Models.awkward, title: "A").generate()
    #expect(try ModelGenerator(shuffled, title: "A").generate() == code)
  }

  @Test func refusesABrokenModel() {
    let model = ModelDescription(entities: [
      EntityDescription(
        name: "A", relationships: [RelationshipDescription(name: "b", destinationEntityName: "B", isToMany: false)])
    ])
    #expect(throws: ModelError.self) { try ModelGenerator(model, title: "A").generate() }
  }
}
