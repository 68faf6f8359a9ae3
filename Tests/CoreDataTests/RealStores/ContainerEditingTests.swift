import CoreData
import Foundation
import TestKit
import Testing

/// Stores that Apple's frameworks wrote, each behind an `NSPersistentContainer` with its own model: every kind of property
/// is read, edited, saved, and read back through another container, and the file is looked at cell by cell.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct ContainerEditingTests {
  @Test func everyKindOfPropertyIsEditedAndNothingElseChanges() throws {
    // Of the classes that the stores' transformers make, none is here: their bytes go through as they are.
    let files = try RealStoreTests.stores()
    var record = EditingRecord()
    var cached = 0
    for file in files {
      let copy = try StoreCopy(file)
      if copy.isCached { cached += 1 }
      PlainTransformer.registerMissing(in: copy.model)
      var rounds = try EditingRounds(copy, record)
      try rounds.run()
      record = rounds.record
      #expect(try copy.integrity() == "ok", "\(copy.name)")
    }
    print("stores through containers: \(files.count) of \(files.count), \(cached) with the model that they keep")
    print("  of each entity with rows\(FullRun.isOn ? "" : " (relationships: of two entities of large stores)")")
    record.lines.forEach { print("  \($0)") }
    #expect(files.count == 40 && cached == 35)
    #expect(record.left.isEmpty && record.edited == record.present)
    #expect(record.edited.values.reduce(0, +) > 600)
  }
}

/// How many properties of each kind there are in rows, and how many were edited.
struct EditingRecord {
  var present: [String: Int] = [:]
  var edited: [String: Int] = [:]
  /// Relationships without another object that they could lead to.
  var lonely: [String: Int] = [:]
  var left: [String] = []

  var lines: [String] {
    present.keys.sorted().map { kind in
      let lonely = lonely[kind].map { " (\($0) more have no other object to lead to)" } ?? ""
      return "\(kind): \(edited[kind] ?? 0) of \(present[kind] ?? 0)\(lonely)"
    } + left.map { "left: \($0)" }
  }
}

/// Lets bytes through as they are.
final class PlainTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? { value as? Data }
  override func reverseTransformedValue(_ value: Any?) -> Any? { value as? Data }

  static func registerMissing(in model: NSManagedObjectModel) {
    for entity in model.entities {
      for attribute in entity.attributesByName.values {
        guard let name = attribute.valueTransformerName, !name.isEmpty, !name.contains("UnarchiveFromData") else {
          continue
        }
        let key = NSValueTransformerName(name)
        if ValueTransformer(forName: key) == nil {
          ValueTransformer.setValueTransformer(PlainTransformer(), forName: key)
        }
      }
    }
  }
}
