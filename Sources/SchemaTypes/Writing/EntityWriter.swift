import ObjectGraph
import Synchronization

/// The framework that writes an entity while an app moves from Core Data to SwiftData, one entity at a time.
///
/// Not in Apple's API. What is declared holds for the whole process; a debug build says, once for each entity, when the
/// other framework saves a change of it. Nothing is refused.
public enum EntityWriter: String, Hashable, Sendable {
  case coreData = "Core Data"
  case swiftData = "SwiftData"

  private static let writers = Mutex<[String: EntityWriter]>([:])

  /// Declares that this framework, and no other, writes these entities.
  public func owns(_ entityNames: String...) {
    Self.writers.withLock { writers in
      for name in entityNames { writers[name] = self }
    }
  }

  /// The framework that was declared to write an entity.
  public static func owner(of entityName: String) -> EntityWriter? { writers.withLock { $0[entityName] } }

  /// Takes back what was declared of entities, or of all where none is named.
  public static func forget(_ entityNames: String...) {
    writers.withLock { writers in
      if entityNames.isEmpty { writers = [:] }
      for name in entityNames { writers[name] = nil }
    }
  }

  /// Says which of the entities that this framework is about to save are another's.
  package func report(saving entityNames: @autoclosure () -> Set<String>) {
    #if DEBUG
      let writers = Self.writers.withLock { $0 }
      guard !writers.isEmpty else { return }
      for name in entityNames().sorted() {
        guard let owner = writers[name], owner != self else { continue }
        Notice.show([Self.line(name, owner, self)])
      }
    #endif
  }

  package static func line(_ name: String, _ owner: EntityWriter, _ writer: EntityWriter) -> String {
    "\(writer.rawValue) saves a change of \(name), which \(owner.rawValue) was declared to write; move the code that "
      + "writes it, or declare the new writer with EntityWriter.\(writer == .swiftData ? "swiftData" : "coreData").owns(\"\(name)\")"
  }
}
