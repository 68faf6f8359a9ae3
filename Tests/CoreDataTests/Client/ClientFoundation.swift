import CoreData

// What Core Data's clients use of Foundation, and Foundation on Linux lacks.

func clientOfPredicates(_ list: CVaListPointer) {
  let format = NSPredicate(format: "name == %@ AND age > $AGE", argumentArray: ["a"])
  let bound: NSPredicate = format.withSubstitutionVariables(["AGE": 3])
  bound.allowEvaluation()
  _ = (NSPredicate(format: "name == 'a'", arguments: list), bound.evaluate(with: nil))
  _ = bound.evaluate(with: nil, substitutionVariables: ["AGE": 3])
  let all = NSCompoundPredicate(andPredicateWithSubpredicates: [format, NSPredicate(value: true)])
  let any = NSCompoundPredicate(orPredicateWithSubpredicates: [all])
  let none = NSCompoundPredicate(notPredicateWithSubpredicate: any)
  _ = NSCompoundPredicate(type: .and, subpredicates: [none, NSPredicate { object, _ in object == nil }])
}

func clientOfSorting() {
  let sorts = [
    NSSortDescriptor(key: "a", ascending: true),
    NSSortDescriptor(keyPath: \NSManagedObject.objectID.uriText, ascending: true),
    NSSortDescriptor(key: "a", ascending: true, comparator: { _, _ in .orderedSame }),
  ]
  for sort in sorts {
    sort.allowEvaluation()
    _ = (sort.key, sort.ascending, sort.reversedSortDescriptor)
  }
}

extension NSManagedObjectID {
  fileprivate var uriText: String { uriRepresentation().absoluteString }
}

@MainActor func clientOfUndo(_ manager: UndoManager, _ target: NSObject) {
  manager.beginUndoGrouping()
  manager.registerUndo(withTarget: target) { _ in }
  manager.setActionName("a")
  manager.setActionIsDiscardable(true)
  manager.endUndoGrouping()
  manager.disableUndoRegistration()
  manager.enableUndoRegistration()
  manager.undoNestedGroup()
  manager.groupsByEvent = false
  manager.levelsOfUndo = 3
  manager.runLoopModes = [.default]
  _ = (manager.groupingLevel, manager.isUndoRegistrationEnabled, manager.canUndo, manager.canRedo, manager.undoCount)
  _ = (manager.redoCount, manager.isUndoing, manager.isRedoing, manager.undoActionIsDiscardable)
  _ = (manager.redoActionIsDiscardable, manager.undoActionName, manager.redoActionName, manager.undoMenuItemTitle)
  _ = (manager.redoMenuItemTitle, manager.undoMenuTitle(forUndoActionName: "a"))
  _ = manager.redoMenuTitle(forUndoActionName: "a")
  manager.removeAllActions(withTarget: target)
  manager.removeAllActions()
}

final class ClientTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSString.self }
  override class func allowsReverseTransformation() -> Bool { true }
  override func transformedValue(_ value: Any?) -> Any? { value }
  override func reverseTransformedValue(_ value: Any?) -> Any? { value }
}

final class ClientSecureTransformer: NSSecureUnarchiveFromDataTransformer {
  override class var allowedTopLevelClasses: [AnyClass] { super.allowedTopLevelClasses + [NSURL.self] }
}

func clientOfTransformers() {
  let names: [NSValueTransformerName] = [
    .negateBooleanTransformerName, .isNilTransformerName, .isNotNilTransformerName, .unarchiveFromDataTransformerName,
    .keyedUnarchiveFromDataTransformerName, .secureUnarchiveFromDataTransformerName,
  ]
  ValueTransformer.setValueTransformer(ClientTransformer(), forName: names[0])
  _ = (ValueTransformer(forName: names[1]), ValueTransformer.valueTransformerNames())
}
