import Foundation
import SwiftData

/// Every macro with every argument.
enum MacroClient {
  final class Coder: ValueTransformer {}
  struct Money: Codable { var amount: Int }

  @Model final class Maker {
    #Unique<Maker>([\.name], [\.code, \.year])
    #Index<Maker>([\.name], [\.code, \.year])
    @Attribute(.unique, originalName: "title", hashModifier: "2") var name: String
    @Attribute var code: Int
    @Attribute(.externalStorage, .spotlight) var image: Data?
    @Attribute(.allowsCloudEncryption, .preserveValueOnDeletion) var secret: String?
    @Attribute(.ephemeral) var shown: Int = 0
    @Attribute(.codable) var price: Money?
    @Attribute(.transformable(by: Coder.self)) var byType: Data?
    @Attribute(.transformable(by: "Coder")) var byName: Data?
    @Transient var isOpen: Bool = false
    var year: Int = 1
    @Relationship(
      .unique, deleteRule: .cascade, minimumModelCount: 0, maximumModelCount: 9, originalName: "goods",
      inverse: \Thing.maker, hashModifier: "3") var things: [Thing] = []
    @Relationship(deleteRule: .deny) var other: Other?
    @Relationship var more: [Other]? = nil

    init(name: String, code: Int) {
      self.name = name
      self.code = code
    }
  }

  @Model final class Thing {
    #Index<Thing>(.binary([\.size]), .binary([\.size, \.weight]))
    var size: Double = 0
    var weight: Double = 0
    @Relationship(deleteRule: .nullify) var maker: Maker?
    @Relationship(deleteRule: .noAction) var twin: Other?
    init() {}
  }

  @Model class Other {
    init() {}
  }

  /// Inheritance (26).
  @Model class Special: Other {
    var extra: Int = 0
    override init() { super.init() }
  }
}
