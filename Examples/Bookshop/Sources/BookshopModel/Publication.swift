public import CoreData

/// What the shop sells; abstract in the model.
public class Publication: NSManagedObject {
  @NSManaged public var isbn: String
  @NSManaged public var title: String
  @NSManaged public var price: NSDecimalNumber
  @NSManaged public var publishedOn: Date?
  @NSManaged public var keywords: [String]?
  @NSManaged public var authors: Set<Author>
  @NSManaged public var category: Category?
  @NSManaged public var publisher: Publisher?
  @NSManaged public var stock: StockItem?
  @NSManaged public var lines: NSSet?
  @NSManaged public var reviews: NSSet?

  @NSManaged public func addToAuthors(_ value: Author)
  @NSManaged public func removeFromAuthors(_ value: Author)
  @NSManaged public func addToReviews(_ value: Review)

  /// The section that it is listed in.
  public var shelfName: String { category?.name ?? "Other" }

  public var stars: Double? { value(forKeyPath: "reviews.@avg.stars") as? Double }

  public override func validateForInsert() throws {
    try super.validateForInsert()
    guard isbn.hasPrefix("978") else { throw ShopError.wrongNumber(isbn) }
  }
}

/// What the model's own rules cannot say.
public enum ShopError: Error, Equatable {
  case wrongNumber(String)
  case soldOut(String)
}
