extension PairingDifference.Kind {
  /// The grade that a difference of this kind has unless its place says otherwise.
  ///
  /// *Fits* are the facts that shape neither tables nor columns (StoreFormat.md sections 2 to 5) although hashes contain
  /// them (VersionHashes.md section 1); *same* are those that no hash contains (VersionHashes.md section 2).
  var usualGrade: PairingGrade {
    switch self {
    case .deleteRule, .defaultValue, .valueTransformer: .same
    case .propertyRenamed, .integerWidth, .optionality, .derivation, .ordered, .counts, .abstract, .uniqueness,
      .hashModifier, .hash:
      .fits
    case .entityMissingInClasses, .entityMissingInStore, .entityRenamed, .parent, .propertyMissingInClasses,
      .propertyMissingInStore, .propertyKind, .attributeType, .externalStorage, .preservedOnDeletion, .destination,
      .inverse, .toMany:
      .differs
    }
  }
}

extension PairingDifference {
  /// What the reader of a store and a set of classes can do about it.
  package var advice: String { advice(.storeAndClasses) }

  /// What the reader can do about it.
  package func advice(_ sides: PairingSides) -> String {
    if sides.secondIsClasses, let obstacle { return advice(sides, obstacle) }
    return switch kind {
    case .entityMissingInClasses, .entityMissingInStore, .entityRenamed: entityAdvice(sides)
    case .parent: "Declare \(entityName) with \(storeSays), as \(sides.first) does."
    case .propertyMissingInClasses: "Declare the property in \(entityName) with \(storeSays)."
    case .propertyMissingInStore:
      sides.secondIsClasses
        ? "Mark the property @Transient, name \(owner(sides)) property with originalName, or \(remedy(sides))."
        : "Make the property transient, give it the renaming identifier of the store's property, or \(remedy(sides))."
    case .propertyRenamed:
      "Nothing: \(sides.secondIsClasses ? "originalName" : "the renaming identifier") leads to \(owner(sides)) property."
    case .propertyKind, .attributeType, .destination, .toMany: "Declare the property with \(storeSays)."
    case .integerWidth:
      "Nothing: values are checked against \(storeSays) at save. Declare \(owner(sides)) width to make the pair same."
    case .optionality:
      "Nothing: what the store's model demands is checked at save. Declare it \(storeSays) to make the pair same."
    case .externalStorage:
      "Declare the attribute with \(storeSays)\(sides.secondIsClasses ? " (.externalStorage)" : "")."
    case .preservedOnDeletion:
      "Declare the attribute with \(storeSays)\(sides.secondIsClasses ? " (.preserveValueOnDeletion)" : "")."
    case .derivation: "Nothing: the store's own rule holds and keeps the column. Treat the property as read-only."
    case .inverse: "Declare the relationship with \(storeSays)."
    case .ordered:
      sides.secondIsClasses
        ? "Nothing: the store's model says whether an order is kept. SwiftData cannot declare an order."
        : "Nothing: the store's model says whether an order is kept. Declare it \(storeSays) to make the pair same."
    case .counts: "Nothing: the store's counts hold at save. Declare \(storeSays) to make the pair same."
    case .abstract:
      sides.secondIsClasses
        ? "Nothing, unless objects of an abstract entity are made: SwiftData cannot declare one."
        : "Nothing, unless objects of an abstract entity are made. Declare it \(storeSays) to make the pair same."
    case .uniqueness:
      "Nothing: the store's constraints hold. Declare the same\(sides.secondIsClasses ? " with #Unique" : "") to make"
        + " the pair same."
    case .hashModifier:
      sides.secondIsClasses && propertyName == nil
        ? "Nothing. SwiftData cannot declare an entity's hash modifier."
        : "Nothing. Declare the same hash modifier to make the pair same."
    case .hash: "Nothing: every fact that shapes the file agrees, only the recorded hash does not."
    case .deleteRule, .defaultValue, .valueTransformer:
      "Nothing for the file: \(sides.secondIsClasses ? "the classes'" : "the model's") own"
        + " \(kind == .deleteRule ? "rule" : "value") is used from now on."
    }
  }

  /// What is left where the classes cannot say what the other side says.
  private func advice(_ sides: PairingSides, _ obstacle: Obstacle) -> String {
    let way =
      switch sides {
      case .modelAndClasses: "in a new version of the model"
      default: "in a new version of the model that the store is migrated to"
      }
    return switch obstacle {
    case .paired(let other):
      "SwiftData pairs the two on its own and cannot be told not to: make \(place) and \(other) each other's inverse"
        + " \(way)."
    case .oneSided:
      "SwiftData's inverses are mutual, and \(sides.first)'s is not: make the two each other's inverse \(way)."
    case .type:
      "SwiftData has no attribute of this type: give it another one, make it transient or take it out \(way)."
    }
  }

  private func entityAdvice(_ sides: PairingSides) -> String {
    let noun = sides.secondIsClasses ? "class" : "entity"
    switch kind {
    case .entityMissingInStore: return "Remove the \(noun) \(entityName), or \(remedy(sides))."
    case .entityRenamed: return "Give the \(noun) the entity's name \(entityName), or \(remedy(sides))."
    default:
      let article = sides.secondIsClasses ? "a class" : "an entity"
      return grade == .fits
        ? "Nothing: no \(noun) refers to \(entityName), its rows stay as they are. Add \(article) to reach them."
        : "Add \(article) \(entityName): other entities of \(sides.first) refer to it or share its table."
    }
  }

  private func owner(_ sides: PairingSides) -> String { sides.first + "'s" }

  /// The way out where the first side may change.
  private func remedy(_ sides: PairingSides) -> String {
    switch sides {
    case .storeAndClasses: "migrate the store to a version that has it"
    case .storeAndModel: "migrate the store to this version"
    case .modelAndClasses: "add it to a new version of the model"
    }
  }

  /// What Apple's SwiftData would do with a pair that has this difference, for those that open here as they are.
  ///
  /// Known from Apple's documentation: a container whose model is not hash-equal to the store migrates it, by inference
  /// when it can, and fails to load otherwise; "Migrating your data model automatically" lists the changes that can be
  /// inferred.
  package var appleBehaviour: String? {
    guard grade == .fits else { return nil }
    let migrates = "Apple's SwiftData would migrate the store"
    switch kind {
    case .entityMissingInClasses: return "\(migrates) and drop the rows of \(entityName)."
    case .optionality where classesSay == "mandatory":
      return "\(migrates), and refuse it where a value is missing and no default is given."
    case .uniqueness: return "\(migrates), and refuse it where rows break the classes' constraint."
    case .ordered: return storeSays == "ordered" ? "\(migrates) and lose the order." : "\(migrates)."
    case .derivation: return "\(migrates) and no longer keep the column current."
    case .integerWidth:
      return
        "\(migrates) or refuse it: a changed type is not among the changes that Apple's documentation lists as inferred."
    default: return "\(migrates); an app with the old model then no longer opens it."
    }
  }
}
