import ModelDescription
import StoreContract

/// Finds the join tables of a model and names them (StoreFormat.md section 4).
struct JoinTablePlan {
  private(set) var tables: [JoinTableLayout] = []

  init(_ model: ResolvedModel) throws {
    var done: Set<JoinTableLayout.End> = []
    var scope = NameScope()
    let alphabetical = model.entities.sorted {
      let (left, right) = ($0.name.lowercased(), $1.name.lowercased())
      return left == right ? $0.name < $1.name : left < right
    }
    for entity in alphabetical {
      for relationship in PropertyOrder.toManys(of: entity) where relationship.isManyToMany {
        guard let inverse = relationship.inverse, let inverseNumber = relationship.inverseEntityNumber,
          !inverse.isTransient
        else { continue }
        let naming = JoinTableLayout.End(
          entityNumber: relationship.declaringEntityNumber, relationship: relationship.name)
        let other = JoinTableLayout.End(entityNumber: inverseNumber, relationship: inverse.name)
        guard done.insert(naming).inserted else { continue }
        if other != naming, !done.insert(other).inserted { continue }
        for name in [naming.relationship, other.relationship] {
          _ = try LayoutName.prefixed(name, entity: entity.name, property: name)
        }
        let namingBase = "\(naming.entityNumber)\(other.relationship.uppercased())"
        let inverseBase = "\(other.entityNumber)\(naming.relationship.uppercased())"
        tables.append(
          JoinTableLayout(
            name: "Z_\(naming.entityNumber)\(naming.relationship.uppercased())", naming: naming, inverse: other,
            namingColumn: scope.take("Z_" + namingBase), inverseColumn: scope.take("Z_" + inverseBase),
            namingOrderColumn: inverse.isOrdered ? "Z_FOK_" + namingBase : nil,
            inverseOrderColumn: relationship.description.isOrdered ? "Z_FOK_" + inverseBase : nil))
      }
    }
  }
}
