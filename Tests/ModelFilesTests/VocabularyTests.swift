import Foundation
import ModelDescription
import Testing

@testable import ModelFiles

/// A model that says everything that Xcode's XML can: each element and each attribute of those that real models use.
@Suite struct VocabularyTests {
  private static let xml = #"""
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model name="Library" type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="24299" systemVersion="25A362" minimumToolsVersion="Xcode 8.0" sourceLanguage="Swift" usedWithCloudKit="YES" usedWithSwiftData="YES" userDefinedModelVersionIdentifier="v1" macOSVersion="Automatic" iOSVersion="Automatic">
        <entity name="Base" representedClassName="Base" isAbstract="YES" elementID="Root" versionHashModifier="2" syncable="YES" codeGenerationType="class" coreSpotlightDisplayNameExpression="title">
            <attribute name="amount" optional="YES" attributeType="Decimal" minValueString="-1.5" maxValueString="19.99" defaultValueString="0.25"/>
            <attribute name="big" attributeType="Integer 64" defaultValueString="9007199254740993" usesScalarValueType="YES"/>
            <attribute name="bytes" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" allowsCloudEncryption="YES" preserveAfterDeletion="YES"/>
            <attribute name="color" optional="YES" attributeType="Transformable" valueTransformerName="NSSecureUnarchiveFromData" customClassName="UIColor"/>
            <attribute name="count" attributeType="Integer 16" minValueString="0" maxValueString="99" defaultValueString="7" usesScalarValueType="NO" indexed="YES"/>
            <attribute name="day" optional="YES" attributeType="Date" minDateTimeInterval="-86400" maxDateTimeInterval="1000000" defaultDateTimeInterval="0" usesScalarValueType="NO"/>
            <attribute name="flag" attributeType="Boolean" defaultValueString="YES" usesScalarValueType="YES"/>
            <attribute name="id" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
            <attribute name="link" optional="YES" attributeType="URI"/>
            <attribute name="mid" optional="YES" attributeType="Integer 32" defaultValueString="0" renamingIdentifier="middle"/>
            <attribute name="open" optional="YES" transient="YES" readOnly="YES" attributeType="Boolean" storedInTruthFile="YES" syncable="YES" versionHashModifier="3"/>
            <attribute name="part" optional="YES" attributeType="Float" defaultValueString="0.5" usesScalarValueType="YES"/>
            <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
            <attribute name="rate" optional="YES" attributeType="Double" defaultValueString="1.25" usesScalarValueType="YES"/>
            <attribute name="search" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(title)"/>
            <attribute name="title" attributeType="String" minValueString="1" maxValueString="80" defaultValueString="none" regularExpressionString="[a-z ]+" elementID="name" spotlightIndexingEnabled="YES">
                <userInfo>
                    <entry key="note" value="a &lt;title&gt;"/>
                </userInfo>
            </attribute>
            <userInfo>
                <entry key="kind" value="base"/>
            </userInfo>
        </entity>
        <entity name="Book" representedClassName="Book" parentEntity="Base" syncable="YES" codeGenerationType="category">
            <relationship name="pages" optional="YES" toMany="YES" minCount="1" maxCount="900" deletionRule="Cascade" ordered="YES" destinationEntity="Page" inverseName="book" inverseEntity="Page" elementID="sheets" indexed="YES" spotlightIndexingEnabled="YES" storedInTruthFile="YES" syncable="YES" versionHashModifier="4"/>
            <relationship name="sequel" optional="YES" transient="YES" readOnly="YES" maxCount="1" deletionRule="Deny" destinationEntity="Book"/>
            <fetchedProperty name="alike" optional="YES" syncable="YES">
                <fetchRequest name="alikeRequest" entity="Book" predicateString="title == $FETCH_SOURCE.title" fetchLimit="10" fetchBatchSize="5" resultType="1" includeSubentities="YES" includePropertyValues="NO" includesPendingChanges="NO" returnObjectsAsFaults="YES" returnDistinctResults="YES"/>
            </fetchedProperty>
            <fetchIndex name="byTitle" partialIndexPredicate="count &gt; 3">
                <fetchIndexElement property="title" type="Binary" order="ascending"/>
                <fetchIndexElement property="day" type="Binary" order="descending"/>
            </fetchIndex>
            <fetchIndex name="byRate">
                <fetchIndexElement property="rate" type="RTree" order="ascending"/>
            </fetchIndex>
            <fetchIndex name="byLength">
                <fetchIndexElement expression="length:(title)" type="Binary" order="ascending"/>
            </fetchIndex>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="title"/>
                    <constraint value="count"/>
                </uniquenessConstraint>
                <uniquenessConstraint>
                    <constraint value="id"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
        <entity name="Page" representedClassName="NSManagedObject" syncable="YES">
            <attribute name="number" optional="YES" attributeType="Integer 32" defaultValueString="0" usesScalarValueType="YES"/>
            <attribute name="text" optional="YES" attributeType="String"/>
            <relationship name="book" optional="YES" maxCount="1" deleteRule="No Action" destinationEntity="Book" inverseName="pages" inverseEntity="Book"/>
            <compoundIndexes>
                <compoundIndex>
                    <index value="number"/>
                    <index value="text"/>
                </compoundIndex>
            </compoundIndexes>
        </entity>
        <fetchRequest name="All" entity="Page" predicateString="number &gt; $N" fetchLimit="3" fetchBatchSize="20" resultType="2" includeSubentities="YES" includePropertyValues="YES" includesPendingChanges="YES" returnObjectsAsFaults="NO" returnDistinctResults="YES"/>
        <configuration name="Cloud" usedWithCloudKit="true">
            <memberEntity name="Book"/>
            <memberEntity name="Page"/>
        </configuration>
        <composite name="Place">
            <attribute name="street" optional="YES" attributeType="String"/>
            <attribute name="position" optional="YES" attributeType="Composite" composite="Position"/>
        </composite>
        <composite name="Position">
            <attribute name="latitude" optional="YES" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
        </composite>
        <elements>
            <element name="Book" positionX="-63" positionY="-18" width="128" height="58"/>
        </elements>
    </model>
    """#

  @Test func everyWordIsKnownKeptAndWrittenBack() throws {
    let result = try XCDataModelReader.read(Data(Self.xml.utf8), path: "M")
    #expect(result.warnings == [])
    let model = result.model
    #expect(throws: Never.self) { _ = try ResolvedModel(model) }
    let again = try XCDataModelReader.read(XCDataModelWriter.write(model), path: "M")
    #expect(again.warnings == [] && again.model == model)
  }

  /// The fixture says each word that the reader knows but for those of our own.
  @Test func theFixtureSaysEveryWord() {
    let lists = [
      Vocabulary.entity, Vocabulary.attribute, Vocabulary.relationship, Vocabulary.fetchedProperty,
      Vocabulary.fetchRequest, Vocabulary.requestOptions, Vocabulary.fetchIndex, Vocabulary.fetchIndexElement,
      Vocabulary.configuration, Vocabulary.composite, Vocabulary.model,
    ]
    let words = Set(lists.joined()).filter { !$0.hasPrefix("causeway") }
    let unsaid = words.filter { !Self.xml.contains(" \($0)=\"") }
    #expect(unsaid.sorted() == [])
    print(
      "words of Xcode's model files that are read without a warning: \(words.count - unsaid.count) of \(words.count)")
  }

  @Test func whatTheWordsSayIsInTheModel() throws {
    let model = try XCDataModelReader.read(Data(Self.xml.utf8), path: "M").model
    let base = try #require(model.entity(named: "Base"))
    let named = Dictionary(uniqueKeysWithValues: base.attributes.map { ($0.name, $0) })
    func attribute(_ name: String) -> AttributeDescription {
      named[name] ?? AttributeDescription(name: "", type: .undefined)
    }
    #expect(base.isAbstract && base.renamingIdentifier == "Root" && base.versionHashModifier == "2")
    #expect(base.spotlightDisplayName == "title" && base.codeGeneration == .class)
    #expect(base.userInfo == UserInfo(["kind": "base"]))
    #expect(attribute("amount").defaultValue == Decimal(string: "0.25").map { .decimal($0) })
    #expect(attribute("big").defaultValue == .integer(9_007_199_254_740_993))
    #expect(attribute("bytes").allowsExternalStorage && attribute("bytes").allowsCloudEncryption)
    #expect(attribute("bytes").preservesValueOnDeletion)
    #expect(attribute("color").valueClassName == "UIColor")
    #expect(attribute("count").isIndexed && attribute("count").usesScalarValueType == false)
    #expect(attribute("day").defaultValue == .date(Date(timeIntervalSinceReferenceDate: 0)))
    #expect(attribute("mid").renamingIdentifier == "middle")
    #expect(attribute("open").isTransient && attribute("open").isReadOnly && attribute("open").isStoredInTruthFile)
    #expect(attribute("place").elements.map(\.name) == ["street", "position"])
    #expect(attribute("search").derivation?.expression == "canonical:(title)")
    #expect(attribute("title").isSpotlightIndexed && attribute("title").renamingIdentifier == "name")
    let book = try #require(model.entity(named: "Book"))
    let pages = try #require(book.relationships.first { $0.name == "pages" })
    #expect(pages.isToMany && pages.isOrdered && pages.minimumCount == 1 && pages.maximumCount == 900)
    #expect(pages.deleteRule == .cascade && pages.renamingIdentifier == "sheets" && pages.versionHashModifier == "4")
    #expect(book.superentityName == "Base" && book.uniquenessConstraints == [["title", "count"], ["id"]])
    #expect(book.indexes.map(\.name) == ["byTitle", "byRate", "byLength"])
    #expect(book.indexes[1].elements.first?.kind == .rTree && book.indexes[0].partialPredicate == "count > 3")
    #expect(book.fetchedProperties.first?.request?.fetchBatchSize == 5)
    let page = try #require(model.entity(named: "Page"))
    #expect(page.relationships.first?.deleteRule == .noAction && page.compoundIndexes == [["number", "text"]])
    #expect(model.fetchTemplates.first?.fetchLimit == 3 && model.configurations.first?.name == "Cloud")
    #expect(model.versionIdentifiers == ["v1"])
  }
}
