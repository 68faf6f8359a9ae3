extension PairingDifference.Kind {
  /// The grade that a difference of this kind has unless its place says otherwise.
  ///
  /// *Fits* are the facts that shape neither tables nor columns (FORMAT.md sections 2 to 5) although hashes contain
  /// them (HASHES.md section 1); *same* are those that no hash contains (HASHES.md section 2).
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
  /// What the reader can do about it.
  package var advice: String {
    switch kind {
    case .entityMissingInClasses:
      grade == .fits
        ? "Nothing: no class refers to \(entityName), its rows stay as they are. Add a class to reach them."
        : "Add a class \(entityName): other entities of the store refer to it or share its table."
    case .entityMissingInStore: "Remove the class \(entityName), or migrate the store to a version that has it."
    case .entityRenamed: "Give the class the entity's name \(entityName), or migrate the store."
    case .parent: "Declare \(entityName) with \(storeSays), as the store's model does."
    case .propertyMissingInClasses: "Declare the property in \(entityName) with \(storeSays)."
    case .propertyMissingInStore:
      "Mark the property @Transient, name the store's property with originalName, or migrate the store."
    case .propertyRenamed: "Nothing: originalName leads to the store's property."
    case .propertyKind, .attributeType, .destination, .toMany: "Declare the property with \(storeSays)."
    case .integerWidth:
      "Nothing: values are checked against \(storeSays) at save. Declare the store's width to make the pair same."
    case .optionality:
      "Nothing: what the store's model demands is checked at save. Declare it \(storeSays) to make the pair same."
    case .externalStorage: "Declare the attribute with \(storeSays) (.externalStorage)."
    case .preservedOnDeletion: "Declare the attribute with \(storeSays) (.preserveValueOnDeletion)."
    case .derivation: "Nothing: the store's own rule holds and keeps the column. Treat the property as read-only."
    case .inverse: "Declare the relationship with \(storeSays)."
    case .ordered: "Nothing: the store's model says whether an order is kept. SwiftData cannot declare an order."
    case .counts: "Nothing: the store's counts hold at save. Declare \(storeSays) to make the pair same."
    case .abstract: "Nothing, unless objects of an abstract entity are made: SwiftData cannot declare one."
    case .uniqueness: "Nothing: the store's constraints hold. Declare the same with #Unique to make the pair same."
    case .hashModifier: "Nothing. Declare the same hashModifier to make the pair same."
    case .hash: "Nothing: every fact that shapes the file agrees, only the recorded hash does not."
    case .deleteRule, .defaultValue, .valueTransformer:
      "Nothing for the file: the classes' own \(kind == .deleteRule ? "rule" : "value") is used from now on."
    }
  }

  /// What Apple's SwiftData would do with a pair that has this difference, for those that open here as they are.
  ///
  /// Known from Apple's documentation: a container whose model is not hash-equal to the store migrates it, by inference
  /// when it can, and fails to load otherwise. Which of the two follows from the rules for inferred mappings.
  package var appleBehaviour: String? {
    guard grade == .fits else { return nil }
    switch kind {
    case .entityMissingInClasses:
      return "Apple's SwiftData would migrate the store and drop the rows of \(entityName)."
    case .optionality where classesSay == "mandatory":
      return
        "Apple's SwiftData would migrate the store, and refuse it where a value is missing and no default is given."
    case .uniqueness:
      return "Apple's SwiftData would migrate the store, and refuse it where rows break the classes' constraint."
    case .ordered:
      return "Apple's SwiftData would migrate the store and lose the order."
    case .derivation:
      return "Apple's SwiftData would migrate the store and no longer keep the column current."
    default:
      return "Apple's SwiftData would migrate the store; an app with the old model then no longer opens it."
    }
  }
}
