import Foundation
import FoundationAdditions
import ObjectGraph
import QueryModel
import SchemaTypes

/// Turns sort descriptors into the query's sort keys.
struct SortTranslation<Model: PersistentModel> {
  private let binding: ClassBinding
  private var layout: ModelLayout { binding.layout }

  init(_ binding: ClassBinding) { self.binding = binding }

  /// `nil` when one of them is not a stored property that a store orders as Swift does: computed properties, key paths
  /// through relationships, enums with an order of their own.
  func translate(_ descriptors: [SortDescriptor<Model>]) -> [QuerySort]? {
    var sorts: [QuerySort] = []
    for descriptor in descriptors {
      guard let keyPath = descriptor.keyPath, let sort = key(keyPath, descriptor) else { return nil }
      sorts.append(sort)
    }
    return sorts
  }

  private func key(_ keyPath: PartialKeyPath<Model>, _ descriptor: SortDescriptor<Model>) -> QuerySort? {
    let isAscending = descriptor.order == .forward
    if let slot = localizedSlot(keyPath) {
      guard let path = binding.storePath(ofSlot: slot) else { return nil }
      return QuerySort(path: path, isAscending: isAscending, order: .localizedStandard)
    }
    guard let slot = layout.slot(of: keyPath) else { return nil }
    let property = layout.properties[slot]
    switch property.type.kind {
    case .scalar: break
    case .string: guard descriptor.stringComparator.map({ $0 == .lexical }) ?? true else { return nil }
    case .box: guard Self.isOrderedAsStored(type(of: keyPath).valueType) else { return nil }
    case .toOne, .toMany: return nil
    }
    return binding.storePath(ofSlot: slot).map { QuerySort(path: $0, isAscending: isAscending) }
  }

  /// The slot of a text property that `SortDescriptor(\.title)` sorts by.
  private func localizedSlot(_ keyPath: PartialKeyPath<Model>) -> Int? {
    let value = type(of: keyPath).valueType
    guard value == _LocalizedText.self || value == _LocalizedText?.self else { return nil }
    return layout.properties.firstIndex { property in
      if let text = property.keyPath as? KeyPath<Model, String> {
        text.appending(path: \._localizedText) == keyPath
      } else if let text = property.keyPath as? KeyPath<Model, String?> {
        text.appending(path: \._localizedText) == keyPath
      } else {
        false
      }
    }
  }

  private static func isOrderedAsStored(_ type: any Any.Type) -> Bool {
    type == UUID.self || type == UUID?.self || type == Decimal.self || type == Decimal?.self
  }
}
