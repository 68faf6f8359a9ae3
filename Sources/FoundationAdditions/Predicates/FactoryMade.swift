public import Foundation

/// Lets initializers in extensions answer with an instance of a subclass, which Swift's own cannot.
///
/// Foundation's predicate classes are declared on Linux, but most of what Apple's can do is marked unavailable there. An
/// available member of an extension wins over an unavailable one of the class, so users write Apple's names.
public protocol __FactoryMade {}

extension __FactoryMade {
  init(made instance: @autoclosure () -> Self) { self = instance() }
}

extension NSObject: __FactoryMade {}
