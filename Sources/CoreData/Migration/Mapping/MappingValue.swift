import Foundation
import FoundationAdditions

/// The value of a property mapping for one object.
struct MappingValue {
  private let property: NSPropertyMapping
  private let mapping: NSEntityMapping
  private let policy: NSEntityMigrationPolicy
  private let manager: NSMigrationManager
  private let source: NSManagedObject
  private let destination: NSManagedObject

  init(
    _ property: NSPropertyMapping, _ mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy,
    _ manager: NSMigrationManager, source: NSManagedObject, destination: NSManagedObject
  ) {
    self.property = property
    self.mapping = mapping
    self.policy = policy
    self.manager = manager
    self.source = source
    self.destination = destination
  }

  func value() throws -> Any? {
    if let problem = property.problem {
      throw CoreDataError.error(
        NSMigrationError,
        "\(mapping.name ?? "").\(property.name ?? "") has an expression that cannot be read: \(problem).",
        advice: "Give the property mapping another valueExpression, or fill the property in a policy.")
    }
    guard let expression = property.valueExpression else { return nil }
    do {
      return try value(expression)
    } catch let error as NSError where error.domain == NSCocoaErrorDomain {
      throw error
    } catch {
      throw CoreDataError.error(
        NSMigrationError,
        "\(mapping.name ?? "").\(property.name ?? "") has no value for an object of "
          + "\(mapping.sourceEntityName ?? ""): \(error)", underlying: error)
    }
  }

  private func value(_ expression: __Deprecated.Expression) throws -> Any? {
    guard let message = expression.messageToVariable else {
      return try expression.value(
        with: nil,
        variables: [
          NSMigrationSourceObjectKey: source, NSMigrationDestinationObjectKey: destination,
          NSMigrationManagerKey: manager, NSMigrationEntityMappingKey: mapping,
          NSMigrationPropertyMappingKey: property, NSMigrationEntityPolicyKey: policy,
        ])
    }
    let arguments = try message.arguments.map { try value($0) }
    switch (message.variable, message.selector) {
    case (NSMigrationManagerKey, "destinationInstancesForEntityMappingNamed:sourceInstances:"):
      return manager.destinationInstances(
        forEntityMappingName: arguments.first as? String ?? "",
        sourceInstances: Self.objects(arguments.count > 1 ? arguments[1] : nil))
    case (NSMigrationManagerKey, "sourceInstancesForEntityMappingNamed:destinationInstances:"):
      return manager.sourceInstances(
        forEntityMappingName: arguments.first as? String ?? "",
        destinationInstances: Self.objects(arguments.count > 1 ? arguments[1] : nil))
    case (NSMigrationEntityPolicyKey, let selector):
      return try policy.value(forFunction: selector, arguments: arguments)
    default:
      throw CoreDataError.error(
        NSMigrationError, "A mapping calls \(message.selector) of $\(message.variable), which is not there.",
        advice: "Use a policy for it.")
    }
  }

  /// The objects of a collection, or the one object.
  static func objects(_ value: Any?) -> [NSManagedObject] {
    switch value {
    case let object as NSManagedObject: [object]
    case let list as [NSManagedObject]: list
    case let set as NSSet: set.compactMap { $0 as? NSManagedObject }
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case let set as Set<NSManagedObject>: Array(set)
    case let list as [Any]: list.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }
}
