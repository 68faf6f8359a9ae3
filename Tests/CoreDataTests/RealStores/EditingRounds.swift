import CoreData
import Foundation
import TestKit
import Testing

/// The edits of one store: all attributes in one save, each relationship in one of its own.
struct EditingRounds {
  let copy: StoreCopy
  private(set) var record: EditingRecord
  private var state: FileDump

  init(_ copy: StoreCopy, _ record: EditingRecord) throws {
    (self.copy, self.record) = (copy, record)
    state = try copy.dump()
  }

  mutating func run() throws {
    try editAttributes()
    let entities = copy.model.entities.filter { !$0.isAbstract }.sorted { $0.name ?? "" < $1.name ?? "" }
    // Looking at every row of a large store takes its time.
    let isLarge = state.count > 4000
    for entity in entities.prefix(isLarge && !FullRun.isOn ? 2 : .max) {
      for relationship in entity.relationshipsByName.values.sorted(by: { $0.name < $1.name }) {
        try edit(relationship, of: entity)
      }
    }
  }

  private mutating func editAttributes() throws {
    let done = try copy.withContext { context in
      for entity in copy.model.entities where !entity.isAbstract {
        let objects = try RelationshipEdit.objects(of: entity, context, withSubentities: false)
        guard !objects.isEmpty else { continue }
        for attribute in AttributeEdits.attributes(entity) {
          for kind in ObjectEdit.kinds(attribute, of: entity) { record.present[kind, default: 0] += 1 }
        }
      }
      var edits = AttributeEdits(copy, context)
      try edits.run()
      if context.hasChanges { try context.save() }
      return edits
    }
    for reason in done.left { record.left.append("\(copy.name): attributes of \(reason)") }
    try check(done.edits, expected: done.expected, counting: done.edits.count)
  }

  private mutating func edit(_ relationship: NSRelationshipDescription, of entity: NSEntityDescription) throws {
    let kinds = ObjectEdit.kinds(relationship, of: entity)
    let derived = entity.attributesByName.values.compactMap { $0 as? NSDerivedAttributeDescription }.filter {
      "\($0.derivationExpression.map { "\($0)" } ?? "")".hasPrefix("\(relationship.name).")
    }
    let done = try copy.withContext { context -> (RelationshipEdit, [String])? in
      guard try !RelationshipEdit.objects(of: entity, context, withSubentities: false).isEmpty else { return nil }
      var edit = RelationshipEdit(copy, context, relationship)
      let isEdited = try edit.run(entity)
      guard isEdited || edit.hasOthers else {
        for kind in kinds { record.lonely[kind, default: 0] += 1 }
        return nil
      }
      for kind in kinds { record.present[kind, default: 0] += 1 }
      guard isEdited, let owner = edit.owner else {
        record.left.append("\(copy.name): \(entity.name ?? "").\(relationship.name), \(kinds[0]) (\(edit.reason))")
        return nil
      }
      let values = derived.map { "\(owner.value(forKey: $0.name) ?? "nil")" }
      try context.save()
      return (edit, values)
    }
    guard let (done, values) = done else { return }
    let lines = try check(
      done.edits, expected: done.expected, possible: done.possible, joined: done.joined, counting: 1)
    for (attribute, before) in zip(derived, values) {
      let column = copy.derivedColumn(attribute.name, of: entity)
      #expect(lines.contains("\(done.row) \(column)"), "\(copy.name): \(done.row) \(column) stays \(before)")
      for kind in ObjectEdit.kinds(attribute, of: entity) {
        record.present[kind, default: 0] += 1
        record.edited[kind, default: 0] += 1
      }
    }
  }

  /// The file shows the edits and nothing else, and another container reads them back.
  ///
  /// - Parameter count: How many of the edits are the object's own; others are those of the other end.
  /// - Returns: every difference in the file.
  @discardableResult private mutating func check(
    _ edits: [ObjectEdit], expected: Set<String>, possible: Set<String> = [],
    joined: JoinedRows? = nil, counting count: Int
  ) throws -> Set<String> {
    guard !edits.isEmpty else { return [] }
    let before = state
    state = try copy.dump()
    let all = before.changes(to: state)
    var lines = all
    let place = "\(copy.name): \(edits.first?.key ?? "")"
    checkHistory(&lines, before, place)
    lines = lines.filter { line in
      !copy.derivedCells.contains { line.hasPrefix($0.table + " ") && line.hasSuffix(" " + $0.column) }
    }
    if let joined {
      // Whole rows come and go, of which a new one may have the number of one that went. Places in an order change too.
      let old = before.rows(joined.table, joined.columns)
      let new = state.rows(joined.table, joined.columns)
      #expect(new.subtracting(old) == joined.added && old.subtracting(new) == joined.removed, "\(place)")
      let others = { (dump: FileDump) in dump.rows(joined.table).filter { !$0.contains(joined.owner) } }
      #expect(others(before) == others(state), "\(place)")
      lines = lines.filter { line in
        !["+", "-", ""].contains { line.hasPrefix("\($0)\(joined.table) ") }
      }
    }
    #expect(lines.isSuperset(of: expected), "\(place) lacks \(expected.subtracting(lines).sorted())")
    #expect(lines.isSubset(of: expected.union(possible)), "\(place): \(lines.subtracting(expected.union(possible)))")

    try copy.withContext { context in
      for edit in edits {
        let coordinator = try #require(context.persistentStoreCoordinator)
        let id = try #require(coordinator.managedObjectID(forURIRepresentation: edit.object))
        let object = try context.existingObject(with: id)
        let property = try #require(object.entity.propertiesByName[edit.key])
        #expect(ObjectEdit.shown(object, property) == edit.shown, "\(copy.name): \(edit.object) \(edit.key)")
        if let members = edit.members {
          let rows = try copy.members(object, edit.key)
          let isOrdered = (property as? NSRelationshipDescription)?.isOrdered == true
          #expect((isOrdered ? rows : rows.sorted()) == members, "\(copy.name): \(edit.object) \(edit.key)")
        }
      }
      try checkDerived(context)
    }
    for edit in edits.prefix(count) {
      for kind in edit.kinds { record.edited[kind, default: 0] += 1 }
    }
    return all
  }

  /// History only grows, by one save.
  private func checkHistory(_ lines: inout Set<String>, _ before: FileDump, _ place: String) {
    let history = lines.filter { line in
      ["+ACHANGE ", "+ATRANSACTION ", "+ATRANSACTIONSTRING ", "+Z_PRIMARYKEY 1600", "Z_PRIMARYKEY 1600"].contains {
        line.hasPrefix($0)
      }
    }
    lines.subtract(history)
    let saves = history.filter { $0.hasPrefix("+ATRANSACTION ") }.count
    #expect(saves == (before.hasTable("ACHANGE") ? 1 : 0), "\(place)")
    if !before.hasTable("ACHANGE") { #expect(history.isEmpty, "\(place)") }
  }

  /// What the file's triggers keep is what the objects say.
  private func checkDerived(_ context: NSManagedObjectContext) throws {
    for entity in copy.model.entities where !entity.isAbstract {
      for case let attribute as NSDerivedAttributeDescription in entity.attributesByName.values {
        let path = attribute.derivationExpression.map { "\($0)" } ?? ""
        for object in try RelationshipEdit.objects(of: entity, context, withSubentities: false) {
          let (kept, computed) = (object.value(forKey: attribute.name), object.value(forKeyPath: path))
          #expect("\(kept ?? "nil")" == "\(computed ?? "nil")", "\(copy.name): \(object.objectID) \(path)")
        }
      }
    }
  }
}
