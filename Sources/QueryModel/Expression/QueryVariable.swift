/// The object that a path starts at: the fetched one, or the element that a quantifier binds.
package struct QueryVariable: Hashable, Sendable {
  package let number: Int
  /// From that object to another, seen as one of a subentity; nothing where an object is of another kind.
  package private(set) var casts: [Cast] = []

  /// `$0.trip as? BusinessTrip`: to-ones to follow, and the entities that the object at their end may have.
  package struct Cast: Hashable, Sendable {
    package var path: [String]
    package var entities: ClosedRange<Int>
    /// For messages.
    package var name: String
  }

  package init(_ number: Int) { self.number = number }

  /// The object being fetched.
  package static let root = QueryVariable(0)

  /// The object at the end of a path, seen as one of those entities.
  package func cast(_ path: [String], to entities: ClosedRange<Int>, name: String) -> QueryVariable {
    var result = self
    result.casts.append(Cast(path: path, entities: entities, name: name))
    return result
  }

  /// The same variable with other entity numbers in its casts; families stay contiguous.
  package func renumbered(_ number: (Int) -> Int) -> QueryVariable {
    var result = self
    for index in result.casts.indices {
      let entities = result.casts[index].entities
      let (first, last) = (number(entities.lowerBound), number(entities.upperBound))
      result.casts[index].entities = min(first, last)...max(first, last)
    }
    return result
  }

  /// Without its last cast.
  package var uncast: QueryVariable {
    var result = self
    _ = result.casts.popLast()
    return result
  }
}

extension QueryVariable: CustomStringConvertible {
  package var description: String {
    casts.reduce("$\(number)") { text, cast in
      "(" + ([text] + cast.path).joined(separator: ".") + " as? \(cast.name))"
    }
  }
}
