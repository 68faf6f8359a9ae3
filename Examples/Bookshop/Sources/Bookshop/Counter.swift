import BookshopModel
import CoreData

/// Where customers order: an order is edited in a context of its own, whose parent is the view's.
@MainActor struct Counter {
  let shop: Shop

  func newSheet() -> NSManagedObjectContext {
    let sheet = NSManagedObjectContext(.mainQueue)
    sheet.parent = shop.view
    sheet.name = "sheet"
    return sheet
  }

  func customer(_ name: String, email: String?, address: Address? = nil) throws -> Customer {
    let customer = Customer(context: shop.view)
    customer.name = name
    customer.email = email
    customer.address = address
    try shop.view.save()
    return customer
  }

  func publication(_ title: String, in context: NSManagedObjectContext) throws -> Publication? {
    let request = NSFetchRequest<Publication>(entityName: "Publication")
    request.predicate = NSPredicate(format: "title ==[c] %@", title)
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  /// An order that is not saved yet, in a sheet.
  func order(_ titles: [(String, Int16)], for customer: Customer, in sheet: NSManagedObjectContext) throws -> Order {
    let order = Order(context: sheet)
    let buyer = try sheet.existingObject(with: customer.objectID) as? Customer
    order.customer = buyer
    order.number = Int64(buyer?.orders?.count ?? 0)
    for (title, quantity) in titles {
      guard let publication = try publication(title, in: sheet) else { throw ShopError.soldOut(title) }
      let line = OrderLine(context: sheet)
      line.publication = publication
      line.unitPrice = publication.price
      line.quantity = quantity
      order.addToLines(line)
    }
    return order
  }

  /// Into the view, and from there into the store.
  func finish(_ sheet: NSManagedObjectContext) throws {
    try sheet.save()
    try shop.view.save()
  }
}
