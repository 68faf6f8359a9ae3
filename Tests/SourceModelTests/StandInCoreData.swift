import Foundation
import TestKit

/// A module `CoreData` of a few lines, against which generated accessors are compiled and run.
enum StandInCoreData {
  static let text = """
    @_exported import Foundation

    public protocol NSFetchRequestResult: AnyObject {}
    open class NSManagedObjectContext: NSObject {}
    open class NSManagedObjectID: NSObject {}
    public enum NSAttributeType: Sendable { case dateAttributeType, other }
    open class NSAttributeDescription: NSObject { public var attributeType = NSAttributeType.other }
    open class NSEntityDescription: NSObject {
      public var name: String?
      public var attributesByName: [String: NSAttributeDescription] = [:]
    }
    open class NSFetchRequest<Result>: NSObject {
      public let entityName: String
      public init(entityName: String) { self.entityName = entityName }
    }

    public enum __KeyPathNames {
      nonisolated(unsafe) private static var names: [AnyKeyPath: String] = [:]
      public static func add(_ more: @escaping @Sendable () -> [AnyKeyPath: String]) { names.merge(more()) { $1 } }
      public static func name(_ path: AnyKeyPath) -> String? { names[path] }
    }

    public enum __CompiledModels {
      nonisolated(unsafe) public private(set) static var bytes: [String: Data] = [:]
      public static func add(name: String, module: String, bytes: @escaping @Sendable () -> Data) {
        self.bytes[name] = bytes()
      }
      public static func addMapping(name: String, module: String, bytes: @escaping @Sendable () -> Data) {
        self.bytes[name] = bytes()
      }
    }

    open class NSManagedObject: NSObject, NSFetchRequestResult {
      public var values: [String: Any] = [:]
      public var primitives: [String: Any] = [:]
      public let entity = NSEntityDescription()
      public required override init() {}
      public init(entity: NSEntityDescription, insertInto: NSManagedObjectContext?) {}
      public convenience init(context: NSManagedObjectContext) { self.init() }
      @_disfavoredOverload public class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        NSFetchRequest(entityName: "\\(self)")
      }
      public func makeDate(_ key: String) {
        let attribute = NSAttributeDescription()
        attribute.attributeType = .dateAttributeType
        entity.attributesByName[key] = attribute
      }
      open class func entity() -> NSEntityDescription { NSEntityDescription() }
      open func value(forKey key: String) -> Any? { values[key] }
      open func setValue(_ value: Any?, forKey key: String) { values[key] = value }
      open func primitiveValue(forKey key: String) -> Any? { primitives[key] }
      open func setPrimitiveValue(_ value: Any?, forKey key: String) { primitives[key] = value }
      open func mutableSetValue(forKey key: String) -> NSMutableSet {
        if let set = values[key] as? NSMutableSet { return set }
        let set = NSMutableSet()
        if let old = values[key] as? Set<AnyHashable> { for member in old { set.add(member.base) } }
        values[key] = set
        return set
      }
      open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        if let set = values[key] as? NSMutableOrderedSet { return set }
        let set = NSMutableOrderedSet()
        values[key] = set
        return set
      }
      /// The model says which relationships are ordered.
      public var orderedKeys: Set<String> = ["pages"]
      public final func _addObjects(_ objects: some Sequence<NSManagedObject>, forKey key: String) {
        for object in objects {
          if orderedKeys.contains(key) {
            mutableOrderedSetValue(forKey: key).add(object)
          } else {
            mutableSetValue(forKey: key).add(object)
          }
        }
      }
      public final func _removeObjects(_ objects: some Sequence<NSManagedObject>, forKey key: String) {
        for object in objects {
          if orderedKeys.contains(key) {
            mutableOrderedSetValue(forKey: key).remove(object)
          } else {
            mutableSetValue(forKey: key).remove(object)
          }
        }
      }
      public final func _insertObjects(_ objects: [NSManagedObject], at indexes: [Int], forKey key: String) {
        for (object, index) in zip(objects, indexes) { mutableOrderedSetValue(forKey: key).insert(object, at: index) }
      }
      public final func _removeObjects(at indexes: [Int], forKey key: String) {
        for index in indexes.sorted(by: >) { mutableOrderedSetValue(forKey: key).removeObject(at: index) }
      }
      public final func _report(_ line: String) {
        FileHandle.standardError.write(Data("Causeway: \\(line)\\n".utf8))
      }
      public var standIns: [String: NSManagedObject] = [:]
      public final func _standIn(forKey key: String) -> NSManagedObject? { standIns[key] }
    }
    """

  private static let made = Result { try Built() }

  /// The module, made once a run.
  static func shared() throws -> Built { try made.get() }

  /// The module and its object file, in a folder of their own.
  struct Built {
    private let folder: TemporaryFolder

    fileprivate init() throws {
      folder = try TemporaryFolder()
      let source = folder.file("CoreData.swift")
      try StandInCoreData.text.write(to: source, atomically: true, encoding: .utf8)
      let made = try Subprocess(
        [
          "swiftc", "-parse-as-library", "-module-name", "CoreData", "-emit-module", "-emit-module-path",
          folder.file("CoreData.swiftmodule").path, "-c", source.path, "-o", object,
        ]
      ).run()
      guard made.isFine else { throw BuiltPackage.Missing(what: "no stand-in of CoreData: \(made.output)") }
    }

    /// With which a compiler finds the module.
    var arguments: [String] { ["-I", folder.url.path] }
    var object: String { folder.file("CoreData.o").path }
  }
}
