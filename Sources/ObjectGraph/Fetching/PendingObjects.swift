/// The unsaved changes that concern a fetch.
struct PendingObjects {
  /// New and changed objects.
  let present: [GraphObject]
  /// Number of rows that may not be what the store says: changed and deleted ones.
  let staleRows: Int

  /// - Parameter entities: numbers of the fetched entities.
  init(_ context: ObjectContext, entities: ClosedRange<Int>) {
    func concerned(_ objects: [any _ModelObject]) -> [any _ModelObject] {
      objects.filter { entities.contains(Int($0._$ref.header.pointee.entity)) }
    }
    let updated = concerned(context.updatedObjects)
    present = (concerned(context.insertedObjects) + updated).compactMap { GraphObject($0, $0._$ref, in: context) }
    staleRows = updated.count + concerned(context.deletedObjects).count
  }

  var isEmpty: Bool { present.isEmpty && staleRows == 0 }
}
