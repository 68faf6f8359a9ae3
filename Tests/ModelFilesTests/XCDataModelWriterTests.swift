import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

@Suite struct XCDataModelWriterTests {
  @Test func everyFactReadsBack() throws {
    let model = ModelCacheTests.everything
    let result = try XCDataModelReader.read(XCDataModelWriter.write(model), path: "M")
    #expect(result.warnings == [])
    #expect(result.model.canonical() == model.canonical())
  }

  @Test func aModelFromElsewhereIsWrittenAsXcodeWouldWriteIt() throws {
    let model = ModelDescription(
      entities: [
        EntityDescription(
          name: "Book", className: "Book", codeGeneration: .class,
          attributes: [
            AttributeDescription(name: "pages", type: .integer16, defaultValue: .integer(0), usesScalarValueType: true),
            AttributeDescription(
              name: "title", type: .string, isOptional: true, userInfo: UserInfo(["b": "<2>", "a": "\"1\" & more"])),
          ],
          relationships: [
            RelationshipDescription(
              name: "loans", destinationEntityName: "Loan", inverseName: "book", inverseEntityName: "Loan",
              isToMany: true, deleteRule: .cascade)
          ],
          uniquenessConstraints: [["title", "pages"]],
          indexes: [
            FetchIndexDescription(name: "byTitle", elements: [.init(propertyName: "title", isAscending: false)])
          ]),
        EntityDescription(name: "Loan", isAbstract: true),
      ], versionIdentifiers: [""])
    let text = String(decoding: try XCDataModelWriter.write(model), as: UTF8.self)
    #expect(
      text == #"""
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="24299" systemVersion="25A362" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
            <entity name="Book" representedClassName="Book" codeGenerationType="class">
                <attribute name="pages" attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES"/>
                <attribute name="title" optional="YES" attributeType="String">
                    <userInfo>
                        <entry key="a" value="&quot;1&quot; &amp; more"/>
                        <entry key="b" value="&lt;2&gt;"/>
                    </userInfo>
                </attribute>
                <relationship name="loans" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Loan" inverseName="book" inverseEntity="Loan"/>
                <fetchIndex name="byTitle">
                    <fetchIndexElement property="title" type="Binary" order="descending"/>
                </fetchIndex>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="title"/>
                        <constraint value="pages"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
            </entity>
            <entity name="Loan" isAbstract="YES"/>
        </model>
        """#)
  }

  /// Unknown attributes and elements, odd spellings, the editor's layout, no newline at the end.
  @Test func whatIsUnknownIsWrittenBack() throws {
    let xml = #"""
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="T" userDefinedModelVersionIdentifier="2" documentVersion="1.0" novelty="1">
          <entity name="A" representedClassName=".A" syncable="YES" codeGenerationType="none" flavour="sweet">
              <attribute name="x" optional="NO" attributeType="Double" defaultValueString="1" usesScalarValueType="YES" syncable="YES" shade="red">
                  <userInfo/>
                  <hint text="h">
                      <inner/>
                  </hint>
              </attribute>
              <attribute name="y" attributeType="Integer 16" defaultValueString="many" syncable="YES"/>
              <relationship name="r" maxCount="1" deletionRule="Odd" destinationEntity="A"/>
              <fetchIndex name="i" kind="new">
                  <fetchIndexElement property="x" type="Binary" order="ascending" weight="3"/>
              </fetchIndex>
              <novelty/>
          </entity>
          <configuration name="C" mode="m">
              <memberEntity name="A"/>
          </configuration>
          <composite name="K" mode="m">
              <attribute name="z" attributeType="String" shade="blue"/>
          </composite>
          <elements>
              <element name="A" positionX="1" positionY="-2" width="128" height="58"/>
          </elements>
          <extra/>
      </model>
      """#
    let result = try XCDataModelReader.read(Data(xml.utf8), path: "M")
    let written = try XCDataModelWriter.write(result.model)
    #expect(String(decoding: written, as: UTF8.self) == xml)
    #expect(result.warnings.count == 13)
    let cached = try ModelCache.read(ModelCache.write(ResolvedModel(result.model)))
    #expect(cached.canonical() == result.model.canonical())
  }

  /// Unknown XML inside what a description holds as lists: kept while the description says what it stood for.
  @Test func whatIsUnknownInsideListsIsWrittenBack() throws {
    let xml = #"""
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="T">
          <entity name="A">
              <attribute name="x" attributeType="String">
                  <userInfo mode="m">
                      <entry key="b" value="2" shade="red"/>
                      <entry key="a" value="1">
                          <hint/>
                      </entry>
                      <novelty/>
                  </userInfo>
              </attribute>
              <attribute name="y" attributeType="String">
                  <userInfo>
                      <novelty/>
                  </userInfo>
              </attribute>
              <compoundIndexes>
                  <compoundIndex kind="k">
                      <index value="x"/>
                      <index value="y" order="o"/>
                  </compoundIndex>
              </compoundIndexes>
              <uniquenessConstraints scope="s">
                  <uniquenessConstraint>
                      <constraint value="x">
                          <hint/>
                      </constraint>
                  </uniquenessConstraint>
              </uniquenessConstraints>
          </entity>
          <configuration name="C">
              <memberEntity name="A" since="2">
                  <hint/>
              </memberEntity>
          </configuration>
      </model>
      """#
    let result = try XCDataModelReader.read(Data(xml.utf8), path: "M")
    #expect(result.warnings.count == 11)
    #expect(result.warnings.allSatisfy { $0.contains("unknown ") && !$0.contains("not kept") }, "\(result.warnings)")
    var model = result.model
    #expect(String(decoding: try XCDataModelWriter.write(model), as: UTF8.self) == xml)
    #expect(model.entities[0].attributes[0].userInfo == UserInfo(["a": "1", "b": "2"]))
    let cached = try ModelCache.read(ModelCache.write(ResolvedModel(model)))
    #expect(cached.canonical() == model.canonical())

    model.entities[0].attributes[0].userInfo.entries["a"] = "3"
    model.entities[0].uniquenessConstraints = [["y"]]
    let changed = String(decoding: try XCDataModelWriter.write(model), as: UTF8.self)
    #expect(changed.contains("<entry key=\"a\" value=\"3\"/>") && !changed.contains("shade"))
    #expect(changed.contains("<constraint value=\"y\"/>") && !changed.contains("scope"))
    #expect(changed.contains("<index value=\"y\" order=\"o\"/>"))
  }

  /// A spelling of the file counts only while the description still says what it stood for.
  @Test func changedFactsWinOverTheFilesSpelling() throws {
    let xml =
      #"<model><entity name="A"><attribute name="x" attributeType="Double" defaultValueString="1"/></entity></model>"#
    var model = try XCDataModelReader.read(Data(xml.utf8), path: "M").model
    #expect(String(decoding: try XCDataModelWriter.write(model), as: UTF8.self).contains("defaultValueString=\"1\""))
    model.entities[0].attributes[0].defaultValue = .double(2)
    #expect(String(decoding: try XCDataModelWriter.write(model), as: UTF8.self).contains("defaultValueString=\"2.0\""))
  }

  @Test func whatXMLCannotHoldIsAnError() {
    let model = ModelDescription(
      entities: [EntityDescription(name: "A", attributes: [AttributeDescription(name: "x\u{1}", type: .string)])])
    #expect {
      _ = try XCDataModelWriter.write(model)
    } throws: { "\($0)" == "name of attribute x\u{1} holds the character U+1, which XML cannot hold" }
  }

  // MARK: bundles

  @Test func bundlesAreWrittenAndReadBack() throws {
    let folder = try TemporaryFolder()
    let library = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    let bundle = try ModelFiles.load(library)
    let copy = folder.file("Copy.xcdatamodeld")
    try ModelFiles.write(bundle, to: copy)
    let again = try ModelFiles.load(copy)
    #expect(again.currentName == bundle.currentName)
    #expect(again.versions.map(\.name) == bundle.versions.map(\.name))
    #expect(again.versions.map(\.model) == bundle.versions.map(\.model))
    #expect {
      try ModelFiles.write(bundle, to: copy)
    } throws: { "\($0)" == "\(copy.path): exists already; choose another path or remove it" }
  }

  @Test func namesThatAreNoFilesAreRefused() throws {
    let folder = try TemporaryFolder()
    let version = ModelBundle.Version(name: "a/b", path: "", model: ModelDescription(), warnings: [])
    #expect {
      try ModelFiles.write(ModelBundle(path: "", versions: [version], currentName: nil), to: folder.file("X"))
    } throws: { "\($0)".hasSuffix("the version name \"a/b\" cannot be a folder's") }
    #expect(!FileManager.default.fileExists(atPath: folder.file("X").path))
  }
}
