public import CoreData
public import Observation

public struct Animation: Sendable {
  public static let `default` = Animation()
}

@MainActor @propertyWrapper public struct FetchRequest<Result: NSFetchRequestResult> {
  let request: NSFetchRequest<Result>

  public init(
    sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil, animation: Animation? = nil
  ) where Result: NSManagedObject {
    request = NSFetchRequest<Result>(entityName: "\(Result.self)")
    request.sortDescriptors = sortDescriptors
    request.predicate = predicate
  }

  public init(
    sortDescriptors: [SortDescriptor<Result>], predicate: NSPredicate? = nil, animation: Animation? = nil
  ) where Result: NSManagedObject {
    self.init(sortDescriptors: sortDescriptors.map { NSSortDescriptor($0) }, predicate: predicate)
  }

  public var wrappedValue: FetchedResults<Result> {
    let context = Environment(\.managedObjectContext).wrappedValue
    return FetchedResults(results: (try? context.fetch(request)) ?? [])
  }
}

public struct FetchedResults<Result: NSFetchRequestResult>: RandomAccessCollection {
  let results: [Result]

  public var startIndex: Int { 0 }
  public var endIndex: Int { results.count }
  public subscript(position: Int) -> Result { results[position] }
}

/// SwiftUI's wants an `ObservableObject`, of Combine, which Linux has not; managed objects are `Observable` here.
@MainActor @propertyWrapper public struct ObservedObject<ObjectType: AnyObject & Observable> {
  public var wrappedValue: ObjectType

  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
}
