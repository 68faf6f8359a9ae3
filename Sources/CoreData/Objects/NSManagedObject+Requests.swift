extension NSFetchRequestResult where Self: NSManagedObject {
  /// A request for the objects of this class, typed by it.
  ///
  /// Apple's framework has it for classes that Xcode generates only, whose own method is preferred to this one; here classes
  /// that are written by hand have it too.
  public static func fetchRequest() -> NSFetchRequest<Self> {
    ManagedClasses.register(self)
    return NSFetchRequest<Self>(KnownModels.request(for: self).settings)
  }
}
