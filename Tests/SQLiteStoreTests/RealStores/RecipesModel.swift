import ModelDescription

/// The model of Apple's sample app Recipes, from the tables of its store; its version hashes prove it.
enum RecipesModel {
  static let description = ModelDescription(entities: [
    EntityDescription(
      name: "Image", attributes: [AttributeDescription(name: "image", type: .transformable, isOptional: true)],
      relationships: [
        toOne("recipe", "Recipe", "image", isOptional: false)
      ]),
    EntityDescription(
      name: "Ingredient",
      attributes: [
        AttributeDescription(name: "amount", type: .string, isOptional: true),
        AttributeDescription(name: "displayOrder", type: .integer16),
        AttributeDescription(name: "name", type: .string),
      ],
      relationships: [toOne("recipe", "Recipe", "ingredients")]),
    EntityDescription(
      name: "Recipe",
      attributes: ["instructions", "name", "overview", "prepTime"].map {
        AttributeDescription(name: $0, type: .string, isOptional: true)
      } + [AttributeDescription(name: "thumbnailImage", type: .transformable, isOptional: true)],
      relationships: [
        toOne("image", "Image", "recipe"),
        RelationshipDescription(
          name: "ingredients", destinationEntityName: "Ingredient", inverseName: "recipe", isToMany: true),
        toOne("type", "RecipeType", "recipes"),
      ]),
    EntityDescription(
      name: "RecipeType", attributes: [AttributeDescription(name: "name", type: .string, isOptional: true)],
      relationships: [
        RelationshipDescription(name: "recipes", destinationEntityName: "Recipe", inverseName: "type", isToMany: true)
      ]),
  ])

  /// Models of that time have a minimum of one also where a to-one is optional.
  private static func toOne(
    _ name: String, _ destination: String, _ inverse: String, isOptional: Bool = true
  ) -> RelationshipDescription {
    RelationshipDescription(
      name: name, destinationEntityName: destination, inverseName: inverse, isOptional: isOptional, isToMany: false,
      minimumCount: 1)
  }
}
