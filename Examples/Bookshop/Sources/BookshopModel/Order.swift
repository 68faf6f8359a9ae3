public import CoreData

/// What a customer ordered, line by line.
public class Order: NSManagedObject {
  public enum State: Int16, Sendable {
    case open, paid, sent
  }

  @NSManaged public var number: Int64
  @NSManaged public var placedAt: Date
  @NSManaged public var customer: Customer?
  @NSManaged public var lines: NSOrderedSet
  @NSManaged private var stateValue: Int16

  @NSManaged public func addToLines(_ value: OrderLine)
  @NSManaged public func removeFromLines(_ value: OrderLine)

  public var state: State {
    get { State(rawValue: stateValue) ?? .open }
    set { stateValue = newValue.rawValue }
  }

  public var total: Decimal { lines.reduce(0) { $0 + (($1 as? OrderLine)?.total ?? 0) } }

  public override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue(Date(), forKey: "placedAt")
  }
}

/// A number of copies of one publication.
public class OrderLine: NSManagedObject {
  @NSManaged public var quantity: Int16
  @NSManaged public var unitPrice: NSDecimalNumber
  @NSManaged public var order: Order?
  @NSManaged public var publication: Publication?

  public var total: Decimal { unitPrice.decimalValue * Decimal(quantity) }
}
