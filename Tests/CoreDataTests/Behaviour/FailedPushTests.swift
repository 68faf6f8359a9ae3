import CoreData
import Foundation
import Testing

/// A child's save that fails leaves the parent as it was, however often it is tried.
@Suite struct FailedPushTests {
  enum Failure: String, CaseIterable, Sendable { case value, reference, member }

  /// Makes bytes of which it makes nothing again.
  final class OneWay: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? { Data([1]) }
    override func reverseTransformedValue(_ value: Any?) -> Any? { nil }
  }

  private func stack() throws -> LibraryStack {
    ValueTransformer.setValueTransformer(OneWay(), forName: .init("OneWayOfFailedPushTests"))
    let model = LibraryStack.model()
    let entities = model.entitiesByName
    entities["CDBook"]?.attributesByName["notes"]?.valueTransformerName = "OneWayOfFailedPushTests"
    let tag = try #require(entities["Tag"])
    // Without an inverse, a change says nothing of the object at its end.
    entities["Chapter"]?.properties.append(LibraryStack.relationship("tag", to: tag, many: false))
    return try LibraryStack(model: model)
  }

  @Test(arguments: Failure.allCases) func theParentStaysAsItWas(_ failure: Failure) throws {
    let stack = try stack()
    let parent = stack.context
    let tag = stack.make("Tag", ["label": "t"])
    try parent.save()
    let child = stack.other(parent: parent)
    let own = try child.existingObject(with: tag.objectID)
    let book = stack.book("new", in: child)
    let chapter = stack.make("Chapter", ["heading": "1"], in: child)
    book.mutableOrderedSetValue(forKey: "chapters").add(chapter)
    switch failure {
    case .value: book.setValue("x", forKey: "notes")
    case .reference: chapter.setValue(own, forKey: "tag")
    case .member: book.mutableSetValue(forKey: "tags").add(own)
    }
    if failure != .value { parent.delete(tag) }
    let gone: Set<NSManagedObject> = failure == .value ? [] : [tag]
    for _ in 1...3 {
      #expect(throws: (any Error).self) { try child.save() }
      #expect(parent.insertedObjects.isEmpty && parent.updatedObjects.isEmpty)
      #expect(parent.deletedObjects == gone)
    }
    if failure == .value { book.setValue(nil, forKey: "notes") } else { parent.rollback() }
    try child.save()
    #expect(parent.insertedObjects.map { $0.entity.name ?? "" }.sorted() == ["CDBook", "Chapter"])
    try parent.save()
    let reader = stack.other()
    let saved = try #require(reader.fetch(NSFetchRequest<CDBook>(entityName: "CDBook")).first)
    #expect((saved.value(forKeyPath: "chapters.heading") as? NSOrderedSet)?.array as? [String] == ["1"])
    #expect((saved.value(forKeyPath: "tags.label") as? NSSet)?.count == (failure == .member ? 1 : 0))
  }
}
