import ModelDescription
package import QueryModel
package import StoreContract

/// Fetches completed by unsaved changes.
extension ObjectContext {
  /// The objects of a fetch, in its order.
  ///
  /// With pending changes, an object counts with the values it has here: new ones take part, deleted ones do not.
  /// Without, the rows alone decide.
  ///
  /// - Throws: `StoreError` or `QueryError` with `.unsupported` for a request that cannot be answered.
  package func objects(_ request: FetchRequest, includesPending: Bool) throws -> [AnyObject] {
    switch source(of: request, includesPending: includesPending) {
    case .rows:
      var objects: [AnyObject] = []
      try fetch(request, includesDeleted: !includesPending) { object, _ in objects.append(object) }
      return objects
    case .rowsAndChanges(let pending): return try merged(request, pending).map(\.object)
    case .everything: return try evaluated(request).map(\.object)
    }
  }

  /// The same without the store's help: every object of the entity is asked, whatever the predicate says.
  package func objectsInMemory(_ request: FetchRequest, includesPending: Bool) throws -> [AnyObject] {
    if includesPending { return try evaluated(request).map(\.object) }
    let all = FetchRequest(entity: request.entity, includesSubentities: request.includesSubentities)
    var matching: [GraphObject] = []
    try fetch(all, includesDeleted: true) { object, state in
      guard let object = GraphObject(object, state, in: self), try matches(object, request) else { return }
      matching.append(object)
    }
    return try window(ObjectOrder(sorts: request.sorts).sorted(matching).map(\.object), request).map(\.object)
  }

  package func count(_ request: FetchRequest, includesPending: Bool) throws -> Int {
    guard case .rows = source(of: request, includesPending: includesPending) else {
      return try objects(request, includesPending: includesPending).count
    }
    try throwDeferredError()
    return try store.count(request)
  }

  /// The keys of a fetch's objects, in its order, without making objects where the rows alone decide.
  package func keys(_ request: FetchRequest, includesPending: Bool) throws -> [RowKey] {
    guard case .rows = source(of: request, includesPending: includesPending) else {
      return try objects(request, includesPending: includesPending).compactMap { object in
        (object as? any _ModelObject).map { $0._$ref.rowKey }
      }
    }
    try throwDeferredError()
    var keys: [RowKey] = []
    try store.fetch(request) { keys.append(RowKey(entity: $0.entity(), primaryKey: $0.primaryKey())) }
    return keys
  }

  /// What has to be looked at for an answer.
  private enum Source {
    case rows
    /// Rows, except those whose objects changed, and the changed objects.
    case rowsAndChanges(PendingObjects)
    /// Every object of the entity, in memory.
    case everything
  }

  private func source(of request: FetchRequest, includesPending: Bool) -> Source {
    receive()
    foldDoubles()
    guard includesPending, hasChanges, let entity = store.model.entity(numbered: request.entity) else { return .rows }
    guard request.isLocal(to: entity) else { return .everything }
    let numbers = request.includesSubentities ? entity.familyNumbers : entity.number...entity.number
    let pending = PendingObjects(self, entities: numbers)
    return pending.isEmpty ? .rows : .rowsAndChanges(pending)
  }

  private func merged(_ request: FetchRequest, _ pending: PendingObjects) throws -> ArraySlice<GraphObject> {
    var wide = request
    wide.offset = nil
    wide.limit = request.limit.flatMap { limit in
      // As many more as may drop out.
      let (sum, overflows) = limit.addingReportingOverflow(max(0, request.offset ?? 0))
      let (all, overflowsToo) = sum.addingReportingOverflow(pending.staleRows)
      return overflows || overflowsToo ? nil : all
    }
    var unchanged: [GraphObject] = []
    try fetch(wide, includesDeleted: false) { object, state in
      if !state.isChanged, let object = GraphObject(object, state, in: self) { unchanged.append(object) }
    }
    let present = try pending.present.filter { try matches($0, request) }
    return window(try ObjectOrder(sorts: request.sorts).merge(present, into: unchanged), request)
  }

  private func evaluated(_ request: FetchRequest) throws -> ArraySlice<GraphObject> {
    let all = FetchRequest(entity: request.entity, includesSubentities: request.includesSubentities)
    var objects: [GraphObject] = []
    if case .rowsAndChanges(let pending) = source(of: all, includesPending: true) {
      objects += try merged(all, pending)
    } else {
      try fetch(all, includesDeleted: false) { object, state in
        if let object = GraphObject(object, state, in: self) { objects.append(object) }
      }
    }
    let matching = try objects.filter { try matches($0, request) }
    return window(try ObjectOrder(sorts: request.sorts).sorted(matching).map(\.object), request)
  }

  private func matches(_ object: GraphObject, _ request: FetchRequest) throws -> Bool {
    try request.predicate.map { try QueryEvaluator.evaluate($0, on: object) } ?? true
  }

  private func window(_ objects: [GraphObject], _ request: FetchRequest) -> ArraySlice<GraphObject> {
    objects.dropFirst(max(0, request.offset ?? 0)).prefix(request.limit.map { max(0, $0) } ?? .max)
  }
}
