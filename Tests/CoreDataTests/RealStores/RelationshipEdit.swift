import CoreData
import Foundation
import SQLCompiler

/// Changes one relationship of the first object that takes a change.
struct RelationshipEdit {
  let copy: StoreCopy
  let context: NSManagedObjectContext
  let relationship: NSRelationshipDescription
  private(set) var edits: [ObjectEdit] = []
  private(set) var owner: NSManagedObject?
  /// The owner's row: `ZBOOK 5`.
  private(set) var row = ""
  /// Cells that have to differ afterwards.
  private(set) var expected: Set<String> = []
  /// Cells that may: versions of the other side, places in an order.
  private(set) var possible: Set<String> = []
  /// Rows that a join table gains and loses.
  private(set) var joined: JoinedRows?
  private(set) var reason = ""
  /// There is an object that the relationship could get or lose; whether that is valid is another question.
  private(set) var hasOthers = false

  init(_ copy: StoreCopy, _ context: NSManagedObjectContext, _ relationship: NSRelationshipDescription) {
    (self.copy, self.context, self.relationship) = (copy, context, relationship)
  }

  static func objects(
    of entity: NSEntityDescription, _ context: NSManagedObjectContext, withSubentities: Bool
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
    request.includesSubentities = withSubentities
    request.fetchLimit = 30
    return try context.fetch(request)
  }

  /// - Returns: whether an object of the entity took a change.
  mutating func run(_ entity: NSEntityDescription) throws -> Bool {
    guard let destination = relationship.destinationEntity else { return false }
    let others = try Self.objects(of: destination, context, withSubentities: true)
    for owner in try Self.objects(of: entity, context, withSubentities: false) {
      if relationship.isToMany {
        for way in ToManyChange.Way.allCases {
          let change = ToManyChange(owner, relationship, others, way)
          guard let change else { continue }
          // A member that may not be without an owner can only go to another one.
          let isOnlyOwner = way == .removing && relationship.inverseRelationship?.isOptional == false
          if !isOnlyOwner { hasOthers = true }
          if take(owner, change.apply) { return true }
        }
      } else {
        let present = owner.value(forKey: relationship.name) as? NSManagedObject
        var values: [NSManagedObject?] = others.filter { $0 !== present && $0 !== owner }
        if present != nil, relationship.isOptional { values.append(nil) }
        if !values.isEmpty { hasOthers = true }
        let key = relationship.name
        for value in values where take(owner, { owner.setValue(value, forKey: key) }) { return true }
        // Where neither may be without the other, two pairs change partners.
        let owners = try Self.objects(of: entity, context, withSubentities: false)
        for other in owners where present != nil && other !== owner {
          guard let value = other.value(forKey: key) as? NSManagedObject, value !== present else { continue }
          let exchange = {
            owner.setValue(value, forKey: key)
            other.setValue(present, forKey: key)
          }
          if take(owner, exchange) { return true }
        }
      }
    }
    return false
  }

  /// Applies a change; takes it back where it leaves something that is not valid.
  private mutating func take(_ owner: NSManagedObject, _ change: () -> Void) -> Bool {
    let before = State(owner, relationship)
    change()
    var filled: Set<String> = []
    // Rows of before an attribute became mandatory have none: they get one.
    while let error = invalid() {
      guard let object = error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject,
        let key = error.userInfo[NSValidationKeyErrorKey] as? String,
        error.code == NSValidationMissingMandatoryPropertyError,
        let attribute = object.entity.attributesByName[key],
        let value = AttributeEdits.candidates(attribute, nil).first, object.value(forKey: key) == nil
      else {
        reason = error.localizedDescription
        context.rollback()
        return false
      }
      object.setValue(value, forKey: key)
      for column in copy.columns(object, key) { filled.insert("\(copy.row(object)) \(column.name)") }
    }
    expected.formUnion(filled)
    note(owner, before, State(owner, relationship))
    return true
  }

  /// The first thing that is wrong with what has changed.
  private func invalid() -> NSError? {
    do {
      for object in context.updatedObjects { try object.validateForUpdate() }
      return nil
    } catch let error as NSError {
      return (error.userInfo[NSDetailedErrorsKey] as? [NSError])?.first ?? error
    }
  }

  /// The two sides of the relationship at one time.
  private struct State {
    let members: [NSManagedObject]
    /// Of objects with a to-one as inverse: whose they are.
    let owners: [NSManagedObjectID: NSManagedObject]

    init(_ owner: NSManagedObject, _ relationship: NSRelationshipDescription) {
      members =
        relationship.isToMany
        ? ObjectEdit.members(owner, relationship)
        : (owner.value(forKey: relationship.name) as? NSManagedObject).map { [$0] } ?? []
      var owners: [NSManagedObjectID: NSManagedObject] = [:]
      if let inverse = relationship.inverseRelationship, !inverse.isToMany, let context = owner.managedObjectContext {
        for object in context.registeredObjects
        where object !== owner && object.entity.isKindOf(entity: inverse.entity) {
          owners[object.objectID] = object.value(forKey: inverse.name) as? NSManagedObject
        }
      }
      self.owners = owners
    }
  }

