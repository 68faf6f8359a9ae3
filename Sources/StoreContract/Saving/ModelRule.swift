/// What a model demands of values, of relationships, and of deletions.
package enum ModelRule: Hashable, Sendable {
  case missingValue, tooLarge, tooSmall, tooLate, tooSoon, tooLong, tooShort, pattern, tooFew, tooMany, deniedDelete
}
