import Foundation
import SQLiteDriver
import SwiftData
import TestKit
import Testing

/// Stores that Apple's frameworks wrote, opened by classes that fit, read whole, and edited in a copy.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package")) struct RealStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A copy with its write-ahead log.
  private func copy(_ name: String) throws -> URL {
    let source = SharedMaterial.url("stores/\(name)")
    let target = folder.file(UUID().uuidString + ".store")
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: source.path + end) {
      try FileManager.default.copyItem(atPath: source.path + end, toPath: target.path + end)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target.path + end)
    }
    return target
  }

  private func open(_ url: URL, _ types: [any PersistentModel.Type]) throws -> ModelContext {
    ModelContext(try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: url)))
  }

  private func read<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> Int {
    let models = try context.fetch(FetchDescriptor<T>())
    // Every value is read, so that one that does not fit is met by the next call that can throw.
    let paths = T.schemaMetadata.compactMap { $0.keypath as? PartialKeyPath<T> }
    for model in models { for path in paths { _ = model[keyPath: path] } }
    _ = try context.fetchCount(FetchDescriptor<T>())
    return models.count
  }

  /// What must stay as it is in a store that is opened.
  private func facts(_ url: URL) throws -> [String] {
    try Rows.of("SELECT Z_UUID, hex(Z_PLIST) FROM Z_METADATA", at: url.path)
      + Rows.of("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE", at: url.path)
      + Rows.of("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'A%' ORDER BY rowid", at: url.path)
  }

  @Test func thoseOfSwiftDataOpen() throws {
    let first: [any PersistentModel.Type] = [RealStores.FirstUsers.User.self]
    let second: [any PersistentModel.Type] = [RealStores.SecondUsers.User.self]
    let crafting: [any PersistentModel.Type] = [
      RealStores.Crafting.Item.self, RealStores.Crafting.CraftingRecipe.self, RealStores.Crafting.Component.self,
    ]
    let recipes: [any PersistentModel.Type] = [
      ChefTime.SDFolder.self, ChefTime.SDRecipe.self, ChefTime.SDAboutSection.self, ChefTime.SDIngredientSection.self,
      ChefTime.SDIngredient.self, ChefTime.SDStepSection.self, ChefTime.SDStep.self,
    ]
    let stores: [(name: String, types: [any PersistentModel.Type])] =
      ["A", "B", "C"].flatMap { letter in
        [
          ("TrinsicVentures__FreezeRay/\(letter)_App-1_0_0.sqlite", first),
          ("TrinsicVentures__FreezeRay/\(letter)_App-2_0_0.sqlite", second),
        ]
      } + ["a", "b"].map { ("sergd2005__ResourcesManager/default_\($0).store", crafting) }
      + [("jdeda__iOS-ChefTime/mock.store", recipes)]
    var (opened, rows, edited) = (0, 0, 0)
    for store in stores {
      let url = try copy(store.name)
      let before = try facts(url)
      let context = try open(url, store.types)
      opened += 1
      for type in store.types {
        let count = try read(type, context)
        let table = "Z\(type)".uppercased()
        #expect(try Rows.of("SELECT count(*) FROM \(table)", at: url.path) == ["\(count)"], "\(store.name)")
        rows += count
      }
      #expect(!context.hasChanges)
      try context.save()
      edited += try edit(context, url)
      #expect(try facts(url) == before, "\(store.name)")
      #expect(try Rows.of("PRAGMA integrity_check", at: url.path) == ["ok"])
    }
    print(
      "stores of SwiftData: \(opened) of \(stores.count) opened, \(rows) rows read, \(edited) of \(stores.count) edited"
    )
    #expect(opened == 9 && edited == 9)
  }

  /// Changes one row, or adds one where there is none.
  private func edit(_ context: ModelContext, _ url: URL) throws -> Int {
    let (table, column): (String, String)
    switch context.container.schema.entities.map(\.name).sorted().first {
    case "User" where context.container.schema.entitiesByName["User"]?.attributesByName["email"] != nil:
      context.insert(RealStores.SecondUsers.User(name: "edited"))
      (table, column) = ("ZUSER", "ZNAME")
    case "User":
      context.insert(RealStores.FirstUsers.User(name: "edited"))
      (table, column) = ("ZUSER", "ZNAME")
    case "Component":
      if let item = try context.fetch(FetchDescriptor<RealStores.Crafting.Item>()).last {
        item.name = "edited"
      } else {
        context.insert(RealStores.Crafting.Item(name: "edited"))
      }
      (table, column) = ("ZITEM", "ZNAME")
    default:
      try context.fetch(FetchDescriptor<ChefTime.SDFolder>()).first?.name = "edited"
      (table, column) = ("ZSDFOLDER", "ZNAME")
    }
    try context.save()
    return try Rows.of("SELECT count(*) FROM \(table) WHERE \(column) = 'edited'", at: url.path) == ["1"] ? 1 : 0
  }

  @Test func relationshipsOfASwiftDataStore() throws {
    let url = try copy("sergd2005__ResourcesManager/default_a.store")
    let context = try open(url, [RealStores.Crafting.Item.self])
    let items = try context.fetch(FetchDescriptor<RealStores.Crafting.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.name) == ["Rope", "Shot Wooden Stick", "Stone", "Stone Axe"])
    let recipe = try #require(items.last?.craftingRecipe)
    #expect(recipe.producedItem === items.last && recipe.requiredComponents.map(\.count) == [2])
    #expect(recipe.requiredComponents.first?.item === items[2])
    // The row of an equal unique name is replaced; the recipe, which the new model leaves unset, stays.
    let id = items[3].persistentModelID
    let axe = RealStores.Crafting.Item(name: "Stone Axe")
    context.insert(axe)
    try context.save()
    #expect(axe.persistentModelID == id && axe.craftingRecipe === recipe)
    #expect(
      try Rows.of("SELECT Z_PK, Z_OPT, ZCRAFTINGRECIPE, ZNAME FROM ZITEM WHERE ZNAME = 'Stone Axe'", at: url.path)
        == ["1|3|1|Stone Axe"])
  }

  // MARK: unique values in stores of Core Data

  @Test func aNewModelStandsForARowOfCoreData() throws {
    let url = try copy("duckduckgo__BrowserServicesKit/SyncMetadata_V3.sqlite")
    let context = try open(
      url, [RealStores.Sync.SyncFeatureEntity.self, RealStores.Sync.SyncableSettingsMetadata.self])
    let before = try facts(url)
    let fresh = RealStores.Sync.SyncFeatureEntity(name: "TestFeature-02")
    fresh.state = "replaced"
    let new = RealStores.Sync.SyncFeatureEntity(name: "TestFeature-03")
    context.insert(fresh)
    context.insert(new)
    try context.save()
    #expect(
      try Rows.of("SELECT Z_PK, Z_OPT, ZNAME, ZSTATE, ZLASTMODIFIED FROM ZSYNCFEATUREENTITY ORDER BY 1", at: url.path)
        == ["1|2|TestFeature-02|replaced|-", "2|1|TestFeature-01|needsRemoteDataFetch|-", "3|1|TestFeature-03|-|-"])
    #expect(try facts(url) == before)
    context.uniquenessPolicy = .fail
    context.insert(RealStores.Sync.SyncFeatureEntity(name: "TestFeature-01"))
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func compoundConstraintsAndSubclasses() throws {
    let url = try copy("alemar11__CoreDataPlus/SampleModel_V2.sqlite")
    let context = try open(
      url,
      [
        RealStores.Cars.Car.self, RealStores.Cars.SportCar.self, RealStores.Cars.LuxuryCar.self,
        RealStores.Cars.Person.self,
      ])
    let cars = try context.fetch(FetchDescriptor<RealStores.Cars.Car>())
    let people = try context.fetch(FetchDescriptor<RealStores.Cars.Person>())
    #expect(cars.count == 125 && people.count == 20)
    let owned = try #require(cars.first { $0.owner != nil && type(of: $0) == RealStores.Cars.LuxuryCar.self })
    let (plate, owner, id) = (owned.numberPlate, try #require(owned.owner), owned.persistentModelID)
    let count = try #require(owner.cars).count
    let again = RealStores.Cars.LuxuryCar(numberPlate: plate)
    again.maker = "new maker"
    context.insert(again)
    let person = RealStores.Cars.Person(owner.firstName ?? "", owner.lastName ?? "")
    context.insert(person)
    try context.save()
    #expect(again.persistentModelID == id && again.owner === owner && again.maker == "new maker")
    #expect(person.persistentModelID == owner.persistentModelID && person.cars?.count == count)
    #expect(
      try Rows.of("SELECT count(*) FROM ZCAR UNION ALL SELECT count(*) FROM ZPERSON", at: url.path) == ["125", "20"])
    #expect(owner.updatedAt == Date(timeIntervalSinceReferenceDate: 7))
  }

  /// A store that the command made of a model of Core Data's.
  @Test func aStoreOfTheSeedCommand() throws {
    let model = folder.file("Sync.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    let text = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="SyncFeatureEntity" representedClassName="SyncFeatureEntity" syncable="YES">
          <attribute name="name" attributeType="String"/>
          <attribute name="lastModified" optional="YES" attributeType="String"/>
          <attribute name="state" optional="YES" attributeType="String"/>
          <uniquenessConstraints>
            <uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
          </uniquenessConstraints>
        </entity>
      </model>
      """
    try Data(text.utf8).write(to: model.appendingPathComponent("contents"))
    let url = folder.file("seeded.store")
    let command = try BuiltPackage().folder.appendingPathComponent("causeway").path
    let made = try Subprocess([command, "seed", model.path, "--rows", "20", "-o", url.path]).run()
    #expect(made.isFine, "\(made.output)")
    let context = try open(url, [RealStores.Sync.SyncFeatureEntity.self])
    let all = try context.fetch(FetchDescriptor<RealStores.Sync.SyncFeatureEntity>())
    #expect(all.count >= 20)
    let ids = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.persistentModelID) })
    for feature in all.prefix(5) {
      let new = RealStores.Sync.SyncFeatureEntity(name: feature.name)
      new.state = "new"
      context.insert(new)
      try context.save()
      #expect(new.persistentModelID == ids[feature.name] && feature.state == "new")
    }
    #expect(
      try Rows.of("SELECT count(*), sum(ZSTATE = 'new') FROM ZSYNCFEATUREENTITY", at: url.path) == ["\(all.count)|5"])
  }
}
