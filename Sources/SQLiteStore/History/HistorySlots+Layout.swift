internal import ModelDescription

extension HistorySlots {
  init(_ slots: [HistorySlot], of entity: ResolvedEntity) {
    self.init(count: slots.count, fields: Array(repeating: [], count: entity.fields.count), toManys: [:])
    for (bit, slot) in slots.enumerated() {
      switch slot {
      case .field(let field), .entity(ofField: let field): fields[field].append(bit)
      case .hidden: break
      case .toMany(let name): toManys[name] = bit
      }
    }
  }
}
