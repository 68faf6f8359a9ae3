public import CoreData

/// A customer; the properties are generated.
public class Customer: NSManagedObject {
  public override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(UUID(), forKey: "identifier")
  }
}

/// Where a customer lives: a value of a class of the shop's own.
public final class Address: NSObject, Codable, Sendable {
  public let street: String
  public let city: String

  public init(street: String, city: String) {
    self.street = street
    self.city = city
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Address else { return false }
    return street == other.street && city == other.city
  }

  public override var hash: Int { street.hashValue ^ city.hashValue }
}
