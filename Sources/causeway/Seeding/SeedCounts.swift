import ModelDescription

/// How many rows each entity gets, so that every mandatory to-one finds a destination that is still free.
struct SeedCounts {
  private let model: ResolvedModel
  private var counts: [Int: Int] = [:]

  init(_ model: ResolvedModel, rows: Int) {
    self.model = model
    for entity in model.entities where !entity.description.isAbstract { counts[entity.number] = rows }
    // A raise may need another one; rounds are bounded since two entities may raise each other for ever.
    for _ in model.entities {
      var isStable = true
      for entity in model.entities {
        for field in entity.fields where field.declaringEntityNumber == entity.number {
          if let relationship = field.toOne, raiseDestinations(of: relationship) { isStable = false }
        }
      }
      if isStable { break }
    }
  }

  func rows(of number: Int) -> Int { counts[number] ?? 0 }

  private mutating func raiseDestinations(of relationship: ResolvedRelationship) -> Bool {
    guard !relationship.description.isOptional, let inverse = relationship.inverse else { return false }
    let owners = total(relationship.declaringEntityNumber)
    let limit = inverse.isToMany ? inverse.maximumCount : 1
    guard limit > 0 else { return false }
    // Rows that pair off among themselves must be even in number.
    let needed = relationship.isSelfInverse ? owners + owners % 2 : (owners + limit - 1) / limit
    let missing = needed - total(relationship.destinationNumber)
    guard missing > 0, let concrete = family(relationship.destinationNumber).first(where: { counts[$0] != nil })
    else { return false }
    counts[concrete, default: 0] += missing
    return true
  }

  private func family(_ number: Int) -> ClosedRange<Int> {
    model.entity(numbered: number)?.familyNumbers ?? number...number
  }

  private func total(_ number: Int) -> Int { family(number).reduce(0) { $0 + (counts[$1] ?? 0) } }
}
