import Foundation
import FoundationAdditions
import ModelDescription
import ModelFiles
import TestKit
import Testing

@testable import CoreData

/// The mapping models of real projects, followed from store to store, and what becomes of the objects.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct SharedMappingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func model(_ path: String) throws -> NSManagedObjectModel {
    let model = try ModelFiles.load(SharedMaterial.url("models/\(path).xcdatamodel")).version().model
    // The applications' transformers are not here.
    return NSManagedObjectModel(StoredBytesTransformer.applied(to: model))
  }

  private static func mapping(_ path: String) throws -> NSMappingModel {
    try #require(NSMappingModel(contentsOf: SharedMaterial.url("models/mapping-models/\(path).xcmappingmodel")))
  }

  private func migrate(
    _ name: String, _ mapping: String, from source: NSManagedObjectModel, to destination: NSManagedObjectModel
  ) throws -> URL {
    let target = folder.file("\(name)-new.sqlite")
    try NSMigrationManager(sourceModel: source, destinationModel: destination).migrateStore(
      from: folder.file("\(name).sqlite"), sourceType: NSSQLiteStoreType, with: Self.mapping(mapping),
      toDestinationURL: target, destinationType: NSSQLiteStoreType)
    return target
  }

  private func fetch(_ context: NSManagedObjectContext, _ entity: String) throws -> [NSManagedObject] {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  /// Notes with an image get an attachment that has it.
  @Test func unCloudNotes() throws {
    let place = "kodecocodes__cdt-materials/UnCloudNotesDataModel.xcdatamodeld/UnCloudNotesDataModel"
    let (two, three) = (try Self.model("\(place) v2"), try Self.model("\(place) v3"))
    var expected: [String] = []
    try NoteMapping.use(two, folder.file("Notes.sqlite")) { context in
      for number in 0..<12 {
        let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        note.setValue("t\(number)", forKey: "title")
        note.setValue("b\(number)", forKey: "body")
        note.setValue(number, forKey: "displayIndex")
        note.setValue(Date(timeIntervalSinceReferenceDate: Double(number)), forKey: "dateCreated")
        if number % 3 == 0 { note.setValue(Data([UInt8(number)]), forKey: "image") }
        expected.append(
          "t\(number) b\(number) \(number) \(number).0 [\(number % 3 == 0 ? "\(number) \(number).0" : "")]")
      }
      try context.save()
    }
    let new = try migrate(
      "Notes", "kodecocodes__cdt-materials/UnCloudNotesMappingModel_v2_to_v3", from: two, to: three)
    let found = try NoteMapping.use(three, new) { context in
      try fetch(context, "Note").map { note in
        let attachments = (note.value(forKey: "attachments") as? Set<NSManagedObject> ?? []).map { attachment in
          let seconds = (attachment.value(forKey: "dateCreated") as? Date)?.timeIntervalSinceReferenceDate ?? -1
          return "\((attachment.value(forKey: "image") as? Data)?.first ?? 0) \(seconds)"
        }
        let seconds = (note.value(forKey: "dateCreated") as? Date)?.timeIntervalSinceReferenceDate ?? -1
        return "\(note.value(forKey: "title") ?? "") \(note.value(forKey: "body") ?? "") "
          + "\(note.value(forKey: "displayIndex") ?? "") \(seconds) [\(attachments.joined(separator: ", "))]"
      }
    }
    #expect(found.sorted() == expected.sorted())
    print(
      "UnCloudNotes v2 to v3: \(found.filter { expected.contains($0) }.count) of \(expected.count) notes as expected")
  }

  /// Constants, `now()`, and employees whose company becomes an object.
  @Test func exampleModelOfJSQCoreDataKit() throws {
    let place = "jessesquires__JSQCoreDataKit/ExampleModel.xcdatamodeld/Version"
    let models = try [1, 2, 3].map { try Self.model("\(place) \($0)") }
    let start = Date()
    try NoteMapping.use(models[0], folder.file("Staff.sqlite")) { context in
      for number in 0..<5 {
        let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
        employee.setValue("e\(number)", forKey: "name")
        employee.setValue(Date(timeIntervalSinceReferenceDate: Double(number)), forKey: "birthDate")
        employee.setValue(NSDecimalNumber(string: "\(number).25"), forKey: "salary")
      }
      try context.save()
    }
    let second = try migrate(
      "Staff", "jessesquires__JSQCoreDataKit/Version1_to_Version2", from: models[0], to: models[1])
    let staff = try NoteMapping.use(models[1], second) { context in
      try fetch(context, "Employee").map { employee in
        let founded = try #require(employee.value(forKey: "companyDateFounded") as? Date)
        #expect(founded.timeIntervalSince(start) > -1)
        return ["name", "salary", "companyName", "companyProfits"].map { "\(employee.value(forKey: $0) ?? "")" }
          .joined(separator: " ")
      }.sorted()
    }
    #expect(staff == (0..<5).map { "e\($0) \($0).25 Unknown 0" })
    try FileManager.default.moveItem(at: second, to: folder.file("Next.sqlite"))
    let third = try migrate(
      "Next", "jessesquires__JSQCoreDataKit/Version2_to_Version3", from: models[1], to: models[2])
    let companies = try NoteMapping.use(models[2], third) { context in
      #expect(try fetch(context, "Employee").count == 5)
      return try fetch(context, "Company").map {
        "\($0.value(forKey: "name") ?? "") \($0.value(forKey: "profits") ?? "")"
      }
    }
    #expect(companies == Array(repeating: "Unknown 0", count: 5))
    print("JSQCoreDataKit 1 to 2 to 3: \(staff.count) of 5 employees, \(companies.count) of 5 companies as expected")
  }

  /// Back from the second version: one attribute by its own name, one from another.
  @Test func evolutionDemoOfCoreStore() throws {
    let place = "JohnEstropia__CoreStore/Advanced.EvolutionDemo.V1.xcdatamodeld/Advanced.EvolutionDemo"
    let (one, two) = (try Self.model("\(place).V1"), try Self.model("\(place).V2"))
    try NoteMapping.use(two, folder.file("Creatures.sqlite")) { context in
      for number in 0..<7 {
        let creature = NSEntityDescription.insertNewObject(forEntityName: "Creature", into: context)
        creature.setValue(number, forKey: "dnaCode")
        creature.setValue(number * 10, forKey: "numberOfFlippers")
      }
      try context.save()
    }
    let new = try migrate(
      "Creatures", "JohnEstropia__CoreStore/Advanced.EvolutionDemo.V1.FromV2", from: two, to: one)
    let creatures = try NoteMapping.use(one, new) { context in
      try fetch(context, "Creature").map {
        "\($0.value(forKey: "dnaCode") ?? "") \($0.value(forKey: "numberOfFlagella") ?? "")"
      }
    }
    #expect(creatures.sorted() == (0..<7).map { "\($0) \($0 * 10)" })
    print("CoreStore V2 to V1: \(creatures.count) of 7 creatures as expected")
  }
}
