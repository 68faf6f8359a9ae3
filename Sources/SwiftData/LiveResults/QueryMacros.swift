public import Foundation
public import SchemaTypes

// A property of an array of models, or of sections of them, becomes a live query; see `Query`.

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query() = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(animation: QueryAnimation) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(transaction: QueryTransaction?) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

// MARK: models

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
  animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
  animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
  animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

// MARK: sections (27)

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
  animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil, sectionBy: KeyPath<Element, String>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value>, order: SortOrder = .forward,
  animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil, sectionBy: KeyPath<Element, String?>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
  animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil, sectionBy: KeyPath<Element, String>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Value: Comparable, Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort keyPath: KeyPath<Element, Value?>, order: SortOrder = .forward,
  animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil, sectionBy: KeyPath<Element, String?>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
  animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil, sectionBy: KeyPath<Element, String>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  filter: Predicate<Element>? = nil, sort descriptors: [SortDescriptor<Element>] = [],
  animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil, sectionBy: KeyPath<Element, String?>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
  sectionBy: KeyPath<Element, String>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query<Element: PersistentModel>(
  _ descriptor: FetchDescriptor<Element>, animation: QueryAnimation? = nil, transaction: QueryTransaction? = nil,
  sectionBy: KeyPath<Element, String?>
) = #externalMacro(module: "SwiftDataMacros", type: "QueryMacro")

// MARK: Core Data's habit

/// A filter of Core Data's, for the compiler's advice: the macro says what to write instead.
@attached(accessor) @attached(peer, names: prefixed(_))
public macro Query(filter: NSPredicate) = #externalMacro(module: "SwiftDataMacros", type: "FormatQueryMacro")
