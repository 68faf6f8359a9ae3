package import Foundation
package import ModelDescription

/// Writes a model as the XML of an `.xcdatamodel` (its `contents` file), as Xcode writes it.
///
/// A description that was read from XML is written back with its file's own spellings, unknown attributes and
/// elements, and the editor's layout.
package struct XCDataModelWriter {
  private let model: ModelDescription
  private let form: XMLForm
  /// Composite types that only one attribute uses and no list names: those of archived models.
  private var inlineComposites: [SourceElement] = []

  /// - Throws: `ModelFileError` when a text of the model cannot stand in XML.
  package static func write(_ model: ModelDescription) throws -> Data {
    var writer = XCDataModelWriter(model)
    return try XMLPrinter.print(writer.root(), endsWithNewline: model.source?.endsWithNewline ?? false)
  }

  private init(_ model: ModelDescription) {
    self.model = model
    form = XMLForm(saysSyncable: model.source?.saysSyncable ?? false)
  }

  private mutating func root() -> SourceElement {
    var children = model.entities.map { entity($0) }
    children += model.fetchTemplates.map { request($0) }
    for configuration in model.configurations {
      let members = configuration.entityNames.map(XMLForm.member)
      children.append(
        element(
          "configuration", form.attributes(of: configuration), configuration.remainder, Vocabulary.configuration,
          members))
    }
    for composite in model.composites {
      let elements = composite.elements.map { attribute($0, of: composite.name) }
      children.append(
        element(
          "composite", [SourceAttribute("name", composite.name)], composite.remainder, Vocabulary.composite, elements))
    }
    children += inlineComposites
    if let layout = model.source?.layout { children.append(SourceElement(name: "elements", children: layout)) }
    return SourceElement(
      name: "model", attributes: documentAttributes(), children: children + model.remainder.elements)
  }

  /// The file's own, with the identifiers as the model has them now; or those of a file that Xcode 16 saves.
  private func documentAttributes() -> [SourceAttribute] {
    var list =
      model.source?.documentAttributes ?? [
        SourceAttribute("type", "com.apple.IDECoreDataModeler.DataModel"), SourceAttribute("documentVersion", "1.0"),
        SourceAttribute("lastSavedToolsVersion", "24299"), SourceAttribute("systemVersion", "25A362"),
        SourceAttribute("minimumToolsVersion", "Automatic"), SourceAttribute("sourceLanguage", "Swift"),
      ]
    list.removeAll { $0.name.hasPrefix("causewayVersionIdentifier") }
    let first = list.firstIndex { $0.name == "userDefinedModelVersionIdentifier" }
    switch (first, model.versionIdentifiers.first) {
    case (let position?, let identifier?): list[position].text = identifier
    case (let position?, nil): list.remove(at: position)
    case (nil, let identifier?): list.append(SourceAttribute("userDefinedModelVersionIdentifier", identifier))
    case (nil, nil): break
    }
    for (number, identifier) in model.versionIdentifiers.enumerated().dropFirst() {
      list.append(SourceAttribute(Vocabulary.versionIdentifier(number), identifier))
    }
    return list + model.remainder.attributes
  }

  private mutating func entity(_ entity: EntityDescription) -> SourceElement {
    var children = entity.attributes.map { attribute($0, of: entity.name) }
    children += entity.relationships.map {
      element(
        "relationship", form.attributes(of: $0), $0.remainder, Vocabulary.relationship,
        XMLForm.userInfo($0.userInfo, $0.remainder))
    }
    children += entity.fetchedProperties.map { property in
      element(
        "fetchedProperty", form.attributes(of: property), property.remainder, Vocabulary.fetchedProperty,
        (property.request.map { [request($0)] } ?? []) + XMLForm.userInfo(property.userInfo, property.remainder))
    }
    children += entity.indexes.map { index($0) }
    if !entity.compoundIndexes.isEmpty {
      children.append(XMLForm.lists(entity.compoundIndexes, "compoundIndexes"))
    }
    if !entity.uniquenessConstraints.isEmpty {
      children.append(
        XMLForm.lists(entity.uniquenessConstraints, "uniquenessConstraints"))
    }
    children += XMLForm.userInfo(entity.userInfo, entity.remainder)
    return element("entity", form.attributes(of: entity), entity.remainder, Vocabulary.entity, children)
  }

  private mutating func attribute(_ attribute: AttributeDescription, of owner: String) -> SourceElement {
    var compositeName = attribute.compositeName
    if attribute.type == .composite, compositeName == nil {
      let name = unusedCompositeName("\(owner)_\(attribute.name)")
      compositeName = name
      let position = inlineComposites.count
      // Its place first: an element's own composite needs another name.
      let attributes = [SourceAttribute("name", name), SourceAttribute("causewayInline", "YES")]
      inlineComposites.append(SourceElement(name: "composite", attributes: attributes))
      inlineComposites[position].children = attribute.elements.map { self.attribute($0, of: name) }
    }
    return element(
      "attribute", form.attributes(of: attribute, compositeName: compositeName), attribute.remainder,
      Vocabulary.attribute, XMLForm.userInfo(attribute.userInfo, attribute.remainder))
  }

  private func unusedCompositeName(_ wish: String) -> String {
    let used = Set(model.composites.map(\.name)).union(inlineComposites.compactMap { $0["name"] })
    if !used.contains(wish) { return wish }
    return (2...).lazy.map { "\(wish)\($0)" }.first { !used.contains($0) } ?? wish
  }

  private func request(_ request: FetchTemplateDescription) -> SourceElement {
    element("fetchRequest", form.attributes(of: request), request.remainder, Vocabulary.fetchRequest, [])
  }

  private func index(_ index: FetchIndexDescription) -> SourceElement {
    let elements = index.elements.map {
      element("fetchIndexElement", form.attributes(of: $0), $0.remainder, Vocabulary.fetchIndexElement, [])
    }
    return element("fetchIndex", form.attributes(of: index), index.remainder, Vocabulary.fetchIndex, elements)
  }

  private func element(
    _ name: String, _ written: [SourceAttribute], _ remainder: SourceRemainder, _ order: [String],
    _ children: [SourceElement]
  ) -> SourceElement {
    SourceElement(
      name: name, attributes: remainder.completing(written, order: order),
      children: remainder.completing(children) + remainder.elements)
  }
}
