public import Foundation
import QueryModel

extension NSPredicate {
  /// A predicate read from a format, with its arguments checked.
  ///
  ///     let recent = try NSPredicate.parse("dueAt > %@ AND ANY loans.reader == %@", arguments: [date, reader])
  ///
  /// - Throws: `PredicateFormatError` that says at which character, and what was expected; or which argument does not
  ///   fit.
  public static func parse(_ format: String, arguments: [Any?] = []) throws -> NSPredicate {
    try PredicateFormatError.translated {
      object(try PredicateFormat.predicate(format, arguments: arguments.map { FormatArgument($0) }))
    }
  }

  /// A predicate read from a format, as Apple's initializer: a format with a mistake stops the program.
  ///
  /// Use `NSPredicate.parse(_:arguments:)` for formats that are not written in the program.
  public convenience init(format predicateFormat: String, _ arguments: Any?...) {
    self.init(made: Self.read(predicateFormat, arguments))
  }

  public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self.init(made: Self.read(predicateFormat, arguments ?? []))
  }

  public convenience init(format predicateFormat: String, arguments argList: CVaListPointer) {
    self.init(made: Self.read(predicateFormat, VariadicArguments.values(for: predicateFormat, argList)))
  }

  private static func read(_ format: String, _ arguments: [Any?]) -> Self {
    do {
      let predicate = try parse(format, arguments: arguments)
      guard let result = predicate as? Self else {
        fatalError("The predicate format \"\(format)\" makes a \(type(of: predicate)), not a \(Self.self).")
      }
      return result
    } catch {
      fatalError("\(error)")
    }
  }

  /// The predicate as Apple's `predicateFormat` spells it; reading it gives an equal predicate.
  ///
  /// Foundation's own `predicateFormat` is deprecated on Linux and wrong for compounds made by
  /// `NSCompoundPredicate(type:subpredicates:)`.
  public var formatText: String { "\(formatTree)" }

  /// The predicate with constants for its `$VARIABLES`; those without a value stay.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    let values = variables.mapValues { FormatValue($0) }
    return Self.object(formatTree.substituting(values)) as? Self ?? self
  }

  /// Whether the object satisfies the predicate; `evaluate(with:)` says false where this throws.
  ///
  /// - Throws: `PredicateFormatError` that quotes the part without an answer: an unknown key, a variable without a
  ///   value, a division by zero.
  public func matches(_ object: Any?, substitutionVariables variables: [String: Any] = [:]) throws -> Bool {
    try PredicateFormatError.translated {
      try FormatEvaluator(object, variables: variables.mapValues { FormatValue($0) }, lookup: ObjectLookup())
        .holds(formatTree)
    }
  }

  /// Does nothing: predicates are never archived here, so none needs to be allowed.
  public func allowEvaluation() {}
}

extension NSPredicate {
  /// A predicate that asks a `Predicate` of the language about objects of its input; others do not satisfy it.
  ///
  /// It has no text: turning a `Predicate` into a format needs its models, which the SwiftData library knows.
  public convenience init?<Input: NSObject>(_ predicate: Predicate<Input>) {
    let made = NSPredicate(block: { object, _ in
      guard let input = object as? Input else { return false }
      return (try? predicate.evaluate(input)) ?? false
    })
    guard let result = made as? Self else { return nil }
    self.init(made: result)
  }
}
