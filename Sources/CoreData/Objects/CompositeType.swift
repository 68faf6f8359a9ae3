import Foundation
import ModelDescription
package import ObjectGraph
import SchemaTypes
import StoreContract

/// How a composite attribute lives in a slot: as a dictionary of its elements, nested for composites inside.
///
/// Its row has a column for each element that is no composite itself (StoreFormat.md section 7); without any value the
/// whole is nil.
package struct CompositeType: ObjectPropertyType, @unchecked Sendable {
  // Unchecked because descriptions of a model in use do not change.

  /// One element; a composite has elements of its own.
  struct Element {
    let name: String
    let type: AttributeType
    let elements: [Element]
    let description: NSAttributeDescription
  }

  let elements: [Element]
  package let shape: Result<ValueShape, ShapeError>

  init(_ composite: NSCompositeAttributeDescription) {
    elements = Self.elements(composite)
    shape = .success(Self.shape(elements))
  }

  private static func elements(_ composite: NSCompositeAttributeDescription) -> [Element] {
    composite.elements.map { element in
      Element(
        name: element.name, type: element.attributeType.inDescription,
        elements: (element as? NSCompositeAttributeDescription).map { elements($0) } ?? [], description: element)
    }
  }

  private static func shape(_ elements: [Element]) -> ValueShape {
    ValueShape(parts: elements.map { ($0.name, $0.type == .composite ? shape($0.elements) : .plain($0.type)) })
  }

  package var kind: SlotKind { .box }
  package var isOptional: Bool { true }
  package var isReal: Bool { false }
  package var wrapped: Any.Type { [String: Any].self }
  package var zeroBox: AnyValueBox? { nil }
  package var destination: (any _ModelObject.Type)? { nil }
  package func holds(_ integers: Int64...) -> Bool { false }
  package func members(_ objects: [AnyObject]) -> AnyMembers? { nil }
  package func accepts(_ object: AnyObject) -> Bool { false }
  package func box(_ value: BoxedForm) -> AnyValueBox? { nil }

  package func form(_ box: AnyValueBox) throws -> BoxedForm {
    throw GraphError(.unsupported, "a composite has several columns")
  }

  package func box(holding value: Any) -> AnyValueBox? { (value as? [String: Any]).map { ValueBox($0) } }

  package func box(_ forms: [BoxedForm]) throws -> AnyValueBox? {
    var rest = forms[...]
    return try value(elements, &rest).map { ValueBox($0) }
  }

  package func forms(_ box: AnyValueBox) throws -> [BoxedForm] {
    if let stored = box as? StoredBox { return stored.forms }
    var forms: [BoxedForm] = []
    try add(box.any as? [String: Any] ?? [:], elements, to: &forms)
    return forms
  }

  // MARK: forms

  /// Takes as many forms as the elements have columns; `nil` where none has a value.
  private func value(_ elements: [Element], _ forms: inout ArraySlice<BoxedForm>) throws -> [String: Any]? {
    var values: [String: Any] = [:]
    for element in elements {
      if element.type == .composite {
        values[element.name] = try value(element.elements, &forms)
      } else if let form = forms.popFirst() {
        values[element.name] = try value(form, element)
      }
    }
    return values.isEmpty ? nil : values
  }

  private func value(_ form: BoxedForm, _ element: Element) throws -> Any? {
    let property = ManagedProperty(element.description)
    guard form != .null, let property else { return nil }
    return try property.value(of: StoredValue(form), TransformableCoding()).map(ManagedProperty.shown)
  }

  private func add(_ values: [String: Any], _ elements: [Element], to forms: inout [BoxedForm]) throws {
    for element in elements {
      let value = values[element.name].flatMap { $0 is NSNull ? nil : $0 }
      if element.type == .composite {
        try add(value as? [String: Any] ?? [:], element.elements, to: &forms)
        continue
      }
      guard let value, let property = ManagedProperty(element.description) else {
        forms.append(.null)
        continue
      }
      forms.append(BoxedForm(try property.storedValue(value, TransformableCoding())))
    }
  }

  // MARK: values

  /// A dictionary in the form that objects show; `nil` where it has other keys, or values of other types.
  func fitted(_ value: Any) -> [String: Any]? { (value as? [String: Any]).flatMap { Self.fitted($0, elements) } }

  private static func fitted(_ values: [String: Any], _ elements: [Element]) -> [String: Any]? {
    var fitted: [String: Any] = [:]
    for (key, value) in values where !(value is NSNull) {
      guard let element = elements.first(where: { $0.name == key }) else { return nil }
      switch element.type {
      case .composite:
        guard let inner = (value as? [String: Any]).flatMap({ Self.fitted($0, element.elements) }) else { return nil }
        fitted[key] = inner
      case .transformable, .undefined, .objectID: fitted[key] = value
      default:
        guard let inner = AttributeValue(value, for: element.type)?.any else { return nil }
        fitted[key] = inner
      }
    }
    return fitted
  }

  /// The columns of a value by their paths below the attribute, in the order of the forms.
  var paths: [[String]] { (try? shape.get().paths(below: [])) ?? [] }

  /// The element at the end of a path that is no composite itself.
  func element(at path: some Collection<String>) -> Element? {
    var (level, found): ([Element], Element?) = (elements, nil)
    for name in path {
      found = level.first { $0.name == name }
      level = found?.elements ?? []
    }
    return found?.type == .composite ? nil : found
  }
}
