import Foundation

@testable import ModelFiles

/// A small model of Xcode 3, built object by object: Book and its child Novel, and a Shelf that books stand on.
struct Xcode3Fixture {
  private var objects: [PlistValue] = [.string("$null")]
  private var classes: [String: PlistValue] = [:]

  static var archive: PlistValue { archive(withMore: false) }

  /// - Parameter withMore: whether it has what no model at hand shows the form of: a configuration, a fetch request and a
  ///   compound index.
  static func archive(withMore: Bool) -> PlistValue {
    var fixture = Xcode3Fixture()
    fixture.build(withMore)
    return .dictionary([
      "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
      "$top": .dictionary(["root": .uid(1)]), "$objects": .array(fixture.objects),
    ])
  }

  static var data: Data { BinaryPlistWriter.data(archive) }

  private mutating func build(_ withMore: Bool) {
    let (model, package) = (reserve(), reserve())
    let (book, novel, shelf, books, place) = (reserve(), reserve(), reserve(), reserve(), reserve())
    let general = object("XDUMLGeneralizationImp", ["_general": book, "_specific": novel])
    relationship(
      books, "books", of: shelf, ["XD_PRK_destination": book, "XD_PRK_inverseRelationship": place],
      ["XD_PRK_isToMany": .boolean(true), "XD_PRK_deleteRule": .integer(2)])
    relationship(
      place, "shelf", of: book, ["XD_PRK_destination": shelf, "XD_PRK_inverseRelationship": books],
      ["XD_PRK_maxCount": .integer(1), "XD_PRK_minCount": .integer(1), "XD_PPSK_isOptional": .boolean(true)])
    entity(
      book, "Book",
      [
        ("title", attribute("title", ["XD_PAttK_attributeType": .integer(700), "XD_PPSK_isIndexed": .boolean(true)])),
        (
          "pages",
          attribute(
            "pages",
            [
              "XD_PAttK_attributeType": .integer(100), "XD_PAttK_defaultValueAsString": .string("1"),
              "XD_PAttK_minValueString": .string("1"), "XD_PPSK_isOptional": .boolean(true),
            ])
        ), ("shelf", place),
      ],
      references: withMore ? ["XD_PSK_fetchRequestsArray": list([shelf]), "XDPMCompoundIndexes": list([shelf])] : [:],
      facts: ["XD_PSK_entityClassName": .string("CDBook"), "XD_PSK_isAbstract": .boolean(true)])
    entity(novel, "Novel", [], parent: general)
    entity(shelf, "Shelf", [("books", books)])
    fill(
      package, "XDModelPackage",
      ["XDBucketForClassesstorage": dictionary([("Book", book), ("Novel", novel), ("Shelf", shelf)])])
    fill(
      model, "XDPMModel",
      [
        "_xd_rootPackage": package, "_modelVersionIdentifier": add(.string("7")),
        "_configurationsByName": dictionary(withMore ? [("Cloud", shelf)] : []),
      ])
  }

  // MARK: the modeller's objects

  private mutating func entity(
    _ reference: PlistValue, _ name: String, _ properties: [(String, PlistValue)], parent: PlistValue? = nil,
    references: [String: PlistValue] = [:], facts: [String: PlistValue] = [:]
  ) {
    fill(
      reference, "XDPMEntity",
      [
        "_name": add(.string(name)), "XDBucketForOwnedAttributesstorage": dictionary(properties),
        "XDBucketForGeneralizationsstorage": list(parent.map { [$0] } ?? []),
        "XDBucketForStereotypesstorage": stereotypes(references, facts),
      ])
  }

  private mutating func attribute(_ name: String, _ facts: [String: PlistValue]) -> PlistValue {
    object(
      "XDPMAttribute",
      ["_name": add(.string(name)), "XDBucketForStereotypesstorage": stereotypes([:], facts)])
  }

  private mutating func relationship(
    _ reference: PlistValue, _ name: String, of owner: PlistValue, _ references: [String: PlistValue],
    _ facts: [String: PlistValue]
  ) {
    fill(
      reference, "XDPMRelationship",
      [
        "_name": add(.string(name)), "_owner": owner,
        "XDBucketForStereotypesstorage": stereotypes(references, facts),
      ])
  }

  private mutating func stereotypes(_ references: [String: PlistValue], _ facts: [String: PlistValue]) -> PlistValue {
    var defaults = references
    for (name, value) in facts.sorted(by: { $0.key < $1.key }) { defaults[name] = add(value) }
    let properties = defaults.sorted { $0.key < $1.key }.map { name, value in
      (name, object("XDUMLPropertyImp", ["_name": add(.string(name)), "_default": value]))
    }
    let stereotype = object(
      "XDUMLStereotypeImp", ["XDBucketForOwnedAttributesstorage": dictionary(properties)])
    return dictionary([("XD_Stereotype", stereotype)])
  }

  // MARK: the archive

  private mutating func reserve() -> PlistValue { add(.null) }

  private mutating func add(_ value: PlistValue) -> PlistValue {
    objects.append(value)
    return .uid(objects.count - 1)
  }

  private mutating func object(_ kind: String, _ fields: [String: PlistValue]) -> PlistValue {
    let reference = reserve()
    fill(reference, kind, fields)
    return reference
  }

  private mutating func fill(_ reference: PlistValue, _ kind: String, _ fields: [String: PlistValue]) {
    guard case .uid(let number) = reference else { return }
    let known = classes[kind] ?? add(.dictionary(["$classname": .string(kind)]))
    classes[kind] = known
    objects[number] = .dictionary(fields.merging(["$class": known]) { first, _ in first })
  }

  private mutating func list(_ elements: [PlistValue]) -> PlistValue {
    object("NSMutableArray", ["NS.objects": .array(elements)])
  }

  private mutating func dictionary(_ entries: [(String, PlistValue)]) -> PlistValue {
    let keys = entries.map { add(.string($0.0)) }
    return object("NSMutableDictionary", ["NS.keys": .array(keys), "NS.objects": .array(entries.map(\.1))])
  }
}
