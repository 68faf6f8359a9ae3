import Foundation
import ModelDescription
import StoreContract

/// Makes up the values of one attribute.
struct SeedValues: Sendable {
  private let attribute: AttributeDescription
  private let entityName: String
  private let isUnique: Bool
  /// What the first rows hold, where the outermost values are wanted.
  private let extremes: [StoredValue]
  /// What the property's name promises, where the model sets no bounds.
  private let usual: ClosedRange<Double>?

  /// `nil` for what is no attribute, or what the store computes itself.
  ///
  /// - Parameter extremes: the first rows hold the outermost values.
  init?(_ field: ResolvedEntity.Field, of entity: ResolvedEntity, in model: ResolvedModel, extremes: Bool = false) {
    guard let attribute = field.attribute, attribute.derivation == nil else { return nil }
    self.attribute = attribute
    entityName = entity.name
    var level: ResolvedEntity? = entity
    var isUnique = false
    while let current = level, !isUnique {
      isUnique =
        field.path.count == 1
        && current.description.uniquenessConstraints.contains { Self.differing(in: $0, of: entity) == field.name }
      level = current.superentityNumber.flatMap { model.entity(numbered: $0) }
    }
    self.isUnique = isUnique
    // What is unique counts up instead: an outermost value could come again.
    self.extremes = extremes && !isUnique ? SeedExtremes.values(of: attribute) : []
    usual = SeedRanges.range(for: attribute.name)
  }

  /// The property of a constraint whose values differ from row to row, so that its others need not.
  private static func differing(in constraint: [String], of entity: ResolvedEntity) -> String? {
    let attributes = constraint.filter { name in
      entity.fieldNumber(of: name).map { entity.fields[$0].toOne == nil } ?? false
    }
    return attributes.first { name in
      entity.fieldNumber(of: name).flatMap { entity.fields[$0].attribute }.map { $0.type != .boolean } ?? false
    } ?? attributes.first
  }

  /// Values of its kind may come again, so that whoever plans has to keep those that are taken.
  var isTried: Bool { isUnique && attribute.type == .string && attribute.validation.regularExpression != nil }

  /// The value for a row; `nil` where none can be made up and none is demanded.
  ///
  /// - Parameters:
  ///   - index: tells rows of a family apart.
  ///   - row: the row among those of its entity.
  func value(_ index: Int, row: Int, using generator: inout SeedGenerator) throws -> StoredValue? {
    let roll = generator.next()
    let isFirst = row == 0
    if extremes.indices.contains(row) { return extremes[row] }
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
    case .decimal: return .text(decimal(number(index, using: &generator)))
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
    func whole(_ value: AttributeValue?, _ rule: FloatingPointRoundingRule) -> Int64? {
      Self.bound(value).map { Int64(max(min($0.rounded(rule), 9e18), -9e18)) }
    }
    let limit = min(whole(attribute.validation.maximum, .down) ?? width.upperBound, width.upperBound)
    // Below a limit that is below zero.
    let start = whole(attribute.validation.minimum, .up) ?? (limit < 0 ? max(limit, .min + 999) - 999 : 0)
    let low = max(start, width.lowerBound)
    let high = max(low, limit)
    guard isUnique else {
      if let usual, usual.upperBound > 1, usual.lowerBound >= Self.bound(attribute.validation.minimum) ?? -.infinity,
        usual.upperBound <= Double(high)
      {
        return Int64(usual.lowerBound) + Int64(generator.next() % UInt64(usual.upperBound - usual.lowerBound + 1))
      }
      let span = UInt64(min(high.subtractingReportingOverflow(low).partialValue.magnitude, 999)) + 1
      return low + Int64(generator.next() % span)
    }
    let (value, overflow) = low.addingReportingOverflow(Int64(index))
    guard !overflow, value <= high else { throw error("is unique, and has fewer values than rows are asked for") }
    return value
  }

