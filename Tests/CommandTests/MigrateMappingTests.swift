import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore
import TestKit
import Testing

@testable import causeway

/// `causeway migrate --mapping`: by a mapping model instead of inference.
@Suite struct MigrateMappingTests {
  private let folder: TemporaryFolder
  private let store: String
  private let old: String
  private let new: String

  private static let first = ModelDescription(entities: [
    EntityDescription(
      name: "Note",
      attributes: [
        AttributeDescription(name: "text", type: .string),
        AttributeDescription(name: "image", type: .transformable, isOptional: true, valueTransformerName: "AppsOwn"),
      ])
  ])

  private static let second: ModelDescription = {
    var note = EntityDescription(name: "Note", attributes: [AttributeDescription(name: "words", type: .string)])
    note.relationships = [
      RelationshipDescription(
        name: "attachments", destinationEntityName: "Attachment", inverseName: "note", isToMany: true)
    ]
    var attachment = EntityDescription(
      name: "Attachment",
      attributes: [AttributeDescription(name: "image", type: .transformable, valueTransformerName: "AppsOwn")])
    attachment.relationships = [
      RelationshipDescription(name: "note", destinationEntityName: "Note", inverseName: "attachments", isToMany: false)
    ]
    return ModelDescription(entities: [note, attachment])
  }()

  private static let mapping = MappingModelDescription(
    source: MappedModel(path: "App.xcdatamodeld/App.xcdatamodel", model: first),
    destination: MappedModel(path: "App.xcdatamodeld/App 2.xcdatamodel", model: second),
    entityMappings: [
      EntityMappingDescription(
        from: "Note", to: "Attachment", sourceFilter: "image != nil",
        attributes: [PropertyMappingDescription("image")],
        relationships: [
          PropertyMappingDescription("note", sourceKeyPath: "$source", sourceMappingName: "NoteToNote")
        ]),
      EntityMappingDescription(
        from: "Note", to: "Note", attributes: [PropertyMappingDescription("words", .format("$source.text"))]),
    ])

  init() throws {
    folder = try TemporaryFolder()
    store = folder.file("Notes.sqlite").path
    old = try Self.model(Self.first, folder.file("Old.mom"))
    new = try Self.model(Self.second, folder.file("New.mom"))
    let captured = CapturedOutput()
    let status = Tool.run(["seed", old, "--rows", "40", "-o", store], console: captured.console)
    #expect(status == .fine, "\(captured.errors)")
  }

  private static func model(_ description: ModelDescription, _ file: URL) throws -> String {
    try CompiledModel.write(ResolvedModel(description)).write(to: file)
    return file.path
  }

