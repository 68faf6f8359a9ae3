public import Foundation
import QueryModel

/// Why a predicate format cannot be read, or a predicate has no answer.
public struct PredicateFormatError: LocalizedError, Hashable, CustomStringConvertible, Sendable {
  public var code: Code
  /// What is wrong and what to do.
  public var message: String
  /// The format, or the part of the predicate that is to blame.
  public var text: String
  /// Characters before the mistake in `text`; `nil` for errors of evaluation.
  public var position: Int?

  public struct Code: Hashable, Sendable {
    private let kind: FormatError.Code

    fileprivate init(_ kind: FormatError.Code) { self.kind = kind }

    /// The text is no predicate or expression.
    public static let syntax = Code(.syntax)
    /// The arguments do not fit the format's specifiers.
    public static let arguments = Code(.arguments)
    /// An object has no value under a key.
    public static let unknownKey = Code(.unknownKey)
    /// A value of that kind cannot take part.
    public static let mismatch = Code(.mismatch)
    /// Division by zero, overflow, a root of a negative number.
    public static let arithmetic = Code(.arithmetic)
    /// The form exists on Apple's platforms but cannot be supported here.
    public static let unsupported = Code(.unsupported)
    /// A `$VARIABLE` has no value.
    public static let unboundVariable = Code(.unboundVariable)
    /// A regular expression that takes too many steps over a text.
    public static let timeout = Code(.timeout)
  }

  public let description: String
  public var errorDescription: String? { description }

  init(_ error: FormatError) {
    code = Code(error.code)
    message = error.message
    text = error.text
    position = error.position
    description = error.description
  }

  static func translated<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FormatError {
      throw PredicateFormatError(error)
    }
  }
}
