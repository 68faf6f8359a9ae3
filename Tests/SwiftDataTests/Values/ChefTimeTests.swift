import Foundation
import SQLiteDriver
import SwiftData
import TestKit
import Testing

/// Classes for the store of iOS-ChefTime (`shared/stores`), which Apple's SwiftData wrote on iOS 17: an enum without raw
/// values, and collections in archives.
enum ChefTime {
  @Model final class SDFolder {
    enum FolderType: Codable { case systemAll, systemStandard, systemRecentlyDeleted, user }

    @Attribute(.unique) var id: UUID
    var name: String
    var imageData: Data?
    var folderType: FolderType
    var parentFolder: SDFolder?
    @Relationship(deleteRule: .cascade, inverse: \SDFolder.parentFolder) var folders: [SDFolder]
    @Relationship(deleteRule: .cascade, inverse: \SDRecipe.parentFolder) var recipes: [SDRecipe]

    init(id: UUID, name: String, folderType: FolderType) {
      self.id = id
      self.name = name
      self.folderType = folderType
      folders = []
      recipes = []
    }
  }

  @Model final class SDRecipe {
    @Attribute(.unique) var id: UUID
    var name: String
    var imageData: [Data]
    var parentFolder: SDFolder?
    @Relationship(deleteRule: .cascade, inverse: \SDAboutSection.parentRecipe) var aboutSections: [SDAboutSection]
    @Relationship(deleteRule: .cascade, inverse: \SDIngredientSection.parentRecipe)
    var ingredientSections: [SDIngredientSection]
    @Relationship(deleteRule: .cascade, inverse: \SDStepSection.parentRecipe) var stepSections: [SDStepSection]

    init(id: UUID, name: String) {
      self.id = id
      self.name = name
      imageData = []
      aboutSections = []
      ingredientSections = []
      stepSections = []
    }
  }

  @Model final class SDAboutSection {
    @Attribute(.unique) var id: UUID
    var name: String
    var description_: String
    var parentRecipe: SDRecipe?

    init(id: UUID) { (self.id, name, description_) = (id, "", "") }
  }

  @Model final class SDIngredientSection {
    @Attribute(.unique) var id: UUID
    var name: String
    var parentRecipe: SDRecipe?
    @Relationship(deleteRule: .cascade, inverse: \SDIngredient.parentIngredientSection) var ingredients: [SDIngredient]

    init(id: UUID) {
      self.id = id
      name = ""
      ingredients = []
    }
  }

  @Model final class SDIngredient {
    @Attribute(.unique) var id: UUID
    var name: String
    var amount: Double
    var measure: String
    var parentIngredientSection: SDIngredientSection?

    init(id: UUID) {
      self.id = id
      name = ""
      amount = 0
      measure = ""
    }
  }

  @Model final class SDStepSection {
    @Attribute(.unique) var id: UUID
    var name: String
    var parentRecipe: SDRecipe?
    @Relationship(deleteRule: .cascade, inverse: \SDStep.parentStepSection) var steps: [SDStep]

    init(id: UUID) {
      self.id = id
      name = ""
      steps = []
    }
  }

  @Model final class SDStep {
    @Attribute(.unique) var id: UUID
    var description_: String
    var imageData: [Data]
    var parentStepSection: SDStepSection?

    init(id: UUID) {
      self.id = id
      description_ = ""
      imageData = []
    }
  }
}

@Suite(.enabled(if: SharedMaterial.isPresent)) struct ChefTimeTests {
  @Test func appleWroteItAndTheClassesReadIt() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("mock.store")
    try FileManager.default.copyItem(
      at: SharedMaterial.url("stores/jdeda__iOS-ChefTime/mock.store"), to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    func sql(_ statement: String) throws -> String? {
      try Connection(path: url.path, mode: .untouched).text(statement)
    }
    let context = ModelContext(
      try ModelContainer(for: ChefTime.SDFolder.self, configurations: ModelConfiguration(url: url)))
    let folders = try context.fetch(FetchDescriptor<ChefTime.SDFolder>())
    let users = folders.filter { $0.folderType == .user }.count
    #expect(try sql("SELECT count(*) FROM ZSDFOLDER") == "\(folders.count)")
    #expect(try sql("SELECT count(*) FROM ZSDFOLDER WHERE ZUSER = 'user'") == "\(users)")
    let recipes = try context.fetch(FetchDescriptor<ChefTime.SDRecipe>())
    let empty = recipes.filter { $0.imageData == [] }.count
    #expect(empty == recipes.count && !recipes.isEmpty)
    print(
      "folders of Apple's store with their case: \(folders.count) of \(folders.count), \(users) of the user; recipes with their collection: \(empty) of \(recipes.count)"
    )
    #expect(!context.hasChanges)
    let first = try #require(folders.first { $0.folderType == .user })
    first.folderType = .systemAll
    recipes[0].imageData = [Data([1])]
    recipes[1].imageData = []
    try context.save()
    #expect(try sql("SELECT count(*) FROM ZSDFOLDER WHERE ZSYSTEMALL = 'systemAll' AND ZUSER IS NOT NULL") == "0")
    let again = recipes[1].persistentModelID
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(again)) == again)
    let written = try sql(
      "SELECT hex(ZIMAGEDATA) FROM ZSDRECIPE WHERE ZNAME = (SELECT ZNAME FROM ZSDRECIPE LIMIT 1) LIMIT 1")
    #expect(written?.hasPrefix("62706C697374") == true)
  }
}