  /// Two digits behind the point, where the bounds let that through.
  private func decimal(_ value: Double) -> String {
    let text = String(format: "%.2f", value)
    let rounded = Double(text) ?? value
    let isInside =
      rounded >= Self.bound(attribute.validation.minimum) ?? -.infinity
      && rounded <= Self.bound(attribute.validation.maximum) ?? .infinity
    return isInside && !isUnique ? text : "\(value)"
  }

  private func number(_ index: Int, using generator: inout SeedGenerator) -> Double {
    let (minimum, maximum) = (Self.bound(attribute.validation.minimum), Self.bound(attribute.validation.maximum))
    var low = minimum ?? min(0, (maximum ?? 1000) - 1000)
    var high = max(low, maximum ?? low + 1000)
    if isUnique {
      // Small steps where the bounds are near to each other.
      return low + min(1, (high - low) / 1_000_000) * Double(index)
    }
    if let usual, usual.lowerBound >= minimum ?? -.infinity, usual.upperBound <= maximum ?? .infinity {
      (low, high) = (usual.lowerBound, usual.upperBound)
    }
    let steps = UInt64(min(high - low, 1000) * 4)
    // Quarters are exact; between near bounds there are halves of halves of them.
    return steps < 4
      ? low + (high - low) * Double(generator.next() % 9) / 8
      : min(high, low + Double(generator.next() % (steps + 1)) / 4)
  }

  /// Within about two years around 2025-01-01, whole minutes; bounds of the model win.
  private func date(_ index: Int, using generator: inout SeedGenerator) -> Double {
    let middle = 757_382_400.0
    let (minimum, maximum) = (Self.bound(attribute.validation.minimum), Self.bound(attribute.validation.maximum))
    let low = minimum ?? min(middle - 31_536_000, (maximum ?? middle) - 2 * 31_536_000)
    let high = max(low, min(maximum ?? .infinity, max(low, middle - 31_536_000) + 2 * 31_536_000))
    if isUnique { return low + Double(index) * 60 }
    return min(high, low + Double(generator.next() % (UInt64(min(high - low, 1e9) / 60) + 1)) * 60)
  }

  static func bound(_ value: AttributeValue?) -> Double? {
    switch value {
    case .integer(let value): Double(value)
    case .double(let value) where value.isFinite: value
    case .float(let value) where value.isFinite: Double(value)
    case .decimal(let value) where value.isFinite: NSDecimalNumber(decimal: value).doubleValue
    case .date(let value): value.timeIntervalSinceReferenceDate
    default: nil
    }
  }

  /// `nil` when no candidate meets the model's pattern.
  private func text(_ index: Int, using generator: inout SeedGenerator) throws -> String? {
    let low = max(attribute.validation.minimumLength ?? 0, 0)
    let high = max(low, attribute.validation.maximumLength ?? .max)
    var candidates = SeedWords.candidates(for: attribute.name, index: index, isUnique: isUnique, using: &generator)
    let pattern = attribute.validation.regularExpression.map { "^(?:\($0))$" }
    if let expression = attribute.validation.regularExpression {
      // Made from the pattern where no usual text meets it.
      for _ in 0..<8 {
        if let made = SeedPattern.text(expression, using: &generator) { candidates.append(made) }
      }
    }
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
      case .attributedText: attributed(words)
      }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }

  /// In two runs: Foundation off Apple's platforms does not read the archive of a text that has one.
  private func attributed(_ words: [NSString]) -> NSAttributedString {
    let key = NSAttributedString.Key("seeded")
    let text = NSMutableAttributedString(string: "\(words[0]) ", attributes: [key: words[1]])
    text.append(NSAttributedString(string: "\(words[1])", attributes: [key: words[2]]))
    return NSAttributedString(attributedString: text)
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
    case "NSAttributedString": return .attributedText
    default: return nil
    }
  }

  private enum ArchivedContent { case words, numbers, dictionary, text, attributedText }

  /// The value is an archived list of words in place of what the attribute's own transformer or class would make.
  var isPlaceholder: Bool { attribute.type == .transformable && content == nil }

  private func error(_ message: String) -> ModelError {
    ModelError(message, entity: entityName, property: attribute.name)
  }
}
