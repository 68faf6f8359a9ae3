import Foundation
import TestKit

@testable import ModelFiles

/// Damages the objects of a keyed archive rather than its bytes, so that readers get past the file's frame.
struct ArchiveMutator {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// One to six faults in a copy of the archive.
  mutating func mutated(_ archive: PlistValue) -> PlistValue {
    guard case .dictionary(var frame) = archive, case .array(var objects)? = frame["$objects"] else { return archive }
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let number = Int.random(in: 0..<objects.count, using: &generator)
      objects[number] = damaged(objects[number], objects.count)
    }
    frame["$objects"] = .array(objects)
    return .dictionary(frame)
  }

  private mutating func damaged(_ value: PlistValue, _ count: Int) -> PlistValue {
    switch value {
    case .dictionary(var fields):
      guard let key = fields.keys.sorted().randomElement(using: &generator), let field = fields[key] else {
        return value
      }
      fields[key] = Int.random(in: 0..<8, using: &generator) == 0 ? nil : damaged(field, count)
      return .dictionary(fields)
    case .array(var items):
      guard let position = items.indices.randomElement(using: &generator) else { return .array([reference(count)]) }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: items.remove(at: position)
      case 1: items += items
      case 2: items.append(reference(count))
      default: items[position] = damaged(items[position], count)
      }
      return .array(items)
    case .uid: return Int.random(in: 0..<6, using: &generator) == 0 ? scalar() : reference(count)
    default: return Int.random(in: 0..<3, using: &generator) == 0 ? reference(count) : scalar()
    }
  }

  private mutating func reference(_ count: Int) -> PlistValue {
    .uid(Int.random(in: 0..<(count + 2), using: &generator))
  }

  private mutating func scalar() -> PlistValue {
    let scalars: [PlistValue] = [
      .null, .boolean(true), .integer(0), .integer(-1), .integer(.max), .integer(.min), .integer(2100), .integer(1800),
      .real(.nan), .real(.infinity), .real(-1e300), .date(.nan), .data(Data()), .data(Data(count: 16)), .string(""),
      .string("$null"), .string("Base"), .string("\u{0}"), .string("title"), .array([]), .dictionary([:]),
    ]
    return scalars.randomElement(using: &generator) ?? .null
  }
}
