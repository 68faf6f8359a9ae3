import Foundation
import ModelDescription
import QueryModel
import SQLCompiler
import SQLiteDriver
import SQLiteStore

/// The rows of one entity and its subentities, decoded one by one: its own and inherited properties, not the children's.
struct EntityRows {
  private let connection: Connection
  private let model: ResolvedModel
  private let entity: ResolvedEntity
  private let numbers: FileNumbers
  private let path: String
  private let query: CompiledFetch
  private let slots: [Slot]
  private let toManys: [MemberIDs]

  /// Where one field stands among the statement's columns.
  private struct Slot {
    let field: ResolvedEntity.Field
    let column: Int
    /// Position of the destination's entity number.
    let entityColumn: Int?
    let decoding: ValueDecoding?
  }

  struct Row {
    /// `Book/p1`.
    let id: String
    /// In the model's order.
    let members: [DecodedValue.Member]

    /// The row without what its values say.
    var redacted: Row { Row(id: id, members: members.map { .init(name: $0.name, value: $0.value.redacted) }) }
  }

  init(
    _ entity: ResolvedEntity, _ request: FetchRequest, layout: StoreLayout, numbers: FileNumbers,
    connection: Connection, path: String
  ) throws {
    (self.entity, self.numbers, self.connection, self.path) = (entity, numbers, connection, path)
    model = layout.model
    query = try QueryCompiler(layout).compile(request)
    let files = ExternalData(storePath: path)
    slots = zip(entity.fields.indices, entity.fields).map { [shape = query.shape] index, field in
      Slot(
        field: field, column: shape.fields[index], entityColumn: shape.destinationEntities[index],
        decoding: field.attribute.map {
          ValueDecoding(attribute: $0, isElement: field.path.count > 1, files: files)
        })
    }
    toManys =
      layout.mapping(ofEntity: entity.number).map { mapping in
        entity.toManys.compactMap { MemberIDs($0, of: mapping, layout) }
      } ?? []
  }

  /// Hands out each row, in the order asked for, then by primary key.
  ///
  /// - Throws: `CommandError` that names row and property where a column holds what is no value of its type.
  func forEach(_ body: (Row) throws -> Void) throws {
    try connection.withStatement(query.sql) { statement in
      try statement.bind(query.bindings)
      while try statement.step() {
        // A row without a number of the family (old stores have some) is taken for the entity itself.
        let concrete = numbers.name(of: statement.integer(1), in: entity) ?? entity.name
        let id = "\(concrete)/p\(statement.integer(0))"
        let members = Self.nested(try values(statement, id: id), of: entity, model)
        let related = try toManys.map { toMany in
          let ids = try toMany.ids(ofOwner: statement.integer(0), connection, numbers)
          return DecodedValue.Member(name: toMany.name, value: .references(ids))
        }
        try body(Row(id: id, members: members + related))
      }
    }
  }

  private func values(_ statement: Statement, id: String) throws -> [DecodedValue] {
    try slots.map { slot in
      let stored = statement.value(slot.column)
      do {
        if let decoding = slot.decoding { return try decoding.value(stored) }
        guard let relationship = slot.field.toOne, stored.kind != .null else { return .null }
        guard stored.kind == .integer else {
          throw ValueDecoding.Mismatch(words: "holds what is no key of an object")
        }
        let number = slot.entityColumn.map { statement.integer($0) } ?? 0
        let destination = model.entity(numbered: relationship.destinationNumber)?.name ?? ""
        return .reference("\(numbers.name(of: number) ?? destination)/p\(stored.integer)")
      } catch let mismatch as ValueDecoding.Mismatch {
        throw CommandError("\(path): \(slot.field.name) of \(id) \(mismatch.words)")
      }
    }
  }

  /// Gathers the leaves of composites: nil where all are, an enum's raw value or case where it is one.
  private static func nested(
    _ values: [DecodedValue], of entity: ResolvedEntity, _ model: ResolvedModel
  ) -> [DecodedValue.Member] {
    var members: [DecodedValue.Member] = []
    var position = 0
    while position < values.count {
      let field = entity.fields[position]
      let name = field.path[0]
      if field.path.count == 1 {
        members.append(.init(name: name, value: values[position]))
        position += 1
        continue
      }
      let end = entity.fields[position...].firstIndex {
        $0.path[0] != name || $0.declaringEntityNumber != field.declaringEntityNumber
      }
      let range = position..<(end ?? values.count)
      let owner = model.entity(numbered: field.declaringEntityNumber)?.description
      let attribute = owner?.attributes.first { $0.name == name }
      let leaves = Dictionary(range.map { (entity.fields[$0].path, values[$0]) }) { first, _ in first }
      members.append(.init(name: name, value: attribute.map { composite($0, [name], leaves) } ?? .null))
      position = range.upperBound
    }
    return members
  }

  private static func composite(
    _ attribute: AttributeDescription, _ path: [String], _ leaves: [[String]: DecodedValue]
  ) -> DecodedValue {
    guard attribute.type == .composite else { return leaves[path] ?? .null }
    let members = attribute.elements.map {
      DecodedValue.Member(name: $0.name, value: composite($0, path + [$0.name], leaves))
    }
    // StoreFormat.md section 7: one leaf of the property's name holds a raw value, else one leaf a case the case's name.
    if attribute.userInfo["EnumType"] == "true" {
      if members.count == 1, members[0].name == attribute.name { return members[0].value }
      return members.first { $0.value != .null }?.value ?? .null
    }
    return members.allSatisfy { $0.value == .null } ? .null : .composite(members)
  }
}

extension String {
  /// As an SQL identifier.
  var asIdentifier: String { "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
}