  private mutating func note(_ owner: NSManagedObject, _ before: State, _ after: State) {
    let added = after.members.filter { !before.members.contains($0) }
    let removed = before.members.filter { !after.members.contains($0) }
    edits = [ObjectEdit(owner, relationship)]
    (self.owner, row) = (owner, copy.row(owner))
    let inverse = relationship.inverseRelationship
    if let inverse { edits += (added + removed).map { ObjectEdit($0, inverse) } }
    // Whose the new ones were before.
    let robbed = added.compactMap { before.owners[$0.objectID] }
    for object in [owner] + added + removed + robbed { possible.insert(copy.version(object)) }
    if !relationship.isToMany {
      noteColumns(of: owner, relationship.name)
      if let inverse, !inverse.isToMany {
        for object in added + removed { allowColumns(of: object, inverse.name) }
        for object in robbed { allowColumns(of: object, relationship.name) }
      }
      return
    }
    switch copy.toMany(owner, relationship.name) {
    case .foreignKey(let table, let column, let order):
      for object in added + removed { expected.insert("\(copy.row(object)) \(column)") }
      for object in added + removed {
        if let inverse { allowColumns(of: object, inverse.name) }
      }
      for object in after.members {
        if let order { possible.insert("\(table) \(StoreCopy.key(object)) \(order)") }
        if relationship.isOrdered { possible.insert(copy.version(object)) }
      }
    case .joinTable(let table, let ownerColumn, let memberColumn, _):
      func pairs(_ members: [NSManagedObject]) -> Set<[String]> {
        let (own, keys) = (StoreCopy.key(owner), members.map { StoreCopy.key($0) })
        let pairs = keys.map { ["\(own)", "\($0)"] }
        // A relationship that is its own inverse has both.
        return Set(pairs + (inverse === relationship ? keys.map { ["\($0)", "\(own)"] } : []))
      }
      joined = JoinedRows(
        table: table, columns: [ownerColumn, memberColumn], owner: "\(StoreCopy.key(owner))", added: pairs(added),
        removed: pairs(removed))
    case nil: break
    }
  }

  private mutating func noteColumns(of object: NSManagedObject, _ key: String) {
    let row = copy.row(object)
    expected.insert(copy.version(object))
    for column in copy.columns(object, key) { expected.insert("\(row) \(column.name)") }
    allowColumns(of: object, key)
  }

  private mutating func allowColumns(of object: NSManagedObject, _ key: String) {
    let row = copy.row(object)
    for column in copy.columns(object, key) {
      possible.formUnion(
        [column.name, column.entityColumn, column.orderColumn].compactMap { $0 }.map { "\(row) \($0)" })
    }
    possible.insert(copy.version(object))
  }
}

/// The rows that a join table gains and loses.
struct JoinedRows {
  let table: String
  let columns: [String]
  /// The key of the object whose rows they are.
  let owner: String
  let added: Set<[String]>
  let removed: Set<[String]>
}

/// A change of a to-many's members.
struct ToManyChange {
  enum Way: CaseIterable {
    /// One comes, one goes; of an ordered one the first becomes the last.
    case both
    case adding, removing, moving
  }

  private let owner: NSManagedObject
  private let relationship: NSRelationshipDescription
  private let added: NSManagedObject?
  private let removed: NSManagedObject?
  private let moves: Bool

  /// `nil` where there is nothing to add, remove or move.
  init?(
    _ owner: NSManagedObject, _ relationship: NSRelationshipDescription, _ others: [NSManagedObject], _ way: Way
  ) {
    let members = ObjectEdit.members(owner, relationship)
    let candidate = others.first { !members.contains($0) && $0 !== owner }
    (self.owner, self.relationship) = (owner, relationship)
    switch way {
    case .both:
      // An ordered one is moved in and keeps what it has.
      guard let candidate, let first = members.first else { return nil }
      (added, removed, moves) = (candidate, relationship.isOrdered ? nil : first, relationship.isOrdered)
    case .adding:
      guard let candidate else { return nil }
      (added, removed, moves) = (candidate, nil, false)
    case .removing:
      guard let first = members.first else { return nil }
      (added, removed, moves) = (nil, first, false)
    case .moving:
      guard relationship.isOrdered, members.count > 1 else { return nil }
      (added, removed, moves) = (nil, nil, true)
    }
  }

  func apply() {
    if relationship.isOrdered {
      let set = owner.mutableOrderedSetValue(forKey: relationship.name)
      if moves, set.count > 1 { set.exchangeObject(at: 0, withObjectAt: set.count - 1) }
      if let added { set.insert(added, at: 0) }
      if let removed { set.remove(removed) }
    } else {
      let set = owner.mutableSetValue(forKey: relationship.name)
      if let added { set.add(added) }
      if let removed { set.remove(removed) }
    }
  }
}
