/// Which source object became which destination object, by mapping.
struct MappingAssociations {
  private var forth: [String: [ObjectIdentifier: [NSManagedObject]]] = [:]
  private var back: [String: [ObjectIdentifier: [NSManagedObject]]] = [:]
  /// In the order in which they were made; they hold the objects.
  private var all: [String: [(source: NSManagedObject, destination: NSManagedObject)]] = [:]

  mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject, _ mapping: String) {
    forth[mapping, default: [:]][ObjectIdentifier(source), default: []].append(destination)
    back[mapping, default: [:]][ObjectIdentifier(destination), default: []].append(source)
    all[mapping, default: []].append((source, destination))
  }

  func destinations(of sources: [NSManagedObject]?, _ mapping: String) -> [NSManagedObject] {
    guard let sources else { return all[mapping]?.map(\.destination) ?? [] }
    return sources.flatMap { forth[mapping]?[ObjectIdentifier($0)] ?? [] }
  }

  func sources(of destinations: [NSManagedObject]?, _ mapping: String) -> [NSManagedObject] {
    guard let destinations else { return all[mapping]?.map(\.source) ?? [] }
    return destinations.flatMap { back[mapping]?[ObjectIdentifier($0)] ?? [] }
  }
}
