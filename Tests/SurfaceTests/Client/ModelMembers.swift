import Foundation
import SwiftData

/// What every model has, and its backing data.
enum ModelMemberClient {
  typealias Maker = MacroClient.Maker
  typealias Thing = MacroClient.Thing

  static func model(_ maker: Maker, _ thing: Thing) {
    let metadata: [Schema.PropertyMetadata] = Maker.schemaMetadata
    let backing: any BackingData<Maker> = Maker.createBackingData()
    let made = Maker(backingData: backing)
    made.persistentBackingData = maker.persistentBackingData
    let context: ModelContext? = maker.modelContext
    let id: PersistentIdentifier = maker.persistentModelID
    let same: Bool = maker.id == id && maker == made && !maker.hasChanges && !maker.isDeleted
    var hasher = Hasher()
    maker.hash(into: &hasher)
    let attribute: String = maker.getValue(forKey: \.name)
    let toOne: Maker? = thing.getValue(forKey: \.maker)
    let toMany: [Thing] = maker.getValue(forKey: \.things)
    let transformed: Data? = maker.getTransformableValue(forKey: \.byName)
    maker.setValue(forKey: \.name, to: attribute)
    thing.setValue(forKey: \.maker, to: toOne)
    maker.setValue(forKey: \.things, to: toMany)
    maker.setTransformableValue(forKey: \.byName, to: transformed)
    _ = (metadata, context, same)
    let _: any Observable = maker
  }

  static func backing(_ data: any BackingData<Maker>, _ things: any BackingData<Thing>) {
    var copy = data
    copy.persistentModelID = data.persistentModelID
    let _: Any = data.metadata
    let name: String = data.getValue(forKey: \.name)
    let maker: Maker? = things.getValue(forKey: \.maker)
    let members: [Thing] = data.getValue(forKey: \.things)
    let bytes: Data? = data.getTransformableValue(forKey: \.byType)
    data.setValue(forKey: \.name, to: name)
    things.setValue(forKey: \.maker, to: maker)
    data.setValue(forKey: \.things, to: members)
    data.setTransformableValue(forKey: \.byType, to: bytes)
  }

  static func make<B: BackingData>(_ type: B.Type, of model: B.Model.Type) -> B { B(for: model) }

  static func element<C: RelationshipCollection>(_: C.Type) -> any PersistentModel.Type { C.PersistentElement.self }

  static func collections() -> [any PersistentModel.Type] { [element([Thing].self), element([Thing]?.self)] }

  static func metadata() -> Schema.PropertyMetadata {
    Schema.PropertyMetadata(
      name: "name", keypath: \Maker.name, defaultValue: "x", metadata: Schema.Attribute(.unique))
  }
}
