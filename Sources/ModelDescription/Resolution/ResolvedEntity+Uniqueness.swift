extension ResolvedEntity {
  /// The fields of each uniqueness constraint, own and inherited ones; those that name no field are left out.
  package func uniqueFields(in model: ResolvedModel) -> [[Int]] {
    var constraints: [[Int]] = []
    var next: ResolvedEntity? = self
    while let entity = next {
      for names in entity.description.uniquenessConstraints {
        // An enum without raw values is one field below its property.
        let fields = names.compactMap { fieldNumber(of: $0) ?? fieldNumber(ofPath: [$0, $0]) }
        if fields.count == names.count, !fields.isEmpty, !constraints.contains(fields) { constraints.append(fields) }
      }
      next = entity.superentityNumber.flatMap { model.entity(numbered: $0) }
    }
    return constraints
  }
}