  private func write(_ name: String, _ change: (inout MappingModelDescription) -> Void = { _ in }) throws -> String {
    var description = Self.mapping
    change(&description)
    let place = folder.file("\(name).xcmappingmodel")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try MappingModelWriter.write(description).write(to: place.appendingPathComponent("xcmapping.xml"))
    return place.path
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["migrate"] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  @Test func aCopyIsMigratedByTheMappingModel() throws {
    let mapping = try write("One to two")
    let before = try FolderState(folder.url)
    let explained = run([store, "--to", new, "--mapping", mapping, "--explain"])
    #expect(explained.status == .fine, "\(explained.errors)")
    for line in [
      "NoteToAttachment: each Note makes one Attachment, where image != nil", "    image: $source.image",
      "NoteToNote: each Note is made anew", "    words: $source.text",
    ] { #expect(explained.output.contains(line), "\(explained.output)") }
    let schema = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Schemas/migrate.json")
    let problems = try JSONSchema(String(contentsOf: schema, encoding: .utf8)).problems(
      in: JSONDocument(run([store, "--to", new, "--mapping", mapping, "--explain", "--json"]).output))
    #expect(problems.isEmpty)
    #expect(try FolderState(folder.url) == before)
    let copy = folder.file("Migrated.sqlite").path
    let result = run([store, "--to", new, "--mapping", mapping, "-o", copy])
    #expect(result.status == .fine, "\(result.errors)")
    let description = try SQLiteStore.description(of: copy)
    #expect(try description.metadata.hashes == ResolvedModel(Self.second).versionHashes())
    let counts = MigrationReport(from: try StoreCounts(store), to: try StoreCounts(copy))
    let images = try Self.count("SELECT count(*) FROM ZNOTE WHERE ZIMAGE IS NOT NULL", store)
    #expect(images > 0 && images < 40)
    #expect(counts.entities.first { $0.destination == "Note" }?.after == 40)
    #expect(counts.entities.first { $0.destination == "Attachment" }?.after == images)
    #expect(counts.links.map(\.after) == [images])
    // What was made is sound, to the last key and link.
    let captured = CapturedOutput()
    #expect(Tool.run(["doctor", copy], console: captured.console) == .fine, "\(captured.output)")
    #expect(try FolderState(folder.url).names.filter { $0.hasPrefix(".") && !$0.contains("SUPPORT") } == [])
  }

  @Test func aStoreIsMigratedInPlace() throws {
    let mapping = try write("One to two")
    let result = run([store, "--to", new, "--mapping", mapping, "--in-place", "--backup"])
    #expect(result.status == .fine, "\(result.errors)")
    #expect(try SQLiteStore.description(of: store).metadata.hashes == ResolvedModel(Self.second).versionHashes())
    #expect(FileManager.default.fileExists(atPath: folder.file("Notes-backup.sqlite").path))
    let again = run([store, "--to", new, "--mapping", mapping, "--in-place"])
    #expect(again.status == .fine && again.output.contains("already"))
  }

  @Test func whatCannotBeFollowedHereIsRefused() throws {
    let policy = try write("Policy") { $0.entityMappings[0].policyClassName = "App.NotePolicy" }
    let odd = try write("Odd") { $0.entityMappings[1].attributes[0].expression = .unread(Data("x".utf8), reason: "") }
    let stale = try write("Stale") { $0.source.model?.entities[0].attributes[0].isOptional = true }
    let back = try write("Back") {
      ($0.source, $0.destination) = ($0.destination, $0.source)
      $0.entityMappings = [EntityMappingDescription(from: "Note", to: "Note")]
    }
    let before = try FolderState(folder.url)
    for (mapping, words) in [
      (
        policy,
        "its policies are classes of an application, which the command does not have: App.NotePolicy of NoteToAttachment"
      ),
      (odd, "NoteToNote.words: an expression that cannot be read"),
      (
        stale,
        "it does not lead from the store \(store): other hashes of Note of the source; it was written for \"App\""
      ),
      (
        back,
        "it does not lead to version \"New\" of \(new): other hashes of Note of the destination; it was written for \"App\""
      ),
      (folder.file("None.xcmappingmodel").path, "there is no such file or folder"),
    ] {
      let refused = run([store, "--to", new, "--mapping", mapping, "--in-place"])
      #expect(refused.status == .failure && refused.errors.contains(words), "\(refused.errors)")
    }
    for words in [["--allow-loss"], ["--fill-zero"]] {
      let refused = run([store, "--to", new, "--mapping", policy] + words)
      #expect(refused.errors.contains("--mapping says itself what is kept"), "\(refused.errors)")
    }
    #expect(run([store, "--to", folder.url.path, "--mapping", policy]).errors.contains("--mapping goes with a model"))
    #expect(try FolderState(folder.url) == before)
  }

  /// Each attachment must have an image, and the mapping makes some without.
  @Test func whatTheModelForbidsLeavesTheStore() throws {
    let mapping = try write("All") { $0.entityMappings[0].sourceFilter = nil }
    let before = try FolderState(folder.url)
    let refused = run([store, "--to", new, "--mapping", mapping, "--in-place"])
    #expect(refused.status == .failure && refused.errors.contains("image"), "\(refused.errors)")
    #expect(try FolderState(folder.url) == before)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func seededStoresOfRealModelsAreMigrated() throws {
    let notes = "kodecocodes__cdt-materials/UnCloudNotesDataModel.xcdatamodeld"
    let staff = "jessesquires__JSQCoreDataKit/ExampleModel.xcdatamodeld"
    let creatures = "JohnEstropia__CoreStore/Advanced.EvolutionDemo.V1.xcdatamodeld"
    var migrated = 0
    for (model, from, to, mapping, made) in [
      (notes, "UnCloudNotesDataModel v2", "UnCloudNotesDataModel v3", "UnCloudNotesMappingModel_v2_to_v3", "Note"),
      (staff, "Version 1", "Version 2", "Version1_to_Version2", "Employee"),
      (
        creatures, "Advanced.EvolutionDemo.V2", "Advanced.EvolutionDemo.V1", "Advanced.EvolutionDemo.V1.FromV2",
        "Creature"
      ),
    ] {
      let path = SharedMaterial.url("models/\(model)").path
      let project = model.split(separator: "/")[0]
      let file = SharedMaterial.url("models/mapping-models/\(project)/\(mapping).xcmappingmodel").path
      let (seeded, copy) = (folder.file("\(to).sqlite").path, folder.file("\(to)-new.sqlite").path)
      let captured = CapturedOutput()
      let words = ["seed", path, "--version", from, "--rows", "20", "-o", seeded]
      #expect(Tool.run(words, console: captured.console) == .fine, "\(captured.errors)")
      if model == notes {
        // Optional before and mandatory now, and the mapping takes it as it is.
        let refused = run([seeded, "--to", path, "--version", to, "--mapping", file, "-o", copy])
        #expect(refused.errors.contains("Attachment.dateCreated is mandatory and has no value"), "\(refused.errors)")
        try Connection(path: seeded, mode: .readWrite)
          .execute("UPDATE ZNOTE SET ZDATECREATED = 1 WHERE ZDATECREATED IS NULL")
      }
      let result = run([seeded, "--to", path, "--version", to, "--mapping", file, "-o", copy])
      #expect(result.status == .fine, "\(result.errors)")
      let counts = MigrationReport(from: try StoreCounts(seeded), to: try StoreCounts(copy))
      let count = counts.entities.first { $0.destination == made }
      #expect(count?.before == 20 && count?.after == 20)
      let doctor = CapturedOutput()
      #expect(Tool.run(["doctor", copy], console: doctor.console) == .fine, "\(doctor.output)")
      if result.status == .fine { migrated += 1 }
    }
    print("seeded stores of real models migrated by their projects' mapping models: \(migrated) of 3")
    #expect(migrated == 3)
  }

  private static func count(_ query: String, _ path: String) throws -> Int64 {
    try Connection(path: path, mode: .untouched).integer(query) ?? 0
  }
}
