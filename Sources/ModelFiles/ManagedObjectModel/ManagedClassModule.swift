package import ModelDescription

/// The module of classes that a model names without one.
///
/// In the source `.Loan` is a class of the model's own module, which a compiled model names in full (CoreDataPlus). A
/// plain `Loan` is a name of Objective-C; where there is none, it is the same class.
package struct ManagedClassModule: Sendable {
  package let name: String

  package init(_ name: String) { self.name = name }

  package func applied(to model: ModelDescription) -> ModelDescription {
    var model = model
    for index in model.entities.indices {
      guard let className = model.entities[index].className, !className.isEmpty, className != "NSManagedObject" else {
        continue
      }
      if className.hasPrefix(".") {
        model.entities[index].className = name + className
      } else if !className.contains(".") {
        model.entities[index].className = name + "." + className
      }
    }
    return model
  }
}
