import Foundation
import ObjectGraph
import Synchronization

/// The classes of managed objects by the names that models have for them.
///
/// Models name classes without their modules mostly, and Linux finds classes by module and name only. So a class is known
/// once the program has used it by its type, and others are looked for in the modules of those, and in the program's own.
enum ManagedClasses {
  private struct State {
    var byName: [String: NSManagedObject.Type] = [:]
    /// Those that are registered: a class's name takes longer to make than all else that making an object does.
    var known: Set<ObjectIdentifier> = []
    var modules: [String] = []
    /// Entities whose objects are plain ones since their class is not known; said once.
    var missing: Set<String> = []
  }

  private static let state = Mutex(State())
  private static let version = Atomic<Int>(0)

  /// Counts the classes: what was looked up before the last one came may be out of date.
  static var generation: Int { version.load(ordering: .relaxed) }

  /// Makes a class known under its name.
  static func register(_ type: NSManagedObject.Type) {
    guard type != NSManagedObject.self, !state.withLock({ $0.known.contains(ObjectIdentifier(type)) }) else { return }
    let full = String(reflecting: type)
    let isNew = state.withLock { state in
      state.known.insert(ObjectIdentifier(type))
      guard state.byName[full] == nil else { return false }
      state.byName[full] = type
      let short = shortName(full)
      if state.byName[short] == nil { state.byName[short] = type }
      if let module = full.split(separator: ".").first.map(String.init), !state.modules.contains(module) {
        state.modules.append(module)
      }
      return true
    }
    if isNew { version.add(1, ordering: .relaxed) }
  }

  static func shortName(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  /// Whether a model's name of a class means this one.
  static func isName(_ name: String, of type: NSManagedObject.Type) -> Bool {
    let full = String(reflecting: type)
    if name == full { return true }
    // ".Book" is Xcode's spelling of the current module.
    return !name.dropFirst().contains(".") && shortName(name) == shortName(full)
  }

  /// The class of an entity's objects.
  static func type(of entity: NSEntityDescription) -> NSManagedObject.Type {
    let name = entity.managedObjectClassName ?? "NSManagedObject"
    if name.isEmpty || shortName(name) == "NSManagedObject" { return NSManagedObject.self }
    let isQualified = name.dropFirst().contains(".")
    let short = shortName(name)
    let (known, modules) = state.withLock { ($0.byName[isQualified ? name : short], $0.modules) }
    if let known { return known }
    var names = isQualified ? [name] : []
    for module in modules + programModules { names.append("\(module).\(short)") }
    for name in names {
      guard let found = NSClassFromString(name) as? NSManagedObject.Type else { continue }
      register(found)
      return found
    }
    let fallback = NSManagedObject.self
    let isFirst = state.withLock { $0.missing.insert("\(entity.name ?? "").\(name)").inserted }
    if isFirst {
      Notice.show([
        "no class \"\(name)\" is known for entity \(entity.name ?? ""): its objects are of \(fallback) until the program"
          + " uses the class by its type"
      ])
    }
    return fallback
  }

  /// Modules that a program's own classes may be in.
  private static let programModules: [String] = {
    let process = ProcessInfo.processInfo.processName
    // SwiftPM names a target's resources "<package>_<target>.resources".
    let folder = try? FileManager.default.contentsOfDirectory(atPath: Bundle.main.bundlePath)
    let targets = (folder ?? []).sorted().filter { $0.hasSuffix(".resources") }.compactMap { name in
      name.dropLast(".resources".count).split(separator: "_", maxSplits: 1).last.map(String.init)
    }
    return ([process, "main"] + targets).map { name in
      String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }
  }()
}
