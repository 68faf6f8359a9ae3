import Foundation
import ModelFiles

extension MetadataValue {
  /// The value of a property list in its binary or XML form.
  ///
  /// Binary ones, which all stores have, go through a reader with bounds: Foundation's follows references of a damaged
  /// list without end.
  init(propertyList data: Data) throws {
    guard data.starts(with: Data("bplist".utf8)) else {
      self = try PropertyListDecoder().decode(MetadataValue.self, from: data)
      return
    }
    try self.init(BinaryPlistReader.read(data))
  }

  private init(_ value: PlistValue) throws {
    switch value {
    case .null: throw BinaryPlistReader.Failure(description: "it holds an object of an unknown kind")
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .date(let seconds): self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let value): self = .data(value)
    case .string(let value): self = .string(value)
    // As XML property lists spell a reference of a keyed archive.
    case .uid(let number): self = .dictionary(["CF$UID": .integer(Int64(number))])
    case .array(let values): self = .array(try values.map { try MetadataValue($0) })
    case .dictionary(let values): self = .dictionary(try values.mapValues { try MetadataValue($0) })
    }
  }
}
