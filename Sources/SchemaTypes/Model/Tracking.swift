public import ObjectGraph
public import Observation
import Synchronization

/// Whether `withObservationTracking` is collecting accesses on this thread, by public API alone.
///
/// A tracking access list hashes the key path it is told, and a key path hashes its subscript arguments; so an access
/// of a probe object shows by its argument's count of hashes whether there is a list. Another thread's tracking can
/// only make the answer yes too often.
public enum _Tracking {
  private struct Probe: Hashable, Sendable {
    static let hashes = Atomic<UInt>(0)
    static func == (left: Probe, right: Probe) -> Bool { true }
    func hash(into hasher: inout Hasher) { Probe.hashes.wrappingAdd(1, ordering: .relaxed) }
  }

  private final class Subject: Observable, Sendable {
    subscript(_ probe: Probe) -> Int { 0 }
  }

  private final class Kit: Sendable {
    let registrar = ObservationRegistrar()
    let subject = Subject()
    // Unsafe only in name: key paths are immutable but not Sendable.
    nonisolated(unsafe) let path: KeyPath<Subject, Int> = \Subject.[Probe()]
    func touch() { registrar.access(subject, keyPath: path) }
  }

  private static let kit = Kit()
  /// Statically initialised, unlike `kit`, whose every use asks whether it is made.
  private static let address = Atomic<UInt>(0)

  public static var isActive: Bool {
    @inline(never) get {
      var pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .relaxed))
      if pointer == nil {
        pointer = UnsafeRawPointer(Unmanaged.passUnretained(kit).toOpaque())
        address.store(UInt(bitPattern: pointer), ordering: .releasing)
      }
      guard let pointer else { return true }
      let before = Probe.hashes.load(ordering: .relaxed)
      Unmanaged<Kit>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.touch() }
      return Probe.hashes.load(ordering: .relaxed) != before
    }
  }
}

extension StateReference {
  /// `_$observationRegistrar` of a `@Model` class.
  public var _$registrar: ObservationRegistrar { registrar.registrar }
}
