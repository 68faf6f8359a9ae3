import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@testable import CoreData

/// Models as classes and as descriptions say the same.
@Suite struct ModelConversionTests {
  @Test func integersComeInEveryFormThatHoldsOne() {
    let integers: [Int64] = [.max, .max - 1, .min, (1 << 53) + 1, 0, -7]
    for integer in integers {
      #expect(AttributeValue(integer, for: .integer64) == .integer(integer))
      #expect(AttributeValue(NSNumber(value: integer), for: .integer64) == .integer(integer))
    }
    #expect(AttributeValue(NSNumber(value: 3.0), for: .integer16) == .integer(3))
    #expect(AttributeValue(NSDecimalNumber(string: "12"), for: .integer32) == .integer(12))
    #expect(AttributeValue(NSNumber(value: UInt64.max), for: .integer64) == nil)
    #expect(AttributeValue(NSNumber(value: 2.5), for: .integer64) == nil)
    #expect(AttributeValue(NSNumber(value: 40_000), for: .integer16) == nil)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func everyModelComesBackEqual() throws {
    var (equal, hashes, copies, all) = (0, 0, 0, 0)
    for bundle in try Self.loaded.get() {
      for version in bundle.versions {
        all += 1
        let model = NSManagedObjectModel(version.model)
        let back = try model.modelDescription()
        if back == version.model { equal += 1 }
        #expect(back == version.model, "\(version.path)")
        let expected = try ResolvedModel(version.model).versionHashes()
        let byEntity = model.entitiesByName.mapValues(\.versionHash)
        if model.entityVersionHashesByName == expected, byEntity == expected { hashes += 1 }
        #expect(model.entityVersionHashesByName == expected, "\(version.path)")
        #expect(byEntity == expected, "\(version.path)")
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        let isSame = try copy.modelDescription() == version.model && copy == model
        if isSame { copies += 1 }
        #expect(isSame, "copy of \(version.path)")
      }
    }
    print("model versions through classes equal: \(equal) of \(all), hashes: \(hashes), copies: \(copies)")
    #expect(all == 152)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func everyEntityHashesAloneAsInItsModel() throws {
    var (same, all) = (0, 0)
    for bundle in try Self.loaded.get() {
      for version in bundle.versions {
        let expected = try ResolvedModel(version.model).versionHashes()
        let model = NSManagedObjectModel(version.model)
        for entity in model.entities where entity.superentity == nil && entity.subentities.isEmpty {
          all += 1
          let copy = try #require(entity.copy() as? NSEntityDescription)
          let isSame = copy.versionHash == expected[entity.name ?? ""]
          if isSame { same += 1 }
          #expect(isSame, "\(version.path) \(entity.name ?? "")")
        }
      }
    }
    print("entities that hash alone as in their models: \(same) of \(all)")
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func everyBundleIsReadByURL() throws {
    var (read, all) = (0, 0)
    for bundle in Self.bundles() {
      let current = try Self.loaded.get().first { $0.path == bundle.path }.flatMap { try? $0.version().model }
      all += 1
      let model = NSManagedObjectModel(contentsOf: bundle)
      #expect((model == nil) == (current == nil), "\(bundle.path)")
      if let model, let current {
        #expect(try model.modelDescription() == current)
        read += 1
      }
    }
    print("bundles whose current version is read by URL: \(read) of \(all)")
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func everyPredicateAndExpressionIsRead() throws {
    var (read, all) = (0, 0)
    func check(_ text: String?, _ parse: (String) throws -> Void) {
      guard let text else { return }
      all += 1
      do {
        try parse(text)
        read += 1
      } catch {
        Issue.record("\(text): \(error)")
      }
    }
    for model in try Self.loaded.get().flatMap({ $0.versions.map(\.model) }) {
      for template in model.fetchTemplates { check(template.predicate) { _ = try NSPredicate.parse($0) } }
      for entity in model.entities {
        for property in entity.fetchedProperties {
          check(property.request?.predicate) { _ = try NSPredicate.parse($0) }
        }
        for index in entity.indexes { check(index.partialPredicate) { _ = try NSPredicate.parse($0) } }
        for attribute in entity.attributes {
          check(attribute.derivation?.expression) { _ = try __Deprecated.Expression.parse($0) }
        }
      }
    }
    print("predicates and expressions of models read: \(read) of \(all)")
    #expect(all > 10)
  }

  /// Reading them all takes most of the time.
  private static let loaded = Result { try bundles().map { try ModelFiles.load($0) } }

  static func bundles() -> [URL] {
    let files = FileManager.default.enumerator(
      at: SharedMaterial.url("models"), includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter {
      $0.pathExtension == "xcdatamodeld" && !$0.path.contains("/old-format/")
    }.sorted { $0.path < $1.path }
  }
}
