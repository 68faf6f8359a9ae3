import ModelDescription
import SQLCompiler

/// The triggers that keep derived attributes current (StoreFormat.md section 9).
///
/// Two forms are known: the count of a one-to-many (text of SampleModel2_V1, alemar11/CoreDataPlus) and `now()`
/// (a public article on derived attributes). Others are listed as omissions.
struct TriggerPlan {
  private(set) var statements: [String] = []
  private(set) var omissions: [String] = []

  init(table: TableLayout, layout: StoreLayout) {
    guard let root = layout.model.entity(numbered: table.rootNumber) else { return }
    for number in root.familyNumbers {
      guard let entity = layout.model.entity(numbered: number) else { continue }
      for field in entity.fields where field.declaringEntityNumber == number {
        guard let attribute = field.attribute, let derivation = attribute.derivation,
          let column = layout.column(of: field)
        else { continue }
        let owner = Owner(table: table.name, entity: entity.name, attribute: attribute.name, column: column.name)
        let expression = derivation.expression.filter { !$0.isWhitespace }
        if !entity.isRoot || derivation.filter != nil {
          omit(owner, derivation)
        } else if expression == "now()" {
          addNow(owner)
        } else if expression.hasSuffix(".@count"),
          case .foreignKey(let counted, let key, _)? =
            layout.mapping(ofEntity: number)?.toManys[String(expression.dropLast(7))],
          entity.toMany(named: String(expression.dropLast(7)))?.inverse != nil
        {
          addCount(owner, counted: counted, key: key)
        } else {
          omit(owner, derivation)
        }
      }
    }
  }

  private struct Owner {
    var table: String
    var entity: String
    var attribute: String
    var column: String

    func name(_ table: String, _ event: String) -> String {
      "\(TriggerPlan.namePrefix)\(table)_\(entity)_\(attribute)_\(event)"
    }

    func announcement(_ function: String, key: String) -> String {
      "SELECT \(function)('\(table)', Z_ENT, Z_PK, '\(attribute)', \(column)) FROM \(table) WHERE Z_PK = \(key);"
    }
  }

  /// The beginning of every name that Apple gives to a derived attribute's trigger.
  private static let namePrefix = "Z_DA_"

  /// Whether a trigger of the file keeps an attribute (StoreFormat.md section 9).
  static func isTrigger(_ name: String, ofAttribute attribute: String, entity: String) -> Bool {
    name.hasPrefix(namePrefix) && name.contains("_\(entity)_\(attribute)_")
  }

  private static let updated = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
  private static let inserted = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"

  private mutating func addCount(_ owner: Owner, counted: String, key: String) {
    func parameter(_ event: String, _ when: String, _ row: String, _ value: String) -> String {
      "CREATE TRIGGER \(owner.name(counted, event)) AFTER \(when) ON \(counted) FOR EACH ROW WHEN (\(row).\(key) NOT NULL)"
        + " BEGIN UPDATE \(owner.table) SET \(owner.column) = \(value) WHERE Z_PK = \(row).\(key);"
        + " \(owner.announcement(Self.updated, key: "\(row).\(key)")) END"
    }
    let column = owner.column
    statements += [
      parameter("PARAMETER_INSERT", "INSERT", "NEW", "IFNULL(\(column), 0) + 1"),
      parameter("PARAMETER_UPDATE_INCREMENT", "UPDATE OF \(key)", "NEW", "\(column) + 1"),
      parameter("PARAMETER_UPDATE_DECREMENT", "UPDATE OF \(key)", "OLD", "\(column) - 1"),
      parameter("PARAMETER_DELETE", "DELETE", "OLD", "\(column) - 1"),
      "CREATE TRIGGER \(owner.name(owner.table, "SOURCE_INSERT")) AFTER INSERT ON \(owner.table) FOR EACH ROW"
        + " BEGIN UPDATE \(owner.table) SET \(column) = (SELECT IFNULL(COUNT(\(key)), 0) FROM \(counted)"
        + " WHERE \(key) = NEW.Z_PK) WHERE Z_PK = NEW.Z_PK;"
        + " \(owner.announcement(Self.inserted, key: "NEW.Z_PK")) END",
    ]
  }

  private mutating func addNow(_ owner: Owner) {
    statements.append(
      "CREATE TRIGGER \(owner.name(owner.table, "UPDATE")) AFTER UPDATE OF Z_OPT ON \(owner.table) FOR EACH ROW"
        + " BEGIN UPDATE \(owner.table) SET \(owner.column) = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK;"
        + " \(owner.announcement(Self.updated, key: "NEW.Z_PK")) END")
    omissions.append(
      "The value of \(owner.entity).\(owner.attribute) on insert has no trigger: its text is not known.")
  }

  private mutating func omit(_ owner: Owner, _ derivation: DerivationDescription) {
    let filter = derivation.filter.map { " where \($0)" } ?? ""
    omissions.append(
      "The triggers of \(owner.entity).\(owner.attribute) (\(derivation.expression)\(filter)) are not made:"
        + " how the frameworks write them is not known.")
  }
}
