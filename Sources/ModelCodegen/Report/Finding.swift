/// One thing of the model that the generated classes say differently or not at all.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
  package var entityName: String?
  package var propertyName: String?
  package var topic: Topic
  package var effect: Effect
  package var message: String

  /// What it means for a store of the model.
  package enum Effect: String, Hashable, Sendable, CaseIterable {
    /// Values that the store holds have no property in the classes; they do not pair with it.
    case leftOut = "left out"
    /// The classes say another thing, on which tables depend; they do not pair with a store of the model.
    case differs
    /// SwiftData cannot say it; tables do not depend on it.
    case unsaid
    /// The classes say it in another way, or it concerns something other than the store.
    case note
  }

  package enum Topic: String, Hashable, Sendable, CaseIterable {
    case abstract
    case codeGeneration = "code generation"
    case composite
    case configuration
    case defaultValue = "default value"
    case derived
    case fetchTemplate = "fetch template"
    case fetchedProperty = "fetched property"
    case hashModifier = "hash modifier"
    case index
    case inheritance
    case inverse
    case name
    case objectID = "object id"
    case ordered
    case readOnly = "read-only"
    case renaming
    case spotlight
    case sync
    case transformable
    case transient
    case truthFile = "truth file"
    case undefinedType = "undefined type"
    case uniqueness
    case userInfo = "user info"
    case validation
    case version
    case versionIdentifier = "version identifier"
  }

  /// `Book.loans`, `Book`, or the word for the whole model.
  package var subject: String {
    guard let entityName else { return "model" }
    return propertyName.map { "\(entityName).\($0)" } ?? entityName
  }

  package var description: String { "\(subject): \(topic.rawValue): \(message)" }

  package init(
    entityName: String? = nil, propertyName: String? = nil, topic: Topic, effect: Effect, message: String
  ) {
    self.entityName = entityName
    self.propertyName = propertyName
    self.topic = topic
    self.effect = effect
    self.message = message
  }
}
