/// The context whose block runs here: that of requests which execute by themselves.
enum CurrentContext {
  @TaskLocal static var value: NSManagedObjectContext?
}
