import Foundation
import ModelDescription
import StoreContract

/// Makes up the values of one attribute.
struct SeedValues: Sendable {
  private let attribute: AttributeDescription
  private let entityName: String
  private let isUnique: Bool

  /// `nil` for what is no attribute, or what the store computes itself.
  init?(_ field: ResolvedEntity.Field, of entity: ResolvedEntity, in model: ResolvedModel) {
    guard let attribute = field.attribute, attribute.derivation == nil else { return nil }
    self.attribute = attribute
    entityName = entity.name
    var level: ResolvedEntity? = entity
    var isUnique = false
    while let current = level, !isUnique {
      isUnique = field.path.count == 1 && current.description.uniquenessConstraints.contains { $0.contains(field.name) }
      level = current.superentityNumber.flatMap { model.entity(numbered: $0) }
    }
    self.isUnique = isUnique
  }

  /// The value for a row; `nil` where none can be made up and none is demanded.
  func value(_ index: Int, isFirst: Bool, using generator: inout SeedGenerator) throws -> StoredValue? {
    let roll = generator.next()
    if attribute.isOptional, !isFirst, !isUnique, roll % 8 == 0 { return .null }
    guard let value = try make(index, using: &generator) else {
      guard attribute.isOptional else { throw error("is mandatory, and no value can be made up for it") }
      return nil
    }
    return value
  }

  private func make(_ index: Int, using generator: inout SeedGenerator) throws -> StoredValue? {
    switch attribute.type {
    case .integer16: return .integer(try integer(index, width: Int64(Int16.min)...Int64(Int16.max), using: &generator))
    case .integer32: return .integer(try integer(index, width: Int64(Int32.min)...Int64(Int32.max), using: &generator))
    case .integer64: return .integer(try integer(index, width: .min...(.max), using: &generator))
    case .boolean:
      if isUnique, index > 1 { throw error("is unique, and a Boolean has two values only") }
      return .integer(isUnique ? Int64(index) : Int64(generator.next() & 1))
    case .double, .float:
      // Quarters are exact in both widths.
      return .real(number(index, using: &generator))
    case .decimal: return .text(String(format: "%.2f", number(index, using: &generator)))
    case .date: return .real(date(index, using: &generator))
    case .string: return try text(index, using: &generator).map(StoredValue.text)
    case .uri: return .text("https://example.org/\(attribute.name.lowercased())/\(index + 1)")
    case .uuid: return .blob(Data((0..<16).map { _ in UInt8(truncatingIfNeeded: generator.next()) }))
    case .binary: return .blob(bytes(index, using: &generator))
    case .transformable: return archive(index).map(StoredValue.blob)
    case .undefined, .objectID, .composite: return nil
    }
  }

  private func integer(
    _ index: Int, width: ClosedRange<Int64>, using generator: inout SeedGenerator
  ) throws -> Int64 {
    let low = max(
      bound(attribute.validation.minimum).map { Int64(max(min($0.rounded(.up), 9e18), -9e18)) } ?? 0, width.lowerBound)
    let limit =
      bound(attribute.validation.maximum).map { Int64(max(min($0.rounded(.down), 9e18), -9e18)) } ?? width.upperBound
    let high = max(low, min(limit, width.upperBound))
    guard isUnique else {
      let span = UInt64(min(high.subtractingReportingOverflow(low).partialValue.magnitude, 999)) + 1
      return low + Int64(generator.next() % span)
    }
    let (value, overflow) = low.addingReportingOverflow(Int64(index))
    guard !overflow, value <= high else { throw error("is unique, and has fewer values than rows are asked for") }
    return value
  }

  private func number(_ index: Int, using generator: inout SeedGenerator) -> Double {
    let low = bound(attribute.validation.minimum) ?? 0
    let high = max(low, bound(attribute.validation.maximum) ?? low + 1000)
    if isUnique { return low + Double(index) }
    return min(high, low + Double(generator.next() % (UInt64(min(high - low, 1000)) * 4 + 1)) / 4)
  }

