import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@testable import CoreData

/// Models found by name and by URL.
@Suite struct ModelLookupTests {
  @Test func aModelIsFoundInResources() throws {
    let folder = try TemporaryFolder()
    let resources = folder.url.appendingPathComponent("App_App.resources")
    try FileManager.default.createDirectory(at: resources, withIntermediateDirectories: true)
    try Self.write(ModelEditingTests.library(), "Library", in: resources)
    let search = ModelSearch(roots: [folder.url])
    let found = try ModelLookup("Library", in: search).found().get()
    #expect(found.entities.map(\.name).sorted() == ["Author", "Book", "Novel"])
    #expect(search.all().map(\.lastPathComponent) == ["Library.xcdatamodeld"])
  }

  @Test func aMissingModelSaysWhereItWasLookedFor() throws {
    let folder = try TemporaryFolder()
    try Self.write(ModelEditingTests.library(), "Shop", in: folder.url)
    let error = #expect(throws: NSError.self) {
      try ModelLookup("Library", in: ModelSearch(roots: [folder.url])).found().get()
    }
    let text = try #require(error?.localizedDescription)
    #expect(text.contains("no model named \"Library\""))
    #expect(text.contains(folder.url.path))
    #expect(text.contains("Shop.xcdatamodeld"))
    #expect(error?.domain == NSCocoaErrorDomain)
  }

  @Test func twoModelsOfOneNameThatDifferAreNamed() throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appendingPathComponent("A_A.resources")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let model = ModelEditingTests.library()
    try Self.write(model, "Library", in: folder.url)
    try Self.write(model, "Library", in: inner)
    let search = ModelSearch(roots: [folder.url])
    #expect(throws: Never.self) { try ModelLookup("Library", in: search).found().get() }
    try FileManager.default.removeItem(at: inner.appendingPathComponent("Library.xcdatamodeld"))
    model.entitiesByName["Book"]?.isAbstract = true
    try Self.write(model, "Library", in: inner)
    let error = #expect(throws: NSError.self) { try ModelLookup("Library", in: search).found().get() }
    #expect(error?.localizedDescription.contains("A_A.resources/Library.xcdatamodeld") == true)
  }

  @Test func aContainerWithoutAModelReportsItWhenLoading() throws {
    let container = NSPersistentContainer(name: "NoSuchModel")
    #expect(container.name == "NoSuchModel")
    var errors: [String] = []
    container.loadPersistentStores { description, error in
      #expect(description.url?.lastPathComponent == "NoSuchModel.sqlite")
      errors.append(error?.localizedDescription ?? "")
    }
    #expect(errors.count == 1)
    #expect(errors.first?.contains("no model named \"NoSuchModel\"") == true)
  }

  @Test func unreadableFilesGiveNoModel() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("A.mom")
    try Data("nothing".utf8).write(to: file)
    #expect(NSManagedObjectModel(contentsOf: file) == nil)
    #expect(NSManagedObjectModel(contentsOf: folder.url.appendingPathComponent("B.momd")) == nil)
  }

  @Test func referencesCheckTheChecksum() throws {
    let folder = try TemporaryFolder()
    let model = ModelEditingTests.library()
    let file = try Self.write(model, "Library", in: folder.url)
    let right = NSManagedObjectModelReference(fileURL: file, versionChecksum: model.versionChecksum)
    #expect(try right.resolve() == model)
    #expect(right.resolvedModel.entities.count == 3)
    let same = NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
    #expect(try same.resolve() === model)
    for wrong in [
      NSManagedObjectModelReference(fileURL: file, versionChecksum: "x"),
      NSManagedObjectModelReference(model: model, versionChecksum: "x"),
      NSManagedObjectModelReference(name: "Nowhere", in: nil, versionChecksum: "x"),
      NSManagedObjectModelReference(
        entityVersionHashes: model.entityVersionHashesByName, in: nil, versionChecksum: "x"),
    ] {
      let error = #expect(throws: NSError.self) { try wrong.resolve() }
      #expect(error?.code == NSManagedObjectModelReferenceNotFoundError)
      #expect(error?.localizedDescription.contains("checksum x") == true)
    }
  }

  @discardableResult static func write(
    _ model: NSManagedObjectModel, _ name: String, in folder: URL
  ) throws -> URL {
    let url = folder.appendingPathComponent("\(name).xcdatamodeld")
    let version = ModelBundle.Version(name: name, path: "", model: try model.modelDescription(), warnings: [])
    try ModelFiles.write(ModelBundle(path: url.path, versions: [version], currentName: name), to: url)
    return url
  }
}
