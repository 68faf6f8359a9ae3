public import Foundation
import Synchronization

/// Models and mapping models that a build compiled into the program, by their names.
///
/// Generated code adds them before a program's `main`, so that a container finds its model without a file.
public enum __CompiledModels {
  package struct Entry: Sendable {
    package let name: String
    /// The module of the target that holds the model.
    package let module: String
    package let bytes: @Sendable () -> Data
  }

  private static let entries = Mutex<[Entry]>([])

  /// - Parameter bytes: the current version as a `.mom` file holds it.
  public static func add(name: String, module: String, bytes: @escaping @Sendable () -> Data) {
    entries.withLock { $0.append(Entry(name: name, module: module, bytes: bytes)) }
  }

  private static let mappingEntries = Mutex<[Entry]>([])

  /// - Parameter bytes: a mapping model as the `xcmapping.xml` of an `.xcmappingmodel` holds it.
  public static func addMapping(name: String, module: String, bytes: @escaping @Sendable () -> Data) {
    mappingEntries.withLock { $0.append(Entry(name: name, module: module, bytes: bytes)) }
  }

  package static var mappings: [Entry] { mappingEntries.withLock { $0 } }

  /// All of that name: two targets may each have one.
  package static func entries(named name: String) -> [Entry] { entries.withLock { $0.filter { $0.name == name } } }

  package static var all: [Entry] { entries.withLock { $0 } }
}
