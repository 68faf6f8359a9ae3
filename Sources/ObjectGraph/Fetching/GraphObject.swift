import Foundation
import ModelDescription
import QueryModel

/// An object as predicates and sort keys see it in memory: its values as the store would hold them.
struct GraphObject {
  let object: AnyObject
  let state: StateReference
  let binding: ClassBinding

  init?(_ object: AnyObject, _ state: StateReference, in context: ObjectContext) {
    guard let binding = context.classes.binding(ofEntity: Int(state.header.pointee.entity)) else { return nil }
    self.object = object
    self.state = state
    self.binding = binding
  }

  init?(_ object: AnyObject, in context: ObjectContext) {
    guard let model = object as? any _ModelObject else { return nil }
    self.init(object, model._$ref, in: context)
  }
}

extension GraphObject: QueryObject {
  var queryIdentity: QueryConstant {
    .object(entity: Int(state.header.pointee.entity), key: state.header.pointee.key)
  }

  func queryProperty(_ name: String) -> QueryProperty? {
    guard let slot = binding.slot(storeName: name), let context = state.context else { return nil }
    state.ready(slot)
    switch binding.slots[slot].content {
    case .attribute(let field, let attribute):
      guard let value = value(slot, attribute) else { return nil }
      return Self.property([(binding.entity.fields[field].path.dropFirst(), value)])
    case .composite(let fields, let leaves):
      guard let forms = forms(slot, count: fields.count) else { return nil }
      let values = zip(zip(fields, leaves), forms).compactMap { field, form in
        constant(form, field.1).map { (binding.entity.fields[field.0].path.dropFirst(), $0) }
      }
      return Self.property(values)
    case .toOne: return .toOne(state.reference(slot).flatMap { GraphObject($0, in: context) })
    case .toMany:
      let members = (state.reference(slot) as? AnyMembers)?.objects ?? []
      return .toMany(members.compactMap { GraphObject($0, in: context) })
    case .transient: return nil
    }
  }

  /// The forms of a composite's fields; all null where it is nil.
  private func forms(_ slot: Int, count: Int) -> [BoxedForm]? {
    guard let box = state.reference(slot) as? AnyValueBox else { return Array(repeating: .null, count: count) }
    return try? binding.slots[slot].type.forms(box)
  }

  /// Values with the rest of their paths, as a tree.
  private static func property(_ values: [(path: ArraySlice<String>, value: QueryConstant)]) -> QueryProperty {
    if let only = values.first, only.path.isEmpty { return .value(only.value) }
    let groups = Dictionary(grouping: values.filter { !$0.path.isEmpty }) { $0.path[$0.path.startIndex] }
    return .composite(groups.mapValues { group in property(group.map { ($0.path.dropFirst(), $0.value) }) })
  }

  /// `nil` for values whose stored form says nothing about them.
  private func value(_ slot: Int, _ attribute: AttributeDescription) -> QueryConstant? {
    let type = binding.slots[slot].type
    switch type.kind {
    case .scalar:
      let value = state.at(slot, as: Slot.self).pointee
      if value.tag == 0 { return .null }
      guard type.isReal else { return .integer(Int64(bitPattern: value.word)) }
      let real = Double(bitPattern: value.word)
      // SQLite has no NaN: the row holds NULL.
      return real.isNaN ? .null : .double(real)
    case .string: return state.at(slot, as: String?.self).pointee.map { .string($0) } ?? .null
    case .box:
      guard let box = state.reference(slot) as? AnyValueBox else { return .null }
      // Collections are bytes to the store; in memory their elements can be asked.
      if attribute.type == .transformable {
        return try? QueryConstant(of: ((box as? StoredBox)?.unpacked() ?? box).any, object: QueryConstant.parts)
      }
      return try? constant(type.form(box), attribute)
    case .toOne, .toMany: return nil
    }
  }

  private func constant(_ form: BoxedForm, _ attribute: AttributeDescription) -> QueryConstant? {
    switch (form, attribute.type) {
    case (.null, _): .null
    case (_, .transformable), (_, .composite), (_, .undefined): nil
    case (.text(let text), .decimal):
      Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { .decimal($0) }
    case (.text(let text), _): .string(text)
    case (.integer(let integer), _): .integer(integer)
    case (.real(let real), _): real.isNaN ? .null : .double(real)
    case (.data(let data), .uuid):
      data.count == 16 ? .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }) : nil
    case (.data(let data), _): .data(data)
    }
  }
}
