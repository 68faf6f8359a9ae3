import BookshopModel
import CoreData

/// Whole tables at a time, past the contexts; what changed is merged into the view afterwards.
struct Stocktaking {
  let shop: Shop

  /// A row of stock for each title that has none, from a handler; how many.
  func fill(copies: Int32) async throws -> Int {
    let isbns = try await shop.container.performBackgroundTask { context in
      let request = NSFetchRequest<NSDictionary>(entityName: "Publication")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["isbn"]
      request.predicate = NSPredicate(format: "stock == nil")
      request.sortDescriptors = [NSSortDescriptor(key: "isbn", ascending: true)]
      return try context.fetch(request).compactMap { $0["isbn"] as? String }
    }
    let shop = shop
    return try await shop.container.performBackgroundTask { context in
      var rest = isbns.enumerated().makeIterator()
      let insert = NSBatchInsertRequest(entity: StockItem.entity()) { (row: NSMutableDictionary) in
        guard let (number, isbn) = rest.next() else { return true }
        row["isbn"] = isbn
        row["copies"] = copies
        row["shelf"] = number.isMultiple(of: 2) ? "A" : "B"
        return false
      }
      insert.resultType = .objectIDs
      let result = try context.execute(insert) as? NSBatchInsertResult
      let ids = result?.result as? [NSManagedObjectID] ?? []
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSInsertedObjectIDsKey: ids], into: [shop.view])
      return ids.count
    }
  }

  /// Connects the rows with their titles, which a batch insert cannot.
  func connect() async throws -> Int {
    try await shop.container.performBackgroundTask { context in
      context.transactionAuthor = "stock"
      let request = StockItem.fetchRequest()
      request.predicate = NSPredicate(format: "publication == nil")
      let items = try context.fetch(request)
      for item in items {
        let titles = NSFetchRequest<Publication>(entityName: "Publication")
        titles.predicate = NSPredicate(format: "isbn == %@", item.isbn ?? "")
        item.publication = try context.fetch(titles).first
      }
      try context.save()
      return items.count
    }
  }

  /// A delivery for one shelf; how many rows it touched.
  func deliver(_ copies: Int, shelf: String) async throws -> Int {
    let shop = shop
    return try await shop.container.performBackgroundTask { context in
      let update = NSBatchUpdateRequest(entityName: "StockItem")
      update.predicate = NSPredicate(format: "shelf == %@", shelf)
      update.propertiesToUpdate = [
        "copies": StoreExpression(
          forFunction: "add:to:",
          arguments: [StoreExpression(forKeyPath: "copies"), StoreExpression(forConstantValue: copies)])
      ]
      update.resultType = .updatedObjectIDsResultType
      let result = try context.execute(update) as? NSBatchUpdateResult
      let ids = result?.result as? [NSManagedObjectID] ?? []
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: ids], into: [shop.view])
      return ids.count
    }
  }

  /// Throws out hidden reviews; how many.
  func removeHiddenReviews() async throws -> Int {
    let shop = shop
    return try await shop.container.performBackgroundTask { context in
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Review")
      request.predicate = NSPredicate(format: "isHidden == YES")
      let delete = NSBatchDeleteRequest(fetchRequest: request)
      delete.resultType = .resultTypeObjectIDs
      let result = try context.execute(delete) as? NSBatchDeleteResult
      let ids = result?.result as? [NSManagedObjectID] ?? []
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: ids], into: [shop.view])
      return ids.count
    }
  }
}
