internal import ModelDescription
internal import ModelEvolution
internal import SQLCompiler
internal import SQLiteDriver

/// Computes derived attributes that are new or have another rule.
struct DerivedFill {
  let plan: MigrationPlan

  func run(on connection: Connection, report: inout MigrationReport) throws {
    for derived in DerivedColumn.all(in: plan.layout, triggers: []) where isNew(derived) {
      guard let place = plan.layout.mapping(ofEntity: derived.entity.number) else { continue }
      let expression: String
      switch derived.rule {
      case .now: expression = "NSCoreDataNow()"
      case .expression(let sql, _): expression = sql
      case .unknown(let text, destinationRoots: _):
        report.notes.append(
          "\(derived.entity.name).\(derived.property) is empty: nothing here can compute \(text).")
        continue
      }
      let family = derived.entity.familyNumbers
      try connection.execute(
        "UPDATE \(place.table.quoted) SET \(derived.column.quoted) = \(expression) WHERE \(place.entityColumn.quoted)"
          + " BETWEEN \(family.lowerBound) AND \(family.upperBound)")
    }
  }

  private func isNew(_ derived: DerivedColumn) -> Bool {
    derived.entity.familyNumbers.contains { number in
      guard let pair = plan.mapping.entity(numbered: number), pair.source != nil,
        let field = pair.destination.fieldNumber(of: derived.property)
      else { return false }
      return pair.fields[field].attribute?.fill == .derived
    }
  }
}
