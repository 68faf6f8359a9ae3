public import Foundation

/// What a class of managed objects can do without naming itself: code that is generic over such classes uses it too.
///
/// Objective-C makes objects of any class by any initializer. In Swift alone `T(context:)` of a generic `T` needs one that
/// every subclass has; one of a protocol is, and leaves subclasses free to have their own.
public protocol __ManagedClass: NSObjectProtocol {
  init(_cdEntity entity: NSEntityDescription?, context: NSManagedObjectContext?)
}

extension __ManagedClass where Self: NSManagedObject {
  /// Makes an object of the entity that the context's model has for the class, and inserts it.
  public init(context moc: NSManagedObjectContext) {
    // `Self` is what the caller's code calls the class, which may be one above it.
    self.init(_cdEntity: nil, context: moc)
  }

  /// A request for the objects of this class, typed by it.
  ///
  /// Apple's framework has it for classes that Xcode generates only, whose own method is preferred to this one; here classes
  /// that are written by hand have it too.
  public static func fetchRequest() -> NSFetchRequest<Self> {
    ManagedClasses.register(self)
    return NSFetchRequest<Self>(KnownModels.request(for: self).settings)
  }
}
