internal import ModelDescription
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

extension SaveWriter {
  /// Performs a change of a to-many that is not said by the to-one of the other end.
  func change(_ link: SaveRequest.LinkChange) throws {
    let plan = try schema.plan(link.owner.entity)
    guard let relationship = plan.entity.toMany(named: link.relationship),
      let toMany = plan.mapping.toManys[link.relationship]
    else {
      throw StoreError(
        .unsupported, "\(plan.entity.name) has no to-many relationship \(link.relationship) in this store.",
        entity: plan.entity.name, property: link.relationship)
    }
    let owner = try permanent(link.owner)
    let members = try schema.plan(relationship.destinationNumber)
    switch toMany {
    case .foreignKey(let table, let column, let orderColumn):
      if relationship.inverse == nil { try changeHidden(link, table: table, column: column, owner: owner, members) }
      if let orderColumn, let order = link.order {
        let place = OrderedMembers.Place(
          table: table, keyColumn: members.mapping.keyColumn, column: column, orderColumn: orderColumn)
        self.order.settle(OrderedMembers.Owner(place: place, key: owner))
        try setOrder(try order.map(permanent), at: place, owner: owner)
      }
    case .joinTable(let table, let ownerColumn, let destinationColumn, let orderColumn):
      try changeJoin(
        link, table: table, ownerColumn: ownerColumn, destinationColumn: destinationColumn, owner: owner,
        isSymmetric: relationship.isSelfInverse)
      if let orderColumn {
        let place = OrderedMembers.Place(
          table: table, keyColumn: destinationColumn, column: ownerColumn, orderColumn: orderColumn)
        if let order = link.order {
          try setOrder(try order.map(permanent), at: place, owner: owner)
        } else {
          for member in link.added {
            self.order.append(try permanent(member), to: OrderedMembers.Owner(place: place, key: owner))
          }
        }
      }
    }
  }

  /// A to-many without inverse: a column of the destination's table that no property shows.
  private func changeHidden(
    _ link: SaveRequest.LinkChange, table: String, column: String, owner: Int64, _ members: EntityPlan
  ) throws {
    let update = "UPDATE \(table.quoted) SET \(column.quoted) ="
    try connection.withStatement("\(update) NULL WHERE \(members.key) = ?1 AND \(column.quoted) = ?2") { statement in
      for member in link.removed where !member.isTemporary {
        try statement.bind(member.primaryKey, at: 1)
        try statement.bind(owner, at: 2)
        try statement.run()
      }
    }
    try connection.withStatement("\(update) ?2 WHERE \(members.key) = ?1") { statement in
      for member in link.added {
        try statement.bind(try permanent(member), at: 1)
        try statement.bind(owner, at: 2)
        try statement.run()
      }
    }
  }

  /// Both ends of a many-to-many may ask for the same pair; it is stored once.
  private func changeJoin(
    _ link: SaveRequest.LinkChange, table: String, ownerColumn: String, destinationColumn: String, owner: Int64,
    isSymmetric: Bool
  ) throws {
    let (a, b) = (ownerColumn.quoted, destinationColumn.quoted)
    let remove = "DELETE FROM \(table.quoted) WHERE \(a) = ?1 AND \(b) = ?2"
    // Tables of 2009 have no primary key that would refuse a second pair.
    let add =
      "INSERT INTO \(table.quoted) (\(a), \(b)) SELECT ?1, ?2"
      + " WHERE NOT EXISTS (SELECT 1 FROM \(table.quoted) WHERE \(a) = ?1 AND \(b) = ?2)"
    for (sql, keys) in [(remove, link.removed), (add, link.added)] where !keys.isEmpty {
      try connection.withStatement(sql) { statement in
        for key in keys {
          let member = try permanent(key)
          for (left, right) in isSymmetric ? [(owner, member), (member, owner)] : [(owner, member)] {
            try statement.bind(left, at: 1)
            try statement.bind(right, at: 2)
            try statement.run()
          }
        }
      }
    }
  }

