import Foundation
import ModelDescription

/// Reads the objects of a mapping model's file.
///
/// Names and meanings are those of the four mapping models of CoreStore, JSQCoreDataKit and UnCloudNotes; the policy's
/// class, a written source expression and user info are named as in public mapping models and tools over them.
struct MappingModelReader {
  private let objects: MappingObjects
  private(set) var warnings: [String] = []

  init(_ objects: MappingObjects) { self.objects = objects }

  mutating func description() throws -> MappingModelDescription {
    let models = objects.all.filter { $0.kind == .model }
    guard let model = models.first, models.count == 1 else {
      throw ModelFileError("it holds \(models.count) mapping models; it should hold one", path: objects.path)
    }
    warn(of: model, "the mapping model", Self.modelAttributes)
    var result = MappingModelDescription(
      source: mappedModel("source", model), destination: mappedModel("destination", model))
    var numbered: [(number: Int, mapping: EntityMappingDescription)] = []
    for object in try objects.objects("entitymappings", of: model, .entity) {
      let mapping = try entityMapping(object)
      let text = object.text("mappingnumber") ?? "0"
      guard let number = Int(text) else {
        throw failure("its number \"\(text)\" is none", mapping)
      }
      numbered.append((number, mapping))
    }
    // Stable: mappings without numbers stay as the file lists them.
    let order = numbered.indices.sorted { (numbered[$0].number, $0) < (numbered[$1].number, $1) }
    result.entityMappings = order.map { numbered[$0].mapping }
    var titles: Set<String> = []
    if let twin = result.entityMappings.first(where: { !titles.insert($0.title).inserted }) {
      throw failure("two entity mappings have this name; give each its own", twin)
    }
    return result
  }

  // MARK: The two models

  private mutating func mappedModel(_ side: String, _ object: MappingObjects.Object) -> MappedModel {
    var result = MappedModel(path: object.text("\(side)modelpath"))
    let place = "\(objects.path), its copy of the \(side) model"
    guard let text = object.text("\(side)modeldata") else {
      warnings.append("\(place): there is none, so that it can only be used with models that are given")
      return result
    }
    guard let data = Self.binary(text) else {
      warnings.append("\(place): it is not written in Base64")
      return result
    }
    do {
      let read = try Self.model(data, place)
      result.model = read.model
      warnings += read.warnings
    } catch {
      warnings.append("\(error)")
    }
    return result
  }

  /// Xcode keeps the objects of its modeller, as an `elements` file of Xcode 3 does; we write compiled models.
  private static func model(_ data: Data, _ place: String) throws -> XCDataModelReader.Result {
    if let archive = try? KeyedArchive(data), archive.root.className == "NSManagedObjectModel" {
      return .init(model: try CompiledModel.read(data), warnings: [])
    }
    return try Xcode3ModelReader.read(data, path: place)
  }

  // MARK: Entities

  private mutating func entityMapping(_ object: MappingObjects.Object) throws -> EntityMappingDescription {
    var mapping = EntityMappingDescription(
      name: object.text("name"), from: object.text("sourcename"), to: object.text("destinationname"),
      policyClassName: object.text("migrationpolicyclassname"),
      sourceFilter: object.text("sourcefilterpredicatestring"))
    guard !mapping.title.isEmpty else {
      throw ModelFileError("the entity mapping \(object.id) names neither itself nor an entity", path: objects.path)
    }
    warn(of: object, "the entity mapping \(mapping.title)", Self.entityAttributes)
    if let word = object.text("mappingtypename"), word != "Undefined" {
      guard let kind = EntityMappingDescription.Kind(rawValue: word) else {
        let known = EntityMappingDescription.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw failure("its type \"\(word)\" is unknown; known are Undefined, \(known)", mapping)
      }
      mapping.kind = kind
    }
    if !object.flag("autogenerateexpression"), let text = object.text("sourceexpressiondata") {
      mapping.sourceExpression = try expression(text, in: mapping)
    }
    mapping.userInfo = userInfo(object, "the entity mapping \(mapping.title)")
    for property in try objects.objects("attributemappings", of: object, .attribute) {
      mapping.attributes.append(try propertyMapping(property, in: mapping))
    }
    for property in try objects.objects("relationshipmappings", of: object, .relationship) {
      mapping.relationships.append(try propertyMapping(property, in: mapping))
    }
    return mapping
  }

  // MARK: Properties

  private mutating func propertyMapping(
    _ object: MappingObjects.Object, in mapping: EntityMappingDescription
  ) throws -> PropertyMappingDescription {
    guard let name = object.text("name") else {
      throw failure("the property mapping \(object.id) has no name", mapping)
    }
    let place = "\(mapping.title).\(name)"
    warn(of: object, place, Self.propertyAttributes)
    var property = PropertyMappingDescription(
      name, sourceKeyPath: object.text("sourcekeypath"), sourceMappingName: object.text("sourcemappingname"),
      userInfo: userInfo(object, place))
    if !object.flag("autogenerateexpression"), let text = object.text("valueexpressiondata") {
      property.expression = try expression(text, in: mapping, property: name)
    }
    return property
  }

  private mutating func expression(
    _ text: String, in mapping: EntityMappingDescription, property: String? = nil
  ) throws -> MappingExpression {
    guard let data = Self.binary(text) else {
      throw failure("its expression is not written in Base64", mapping, property: property)
    }
    let expression = ArchivedMappingExpression.read(data)
    if case .unread(_, let reason) = expression {
      let place = property.map { "\(mapping.title).\($0)" } ?? "the entity mapping \(mapping.title)"
      warnings.append("\(objects.path): \(place): its expression cannot be read: \(reason)")
    }
    return expression
  }

  // MARK: Parts

  private mutating func userInfo(_ object: MappingObjects.Object, _ place: String) -> UserInfo {
    guard let text = object.text("userinfodata") else { return UserInfo() }
    var info = UserInfo()
    guard let data = Self.binary(text), case .dictionary(let entries)? = ArchivedValue.read(data) else {
      warnings.append("\(objects.path): \(place): its user info cannot be read")
      return info
    }
    for entry in entries {
      guard case .text(let value) = entry.value else {
        warnings.append("\(objects.path): \(place): \(entry.key) of its user info is no text, and is left out")
        continue
      }
      info.entries[entry.key] = value
    }
    return info
  }

  private mutating func warn(of object: MappingObjects.Object, _ place: String, _ known: Set<String>) {
    for name in object.attributes.keys.sorted() where !known.contains(name) {
      warnings.append("\(objects.path): \(place): its attribute \(name) is not read")
    }
  }

  private static func binary(_ text: String) -> Data? {
    let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
    return data?.isEmpty == false ? data : nil
  }

  private func failure(
    _ message: String, _ mapping: EntityMappingDescription, property: String? = nil
  ) -> ModelFileError {
    let place = property.map { "\(mapping.title).\($0)" } ?? "the entity mapping \(mapping.title)"
    return ModelFileError("\(place): \(message)", path: objects.path)
  }

  private static let modelAttributes: Set = [
    "sourcemodelpath", "sourcemodeldata", "destinationmodelpath", "destinationmodeldata",
  ]
  private static let entityAttributes: Set = [
    "name", "sourcename", "destinationname", "mappingtypename", "mappingnumber", "autogenerateexpression",
    "migrationpolicyclassname", "sourcefilterpredicatestring", "sourceexpressiondata", "userinfodata",
  ]
  private static let propertyAttributes: Set = [
    "name", "valueexpressiondata", "autogenerateexpression", "sourcekeypath", "sourcemappingname", "userinfodata",
  ]
}
