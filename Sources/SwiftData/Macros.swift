import Observation
public import SchemaTypes

/// Makes a class persistent: its stored properties become attributes and relationships of an entity of its name.
@attached(
  member, conformances: Observable, PersistentModel, Sendable, names: named(_$backingData),
  named(persistentBackingData), named(schemaMetadata), named(init), named(_$observationRegistrar),
  named(_SwiftDataNoType), named(access), named(withMutation), named(_$layout), named(_$ref), named(_$table),
  named(_$keyPaths), named(_$Root), named(_$observing))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "PersistentModelMacro")

/// Makes an actor a `ModelActor`: gives it a container, an executor with a context, and an initializer.
@attached(
  member, conformances: ModelActor, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "SwiftDataMacros", type: "ModelActorMacro")

/// Says how a property is stored.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AttributePropertyMacro")

/// Says how a property refers to other models.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option..., deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// Keeps a property out of the store; it needs a default value.
@attached(peer)
public macro Transient() = #externalMacro(module: "SwiftDataMacros", type: "TransientPropertyMacro")

/// Properties whose values, taken together, no two objects of the model may share.
@freestanding(declaration)
public macro Unique<T>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "UniqueConstraintsMacro") where T: PersistentModel

/// Indexes of the model, each of its own kind.
@freestanding(declaration)
public macro Index<T>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// Binary indexes of the model.
@freestanding(declaration)
public macro Index<T>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMacro") where T: PersistentModel

/// What `@Model` puts on a persisted property; not for use in source.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _PersistedProperty(_ slot: Int) =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// What `@Model` puts on a persisted property with a transformer; not for use in source.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_))
public macro _TransformablePersistedProperty(_ slot: Int) =
  #externalMacro(module: "SwiftDataMacros", type: "TransformablePersistedPropertyMacro")
