import Foundation
import ModelDescription
import ObjectGraph

/// Finds out which properties a Swift key path reads: computed accessors have key paths without names.
///
/// An object without a context is asked, which notes its keys and answers with empty values.
enum KeyPathProbe {
  /// The keys that a path leads through; `nil` when it reads something else, or several properties of one object.
  static func keys(of keyPath: AnyKeyPath, _ facts: EntityLayout) -> [String]? {
    guard let root = type(of: keyPath).rootType as? NSManagedObject.Type else { return nil }
    let probe = root.init(_cdEntity: facts.entity, context: nil)
    let notes = Notes()
    probe.probe = notes
    _ = probe[keyPath: keyPath]
    return notes.keys.isEmpty || notes.isUnclear ? nil : notes.keys
  }

  /// What was read, from object to object.
  final class Notes {
    private(set) var keys: [String] = []
    private(set) var isUnclear = false
    private var reader: ObjectIdentifier?
    private var held: [NSManagedObject] = []

    /// The value that a probe answers with.
    func read(_ property: ManagedProperty, of object: NSManagedObject) -> Any? {
      // Each object of the path is asked for one property.
      if reader == ObjectIdentifier(object) { isUnclear = true }
      reader = ObjectIdentifier(object)
      keys.append(property.name)
      switch property.kind {
      case .toOne:
        guard let destination = property.relationship?.destinationEntity else { return nil }
        let next = EntityLayout.of(destination).objectForRow()
        next.isVeiled = false
        next.probe = self
        held.append(next)
        return next
      case .toMany(let isOrdered): return isOrdered ? NSOrderedSet() : NSSet()
      case .attribute(let type):
        switch type {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: return NSNumber(value: 0)
        case .string: return ""
        case .date: return Date(timeIntervalSinceReferenceDate: 0)
        case .decimal: return NSDecimalNumber.zero
        case .binary: return Data()
        case .uuid: return UUID()
        case .uri: return URL(fileURLWithPath: "/")
        case .transformable, .composite, .undefined, .objectID: return nil
        }
      }
    }
  }
}
