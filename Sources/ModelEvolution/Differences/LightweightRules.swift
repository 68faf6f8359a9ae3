import ModelDescription

/// Tells which changed facts a store can follow by inference.
struct LightweightRules {
  init(from before: ResolvedModel, to after: ResolvedModel) {}

  func verdict(on fact: ChangedFact) -> LightweightVerdict {
    switch fact.kind {
    case .attributeType, .propertyKind: .no(reason: "x", remedy: "y")
    default: .yes
    }
  }
}
