public import SwiftData

enum MacroShelf: String, Codable { case fiction, science }

public enum Archive {
  @Model public final class Box {
    public var label: String
    @Attribute(.externalStorage) public var content: Data?

    public init(label: String) { self.label = label }
  }
}

@Model class MacroBook {
  #Unique<MacroBook>([\.isbn], [\.title, \.pages])
  #Index<MacroBook>([\.title], [\.title, \.pages])
  @Attribute(originalName: "name") var title: String
  var isbn: UUID
  var pages: Int = 12
  var `default` = "x"
  var shelf: MacroShelf = .fiction
  var subtitle: String?
  var author: MacroAuthor?
  var tags: [String] = []
  var price: Decimal = 0
  @Attribute(.transformable(by: "MyTransformer")) var cover: Data?
  @Transient var isOpen = false
  var short: String { String(title.prefix(3)) }

  init(title: String, isbn: UUID = UUID()) {
    self.title = title
    self.isbn = isbn
  }
}

@Model final class MacroAuthor {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \MacroBook.author) var books: [MacroBook] = []
  var boxes: [Archive.Box]?

  init(name: String) { self.name = name }
}

@Model final class Unstorable {
  var pair: Range<Int> = 0..<1
  init() {}
}
