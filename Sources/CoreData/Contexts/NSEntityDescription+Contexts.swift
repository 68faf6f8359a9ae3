import Foundation

extension NSEntityDescription {
  /// The entity of that name in the context's model.
  public class func entity(
    forEntityName entityName: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.model?.entity(named: entityName)
  }

  /// A new object of the entity of that name.
  ///
  /// A name that the context's model does not have stops the program, as with Apple's framework.
  public class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let entity = context.model?.entity(named: entityName) else {
      preconditionFailure(
        "The context's model has no entity \"\(entityName)\"; it has "
          + "\((context.model?.entities.compactMap(\.name) ?? []).sorted().joined(separator: ", ")).")
    }
    return EntityLayout.of(entity).type.init(_cdEntity: entity, context: context)
  }
}
