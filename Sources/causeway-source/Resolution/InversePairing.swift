import ModelDescription
import ModelFiles

/// Gives both ends of each relationship their inverse: as written on one end, else where only one pair is possible.
struct InversePairing {
  private(set) var model: ModelDescription
  private(set) var findings: [SourceFinding] = []

  init(_ model: ModelDescription) { self.model = model }

  /// The place of a relationship: positions of the entity and of the relationship in it.
  private struct Place: Hashable {
    var entity: Int
    var relationship: Int
  }

  mutating func pair() {
    pairWritten()
    pairOnlyCandidates()
  }

  private mutating func pairWritten() {
    for place in places {
      guard let inverse = self[place].inverseName else { continue }
      let destination = self[place].destinationEntityName
      guard
        let other = places.first(where: { owner in
          self[owner].name == inverse
            && (model.entities[owner.entity].name == destination
              || ancestors(of: destination).contains(model.entities[owner.entity].name))
        })
      else {
        unresolved(place, "its inverse \(destination).\(inverse) is not a relationship of the files")
        self[place].inverseName = nil
        continue
      }
      if let written = self[other].inverseName, written != self[place].name {
        unresolved(place, "its inverse \(destination).\(inverse) names \(written) as its own inverse")
        self[place].inverseName = nil
        continue
      }
      self[other].inverseName = self[place].name
    }
  }

  /// Apple's documentation: SwiftData infers an inverse where it is unambiguous.
  private mutating func pairOnlyCandidates() {
    let open = places.filter { self[$0].inverseName == nil }
    for place in open where self[place].inverseName == nil {
      let (name, destination) = (model.entities[place.entity].name, self[place].destinationEntityName)
      func between(_ from: String, _ to: String) -> [Place] {
        open.filter { model.entities[$0.entity].name == from && self[$0].destinationEntityName == to }
      }
      let (there, back) = (between(name, destination), between(destination, name).filter { $0 != place })
      if back.isEmpty { continue }
      guard there.count == 1, back.count == 1 else {
        unresolved(place, "it names no inverse, and more than one is possible")
        continue
      }
      self[place].inverseName = self[back[0]].name
      self[back[0]].inverseName = self[place].name
    }
  }

  private var places: [Place] {
    model.entities.indices.flatMap { entity in
      model.entities[entity].relationships.indices.map { Place(entity: entity, relationship: $0) }
    }
  }

  private subscript(place: Place) -> RelationshipDescription {
    get { model.entities[place.entity].relationships[place.relationship] }
    set { model.entities[place.entity].relationships[place.relationship] = newValue }
  }

  private func ancestors(of entity: String) -> Set<String> {
    var ancestors: Set<String> = []
    var current = model.entity(named: entity)?.superentityName
    while let name = current, ancestors.insert(name).inserted { current = model.entity(named: name)?.superentityName }
    return ancestors
  }

  private mutating func unresolved(_ place: Place, _ message: String) {
    findings.append(
      SourceFinding(
        kind: .unresolved, entity: model.entities[place.entity].name, property: self[place].name, message: message))
  }
}
