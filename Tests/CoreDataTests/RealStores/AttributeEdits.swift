import CoreData
import Foundation
import SQLCompiler

/// Gives every attribute of one object of each entity another value.
struct AttributeEdits {
  let copy: StoreCopy
  let context: NSManagedObjectContext
  private(set) var edits: [ObjectEdit] = []
  /// Cells that have to differ afterwards.
  private(set) var expected: Set<String> = []
  private(set) var left: [String] = []

  init(_ copy: StoreCopy, _ context: NSManagedObjectContext) {
    (self.copy, self.context) = (copy, context)
  }

  mutating func run() throws {
    for entity in copy.model.entities.sorted(by: { $0.name ?? "" < $1.name ?? "" }) where !entity.isAbstract {
      let objects = try RelationshipEdit.objects(of: entity, context, withSubentities: false)
      if objects.isEmpty { continue }
      var reason = "no attributes"
      let isDone = try objects.contains { try edit($0, &reason) }
      if !isDone, !Self.attributes(entity).isEmpty { left.append("\(entity.name ?? "") (\(reason))") }
    }
  }

  static func attributes(_ entity: NSEntityDescription) -> [NSAttributeDescription] {
    entity.attributesByName.values.filter { !$0.isTransient && !($0 is NSDerivedAttributeDescription) }
      .sorted { $0.name < $1.name }
  }

  /// - Returns: whether the object took a new value for each of its attributes.
  private mutating func edit(_ object: NSManagedObject, _ reason: inout String) throws -> Bool {
    let attributes = Self.attributes(object.entity)
    if attributes.isEmpty { return false }
    var candidates: [String: [Any]] = [:]
    for attribute in attributes {
      candidates[attribute.name] = Self.candidates(attribute, object.value(forKey: attribute.name))
    }
    var refused = Set(attributes.map(\.name))
    while !refused.isEmpty {
      for key in refused {
        guard var list = candidates[key], !list.isEmpty else {
          reason = "no value that \(key) takes: \(reason)"
          context.refresh(object, mergeChanges: false)
          return false
        }
        object.setValue(list.removeFirst(), forKey: key)
        candidates[key] = list
      }
      (refused, reason) = Self.refused(object)
    }
    for attribute in attributes {
      edits.append(ObjectEdit(object, attribute))
      let row = copy.row(object)
      expected.formUnion(copy.columns(object, attribute.name).map { "\(row) \($0.name)" })
    }
    expected.insert(copy.version(object))
    return true
  }

  /// The keys whose values are not valid.
  private static func refused(_ object: NSManagedObject) -> (Set<String>, String) {
    do {
      try object.validateForUpdate()
      return ([], "")
    } catch let error as NSError {
      let errors = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
      return (
        Set(errors.map { $0.userInfo[NSValidationKeyErrorKey] as? String ?? "?" }), error.localizedDescription
      )
    }
  }

  /// Other values than the present one, the likelier ones first.
  static func candidates(_ attribute: NSAttributeDescription, _ present: Any?) -> [Any] {
    let number = present as? NSNumber
    switch attribute.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      let value = number?.int64Value ?? 0
      return [value + 1, value - 1, 12_345, 1, 0].filter { $0 != value }.map { NSNumber(value: $0) }
    case .booleanAttributeType: return [NSNumber(value: !(number?.boolValue ?? false))]
    case .doubleAttributeType, .floatAttributeType:
      let value = number?.doubleValue ?? 0
      return [value + 1.5, value - 1.5, 0.5, 0.25].filter { $0 != value }.map { NSNumber(value: $0) }
    case .decimalAttributeType: return [NSDecimalNumber(string: "12345.25"), NSDecimalNumber(string: "0.75")]
    case .dateAttributeType:
      let date = present as? Date ?? Date(timeIntervalSinceReferenceDate: 700_000_000)
      return [date.addingTimeInterval(86_400.5), date.addingTimeInterval(-86_400.5)]
    case .stringAttributeType:
      return ["edited \(UUID().uuidString)", "edited", "\(present ?? "")!", "e@example.org", "1"]
    case .UUIDAttributeType: return [UUID()]
    case .URIAttributeType: return URL(string: "https://example.org/\(UUID().uuidString)").map { [$0] } ?? []
    case .binaryDataAttributeType:
      // What may lie outside does from a certain size on.
      return [Data(repeating: 0x5A, count: attribute.allowsExternalBinaryDataStorage ? 300_000 : 300)]
    case .transformableAttributeType:
      let transformer = attribute.valueTransformerName.flatMap { ValueTransformer(forName: .init($0)) }
      return transformer is PlainTransformer ? [Data("edited".utf8)] : [["edited", "twice"] as NSArray]
    case .compositeAttributeType:
      guard let composite = attribute as? NSCompositeAttributeDescription else { return [] }
      var values = present as? [String: Any] ?? [:]
      for element in composite.elements { values[element.name] = candidates(element, values[element.name]).first }
      return [values]
    default: return []
    }
  }
}
