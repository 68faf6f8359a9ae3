import Foundation
import SwiftData
import TestKit
import Testing

/// Classes for stores that Apple's frameworks wrote, by hand.
enum RealClasses {
  /// `Bookmarks_V5`: children and favourites are ordered in the store, which no class can say.
  @Model final class BookmarkEntity {
    var isFolder: Bool
    @Attribute(hashModifier: "3") var isPendingDeletion: Bool?
    var lastChildrenPayloadReceivedFromSync: String?
    var modifiedAt: Date?
    var title: String?
    @Attribute(hashModifier: "3") var url: String?
    @Attribute(hashModifier: "3") var uuid: String
    @Relationship(deleteRule: .cascade, inverse: \BookmarkEntity.parent) var children: [BookmarkEntity]?
    @Relationship(inverse: \BookmarkEntity.favoriteFolders) var favorites: [BookmarkEntity]?
    var favoriteFolders: [BookmarkEntity]?
    var parent: BookmarkEntity?

    init(uuid: String, title: String) {
      isFolder = false
      self.uuid = uuid
      self.title = title
    }
  }

  /// `CoreDataMigration_Example_1`: the same on both sides.
  @Model final class Post {
    var color: String?
    var content: String?
    var date: Date?
    var postID: String?

    init(postID: String) { self.postID = postID }
  }
}

@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct RealClassTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A container over a copy of a store.
  private func open(_ name: String, _ type: any PersistentModel.Type) throws -> (context: ModelContext, path: String) {
    let source = SharedMaterial.url("stores/\(name)")
    let target = folder.file(source.lastPathComponent)
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: source.path + end) {
      try FileManager.default.copyItem(atPath: source.path + end, toPath: target.path + end)
    }
    let container = try ModelContainer(for: Schema([type]), configurations: ModelConfiguration(url: target))
    return (ModelContext(container), target.path)
  }

  private func facts(_ path: String) throws -> [String] {
    try Rows.of("SELECT Z_VERSION, Z_UUID, hex(Z_PLIST) FROM Z_METADATA", at: path)
      + Rows.of("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE", at: path)
      + Rows.of("SELECT sql FROM sqlite_master ORDER BY rowid", at: path)
  }

  @Test func ordersOfACoreDataStoreAreKept() throws {
    let (context, path) = try open(
      "duckduckgo__BrowserServicesKit/Bookmarks_V5.sqlite", RealClasses.BookmarkEntity.self)
    let before = try facts(path)
    let others = "SELECT * FROM ZBOOKMARKENTITY WHERE Z_PK NOT IN (6, 8, 10) AND Z_PK < 11 ORDER BY Z_PK"
    let otherRows = try Rows.of(others, at: path)
    let all = try context.fetch(FetchDescriptor<RealClasses.BookmarkEntity>(sortBy: [SortDescriptor(\.uuid)]))
    #expect(all.count == 10)
    let favorites = try #require(all.first { $0.uuid == "favorites_root" })
    let root = try #require(all.first { $0.uuid == "bookmarks_root" })
    #expect(favorites.favorites?.map(\.uuid) == ["5", "4", "33", "32", "2"])
    #expect(root.children?.map(\.uuid) == ["1", "2", "3", "4", "5"])

    let new = RealClasses.BookmarkEntity(uuid: "new", title: "New")
    context.insert(new)
    new.parent = root
    let last = try #require(favorites.favorites?.last)
    favorites.favorites = [last] + (favorites.favorites?.dropLast() ?? [])
    last.title = "second"
    try context.save()

    #expect(try facts(path) == before)
    #expect(try Rows.of(others, at: path) == otherRows)
    #expect(
      try Rows.of("SELECT ZUUID, ZPARENT, Z_FOK_PARENT, Z_OPT FROM ZBOOKMARKENTITY WHERE Z_PK = 11", at: path) == [
        "new|8|7168|1"
      ])
    #expect(
      try Rows.of("SELECT Z_1FAVORITES, Z_FOK_1FAVORITES FROM Z_1FAVORITES ORDER BY Z_FOK_1FAVORITES", at: path) == [
        "10|1024", "3|2048", "1|3072", "9|4096", "2|5120",
      ])
    #expect(try Rows.of("SELECT Z_MAX FROM Z_PRIMARYKEY", at: path) == ["11"])
    #expect(try Rows.of("PRAGMA integrity_check", at: path) == ["ok"])
  }

  @Test func oneRowOfACoreDataStoreIsEdited() throws {
    let (context, path) = try open(
      "wibosco__CoreDataMigrationRevised-Example/CoreDataMigration_Example_1.sqlite", RealClasses.Post.self)
    let before = try facts(path)
    let posts = try context.fetch(FetchDescriptor<RealClasses.Post>())
    #expect(posts.count == 10)
    let post = try #require(posts.first)
    let key = try #require(
      try Rows.of("SELECT Z_PK FROM ZPOST WHERE ZPOSTID = '\(post.postID ?? "")'", at: path).first)
    let others = try Rows.of("SELECT * FROM ZPOST WHERE Z_PK <> \(key)", at: path)
    let rest = "SELECT Z_PK, Z_ENT, ZDATE, ZCOLOR, ZPOSTID FROM ZPOST WHERE Z_PK = \(key)"
    let row = try Rows.of(rest, at: path)
    post.content = "changed"
    try context.save()
    #expect(try facts(path) == before)
    #expect(try Rows.of("SELECT * FROM ZPOST WHERE Z_PK <> \(key)", at: path) == others)
    #expect(try Rows.of(rest, at: path) == row)
    #expect(try Rows.of("SELECT ZCONTENT, Z_OPT FROM ZPOST WHERE Z_PK = \(key)", at: path) == ["changed|2"])
  }
}