  /// Within about two years around 2025-01-01, whole minutes; bounds of the model win.
  private func date(_ index: Int, using generator: inout SeedGenerator) -> Double {
    let middle = 757_382_400.0
    let low = bound(attribute.validation.minimum) ?? middle - 31_536_000
    let high = max(low, bound(attribute.validation.maximum) ?? low + 2 * 31_536_000)
    if isUnique { return low + Double(index) * 60 }
    return min(high, low + Double(generator.next() % (UInt64(min(high - low, 1e9) / 60) + 1)) * 60)
  }

  private func bound(_ value: AttributeValue?) -> Double? {
    switch value {
    case .integer(let value): Double(value)
    case .double(let value) where value.isFinite: value
    case .float(let value) where value.isFinite: Double(value)
    case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
    case .date(let value): value.timeIntervalSinceReferenceDate
    default: nil
    }
  }

  /// `nil` when no candidate meets the model's pattern.
  private func text(_ index: Int, using generator: inout SeedGenerator) throws -> String? {
    let low = attribute.validation.minimumLength ?? 0
    let high = max(low, attribute.validation.maximumLength ?? .max)
    let candidates = SeedWords.candidates(for: attribute.name, index: index, isUnique: isUnique, using: &generator)
    let pattern = attribute.validation.regularExpression.map { "^(?:\($0))$" }
    for candidate in candidates {
      var text = candidate
      if text.count < low { text += String(repeating: "x", count: low - text.count) }
      if text.count > high {
        // The end tells unique texts apart.
        text = isUnique ? String(text.suffix(high)) : String(text.prefix(high))
      }
      if pattern.map({ text.range(of: $0, options: .regularExpression) != nil }) ?? true { return text }
    }
    return nil
  }

  private func bytes(_ index: Int, using generator: inout SeedGenerator) -> Data {
    // A few values are large enough to be kept in files of their own, where the model allows that.
    let count = attribute.allowsExternalStorage && index % 5 == 0 && index < 50 ? 150_000 : 48
    var data = Data(capacity: count + 8)
    while data.count < count { withUnsafeBytes(of: generator.next().littleEndian) { data.append(contentsOf: $0) } }
    return data.prefix(count)
  }

  /// The archive that the default transformers make of a plain value of the attribute's class.
  private func archive(_ index: Int) -> Data? {
    let words = ["seeded", attribute.name, String(index + 1)].map { NSString(string: $0) }
    let value: NSObject =
      switch content {
      case .words, nil: NSArray(array: words)
      case .numbers: NSArray(array: (0..<3).map { NSNumber(value: index + $0) })
      case .dictionary:
        NSDictionary(objects: [NSNumber(value: index), NSNumber(value: 0.5)], forKeys: [words[0], words[1]])
      case .text: words[1]
      }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }

  /// What an archived attribute holds; `nil` where its transformer or class has bytes that only its own code can make.
  private var content: ArchivedContent? {
    let defaults = [
      "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer", "NSKeyedUnarchiveFromData", "",
    ]
    guard defaults.contains(attribute.valueTransformerName ?? "") else { return nil }
    switch attribute.valueClassName ?? "" {
    case "[String]", "Array<String>", "NSArray", "NSObject", "": return .words
    case "[Int]", "[Double]", "[Float]", "Array<Int>", "Array<Double>", "Array<Float>": return .numbers
    case "NSDictionary", "[String: Double]", "[String: Int]", "Dictionary<String, Double>", "Dictionary<String, Int>":
      return .dictionary
    case "NSString", "String": return .text
    default: return nil
    }
  }

  private enum ArchivedContent { case words, numbers, dictionary, text }

  /// The value is an archived list of words in place of what the attribute's own transformer or class would make.
  var isPlaceholder: Bool { attribute.type == .transformable && content == nil }

  private func error(_ message: String) -> ModelError {
    ModelError(message, entity: entityName, property: attribute.name)
  }
}
