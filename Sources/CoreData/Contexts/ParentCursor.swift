import Foundation
import ModelDescription
import ObjectGraph
import SchemaTypes
import StoreContract

/// An object of a parent context as a row.
final class ParentCursor: RowCursor {
  private let store: ParentStore
  private var object: NSManagedObject?
  private var binding: ClassBinding?
  /// By entity: the slot of each field.
  private var slots: [Int: [Int?]] = [:]
  private var current: [Int?] = []
  /// What borrowed values point into, until the cursor moves.
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  init(_ store: ParentStore) { self.store = store }

  deinit { free() }

  private func free() {
    for buffer in buffers { buffer.deallocate() }
    buffers.removeAll(keepingCapacity: true)
  }

  func move(to object: NSManagedObject) {
    free()
    self.object = object
    let entity = Int(object._$ref.header.pointee.entity)
    binding = store.graph.classes.binding(ofEntity: entity)
    if let known = slots[entity] {
      current = known
    } else if let binding {
      current = binding.entity.fields.indices.map { field in
        binding.slots.firstIndex { $0.fields.contains(field) }
      }
      slots[entity] = current
    }
  }

  override func entity() -> Int { object.map { Int($0._$ref.header.pointee.entity) } ?? 0 }
  override func primaryKey() -> Int64 { object.map { store.key(of: $0) } ?? 0 }
  /// A child's save overwrites what the parent has, so versions say nothing.
  override func version() -> Int64 { 1 }

  override func value(_ field: Int) -> BorrowedValue {
    guard let object, current.indices.contains(field), let slot = current[field] else { return .null }
    let property = object.facts.properties[slot]
    if let composite = property.type as? CompositeType { return part(field, slot, composite, of: object) }
    guard let value = property.read(object._$ref, slot) else { return .null }
    switch property.kind {
    case .toOne:
      guard let other = value as? NSManagedObject, !other._$ref.isDeleted else { return .null }
      return .reference(entity: Int(other._$ref.header.pointee.entity), key: store.key(of: other))
    case .toMany: return .null
    case .attribute(let type):
      switch value {
      case let decimal as NSDecimalNumber: return text("\(decimal.decimalValue)")
      case let number as NSNumber where type == .double || type == .float: return .real(number.doubleValue)
      case let number as NSNumber where type != .transformable: return .integer(number.int64Value)
      case let date as Date where type != .transformable: return .real(date.timeIntervalSinceReferenceDate)
      case let string as String where type != .transformable: return text(string)
      case let url as URL where type != .transformable: return text(url.absoluteString)
      case let uuid as UUID where type != .transformable: return withUnsafeBytes(of: uuid.uuid) { blob(Data($0)) }
      case let data as Data where type == .binary: return blob(data)
      default:
        guard let attribute = try? property.attribute?.attributeDescription(),
          let data = try? TransformableCoding().data(of: value, for: attribute)
        else { return .null }
        return blob(data)
      }
    }
  }

  /// The column of one element of a composite.
  private func part(_ field: Int, _ slot: Int, _ composite: CompositeType, of object: NSManagedObject) -> BorrowedValue
  {
    object._$ref.ready(slot)
    guard let box = object._$ref.reference(slot) as? AnyValueBox, let forms = try? composite.forms(box),
      let position = binding?.slots[slot].fields.firstIndex(of: field), forms.indices.contains(position)
    else { return .null }
    switch forms[position] {
    case .null: return .null
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    case .text(let string): return text(string)
    case .data(let data): return blob(data)
    }
  }

  private func text(_ string: String) -> BorrowedValue {
    let bytes = keep(Data(string.utf8))
    return .text(UnsafeBufferPointer(bytes.assumingMemoryBound(to: UInt8.self)))
  }

  private func blob(_ data: Data) -> BorrowedValue { .blob(UnsafeRawBufferPointer(keep(data))) }

  private func keep(_ data: Data) -> UnsafeMutableRawBufferPointer {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 8)
    data.withUnsafeBytes { buffer.copyMemory(from: $0) }
    buffer.bindMemory(to: UInt8.self)
    buffers.append(buffer)
    return buffer
  }
}
