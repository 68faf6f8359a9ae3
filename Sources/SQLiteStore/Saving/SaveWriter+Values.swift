internal import Foundation
internal import ModelDescription
internal import SQLiteDriver
internal import StoreContract

extension SaveWriter {
  /// Binds a value in the form that Apple's stores use (StoreFormat.md section 2); columns' affinities do the rest.
  func bind(
    _ value: StoredValue, of field: Int, in plan: EntityPlan, to statement: Statement, at parameter: Int,
    entityParameter: Int?
  ) throws {
    let slot = plan.slots[field]
    switch value {
    case .null:
      guard slot.isOptional else {
        throw invalid(plan, field, "has no value, but the model says that it is mandatory", .missingValue)
      }
      try statement.bindNull(at: parameter)
      if let entityParameter { try statement.bindNull(at: entityParameter) }
      return
    case .reference(let key):
      guard case .reference = slot.kind else { throw invalid(plan, field, "cannot hold an object") }
      try statement.bind(try permanent(key), at: parameter)
      if let entityParameter { try statement.bind(Int64(key.entity), at: entityParameter) }
      return
    case .integer(let number) where slot.type.isWhole:
      guard slot.type.holds(number) else {
        throw invalid(
          plan, field, "is \(number), which does not fit into the \(slot.type) that the model declares",
          number < 0 ? .tooSmall : .tooLarge)
      }
      return try statement.bind(number, at: parameter)
    case .real(let number):
      if slot.type == .double || slot.type == .float || slot.type == .date {
        guard !number.isNaN || slot.isOptional else {
          throw invalid(
            plan, field, "is no number (NaN), which SQLite stores as no value, but it is mandatory", .missingValue)
        }
        return try statement.bind(number, at: parameter)
      }
    case .text(let text):
      if slot.type == .decimal && text == "NaN" { throw invalid(plan, field, "is no number (NaN)") }
      if slot.type == .string || slot.type == .uri || slot.type == .decimal {
        return try statement.bind(text, at: parameter)
      }
    case .blob(let data) where slot.type == .uuid:
      guard data.count == 16 else { throw invalid(plan, field, "is a UUID of \(data.count) bytes") }
      return try statement.bind(data, at: parameter)
    case .blob(let data) where slot.type == .binary || slot.type == .transformable:
      return try statement.bind(slot.kind == .external ? try files.encode(data) : data, at: parameter)
    case .integer, .blob: break
    }
    throw invalid(plan, field, "has a value of another type than \(slot.type)")
  }

  private func invalid(
    _ plan: EntityPlan, _ field: Int, _ what: String, _ rule: ModelRule? = nil
  ) -> StoreError {
    let name = plan.entity.fields[field].name
    return StoreError(
      .invalidValue, "\(plan.entity.name).\(name) \(what).", entity: plan.entity.name, property: name,
      path: connection.path, rule: rule, row: writing)
  }
}

extension AttributeType {
  fileprivate var isWhole: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .boolean: true
    default: false
    }
  }

  /// The number fits the type's width.
  fileprivate func holds(_ number: Int64) -> Bool {
    switch self {
    case .integer16: Int16(exactly: number) != nil
    case .integer32: Int32(exactly: number) != nil
    case .boolean: number == 0 || number == 1
    default: true
    }
  }
}
