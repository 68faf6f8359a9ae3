import CoreData
import Foundation
import ModelDescription
import ModelFiles
import TestKit

/// Notes whose images become attachments, in two models and the mapping between them; entities of one test have names of
/// their own, since what the program has compiled into it is found by all.
struct NoteMapping {
  let note: String
  let attachment: String

  init(_ suffix: String = "") { (note, attachment) = ("Note\(suffix)", "Attachment\(suffix)") }

  var first: ModelDescription {
    ModelDescription(entities: [
      EntityDescription(
        name: note,
        attributes: [
          AttributeDescription(name: "text", type: .string),
          AttributeDescription(name: "image", type: .binary, isOptional: true, allowsExternalStorage: true),
        ])
    ])
  }

  var second: ModelDescription {
    var notes = EntityDescription(name: note, attributes: [AttributeDescription(name: "text", type: .string)])
    notes.relationships = [
      RelationshipDescription(
        name: "attachments", destinationEntityName: attachment, inverseName: "note", isToMany: true)
    ]
    var attachments = EntityDescription(
      name: attachment,
      attributes: [
        AttributeDescription(name: "image", type: .binary, allowsExternalStorage: true),
        AttributeDescription(name: "kind", type: .string),
      ])
    attachments.relationships = [
      RelationshipDescription(name: "note", destinationEntityName: note, inverseName: "attachments", isToMany: false)
    ]
    return ModelDescription(entities: [notes, attachments])
  }

  var description: MappingModelDescription {
    MappingModelDescription(
      source: MappedModel(path: "App/App.xcdatamodeld/App.xcdatamodel", model: first),
      destination: MappedModel(path: "App/App.xcdatamodeld/App 2.xcdatamodel", model: second),
      entityMappings: [
        EntityMappingDescription(
          from: note, to: attachment, sourceFilter: "image != nil",
          attributes: [
            PropertyMappingDescription("image"), PropertyMappingDescription("kind", .format("uppercase:(\"png\")")),
          ],
          relationships: [
            PropertyMappingDescription("note", sourceKeyPath: "$source", sourceMappingName: "\(note)To\(note)")
          ]), EntityMappingDescription(from: note, to: note, attributes: [PropertyMappingDescription("text")]),
      ])
  }

  /// An `.xcmappingmodel` in a folder.
  func write(_ description: MappingModelDescription? = nil, named name: String, in folder: URL) throws -> URL {
    let place = folder.appendingPathComponent("\(name).xcmappingmodel")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try MappingModelWriter.write(description ?? self.description)
      .write(to: place.appendingPathComponent("xcmapping.xml"))
    return place
  }

  /// Three notes, two of them with an image; a large one is a file beside the store.
  func makeStore(at url: URL) throws {
    try Self.use(NSManagedObjectModel(first), url) { context in
      for (text, image) in [("a", Data([1])), ("b", nil), ("c", Data(repeating: 7, count: 300_000))] {
        let made = NSEntityDescription.insertNewObject(forEntityName: note, into: context)
        made.setValue(text, forKey: "text")
        made.setValue(image, forKey: "image")
      }
      try context.save()
    }
  }

  static func use<Result>(
    _ model: NSManagedObjectModel, _ url: URL, options: [AnyHashable: Any]? = nil,
    _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
  }

  /// Notes with what is attached to them.
  func contents(_ context: NSManagedObjectContext) throws -> [String] {
    let notes = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: note))
    return notes.map { note in
      let attachments = (note.value(forKey: "attachments") as? Set<NSManagedObject> ?? []).map { attachment in
        "\((attachment.value(forKey: "image") as? Data)?.count ?? -1) \(attachment.value(forKey: "kind") ?? "")"
      }
      return "\(note.value(forKey: "text") ?? ""): \(attachments.sorted().joined(separator: ", "))"
    }.sorted()
  }

  static let migrated = ["a: 1 PNG", "b: ", "c: 300000 PNG"]
}
