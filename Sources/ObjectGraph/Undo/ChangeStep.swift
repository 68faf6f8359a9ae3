/// What happened to objects between two moments, to be done backwards or again.
package struct ChangeStep {
  /// An object at one of the moments.
  struct Moment {
    /// It is in the context and not deleted.
    var isPresent: Bool
    var values: [KeptValue]
  }

  struct Change {
    let object: any _ModelObject
    let before: Moment
    let after: Moment
  }

  /// What a step does to an object.
  package enum Effect {
    /// It leaves, as when its insertion is taken back.
    case leaves
    /// It comes back, as when its deletion is taken back.
    case returns
    case changes
  }

  /// Counted by the recorder; the same in both directions.
  let number: Int
  let changes: [Change]

  /// The objects with what becomes of them.
  package var effects: [(object: any _ModelObject, effect: Effect)] {
    changes.compactMap { change in
      switch (change.before.isPresent, change.after.isPresent) {
      case (true, true): (change.object, .changes)
      case (true, false): (change.object, .leaves)
      case (false, true): (change.object, .returns)
      case (false, false): nil
      }
    }
  }

  package var reversed: ChangeStep {
    ChangeStep(
      number: number, changes: changes.map { Change(object: $0.object, before: $0.after, after: $0.before) })
  }
}