  /// Takes a row that is about to go out of join tables and of columns without inverse.
  func unlink(_ key: Int64, of plan: EntityPlan) throws {
    for sql in plan.unlinkSQL {
      try connection.withStatement(sql) { statement in
        try statement.bind(key, at: 1)
        try statement.run()
      }
    }
  }

  // MARK: Order

  /// Remembers that a to-one whose inverse is ordered was set, so that the row gets a position.
  func noteOrder(_ field: Int, of plan: EntityPlan, member: Int64, owner: RowKey) throws {
    let column = plan.mapping.columns[field]
    guard let orderColumn = column.orderColumn else { return }
    let place = OrderedMembers.Place(
      table: plan.mapping.table, keyColumn: plan.mapping.keyColumn, column: column.name, orderColumn: orderColumn)
    order.append(member, to: OrderedMembers.Owner(place: place, key: try permanent(owner)))
  }

  /// Whether a row that was just updated has no position among the members of its owner.
  func isWithoutPlace(_ field: Int, of plan: EntityPlan, member: Int64) throws -> Bool {
    guard let orderColumn = plan.mapping.columns[field].orderColumn else { return false }
    let select = "SELECT \(orderColumn.quoted) FROM \(plan.table) WHERE \(plan.key) = ?1"
    return try connection.withStatement(select) { statement in
      try statement.bind(member, at: 1)
      return try statement.step() && statement.value(0).kind == .null
    }
  }

  /// Members without a given place go to the end.
  func appendOrderedMembers() throws {
    for owner in order.owners {
      guard let members = order.waiting[owner] else { continue }
      let place = owner.place
      let select =
        "SELECT MAX(\(place.orderColumn.quoted)) FROM \(place.table.quoted) WHERE \(place.column.quoted) = ?1"
      let last = try connection.withStatement(select) { statement in
        try statement.bind(owner.key, at: 1)
        return try statement.step() ? statement.optionalInteger(0) : nil
      }
      var next = last.map { $0 &+ OrderKeys.step } ?? OrderKeys.first
      if let last, last > Int64.max - OrderKeys.step * Int64(members.count + 1) {
        throw StoreError(
          .damaged,
          "The members of row \(owner.key) in \(place.table).\(place.column) have no position left: the last one's"
            + " \(place.orderColumn) is \(last).",
          advice: "Mend the row or restore the file from a copy.", path: connection.path)
      }
      for member in members {
        try setPosition(next, of: member, at: place, owner: owner.key)
        next += OrderKeys.step
      }
    }
  }

  private func setOrder(_ members: [Int64], at place: OrderedMembers.Place, owner: Int64) throws {
    let select =
      "SELECT \(place.keyColumn.quoted), \(place.orderColumn.quoted) FROM \(place.table.quoted)"
      + " WHERE \(place.column.quoted) = ?1"
    var current: [Int64: Int64] = [:]
    try connection.withStatement(select) { statement in
      try statement.bind(owner, at: 1)
      while try statement.step() {
        if let position = statement.optionalInteger(1) { current[statement.integer(0)] = position }
      }
    }
    let positions = OrderKeys.assign(members.map { current[$0] })
    for (member, position) in zip(members, positions) where current[member] != position {
      try setPosition(position, of: member, at: place, owner: owner)
    }
  }

  private func setPosition(_ position: Int64, of member: Int64, at place: OrderedMembers.Place, owner: Int64) throws {
    let sql =
      "UPDATE \(place.table.quoted) SET \(place.orderColumn.quoted) = ?1"
      + " WHERE \(place.keyColumn.quoted) = ?2 AND \(place.column.quoted) = ?3"
    try connection.withStatement(sql) { statement in
      try statement.bind(position, at: 1)
      try statement.bind(member, at: 2)
      try statement.bind(owner, at: 3)
      try statement.run()
    }
  }
}
