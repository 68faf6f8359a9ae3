import ObjectGraph
import SchemaTypes
import StoreContract

/// The models of a fetch by position, read a batch at a time; the batch read last is held.
final class ModelBatches<Model: PersistentModel> {
  private let keys: [RowKey]
  private let size: Int
  private let context: ModelContext
  private var held: (start: Int, models: [AnyObject?]) = (0, [])

  init(keys: [RowKey], size: Int, context: ModelContext) {
    self.keys = keys
    self.size = Swift.max(1, size)
    self.context = context
  }

  /// A model whose row is gone by now reads as a deleted one of blank values; an error of the store is thrown by the
  /// context's next throwing call.
  func model(_ position: Int) -> Model {
    let start = position / size * size
    if held.start != start || held.models.isEmpty { load(start) }
    if let model = held.models[position - start] as? Model { return model }
    let blank = Model(_$blank: ())
    blank._$ref.markGone()
    return blank
  }

  private func load(_ start: Int) {
    let batch = Array(keys[start..<Swift.min(start + size, keys.count)])
    do {
      held = (start, try context.graph.objects(with: batch))
    } catch {
      context.graph.deferError(error)
      held = (start, Array(repeating: nil, count: batch.count))
    }
  }
}
