import ModelDescription

/// A value transformer that a model names, and the attributes that are kept through it.
struct TransformerUse {
  let name: String
  /// `Book.cover`, sorted.
  let places: [String]

  /// The transformers of a model by name.
  static func all(in model: ModelDescription) -> [TransformerUse] {
    var places: [String: [String]] = [:]
    for entity in model.entities {
      for attribute in entity.attributes where attribute.type == .transformable {
        guard let name = attribute.valueTransformerName, !name.isEmpty else { continue }
        places[name, default: []].append("\(entity.name).\(attribute.name)")
      }
    }
    return places.sorted { $0.key < $1.key }.map { TransformerUse(name: $0, places: $1.sorted()) }
  }

  var words: String {
    let list = places.joined(separator: ", ")
    return Self.builtIn.contains(name)
      ? "the transformer \(name) of \(list) is built in; nothing to register"
      : "the transformer \(name) of \(list) is the program's: before it opens a store, call"
        + " ValueTransformer.setValueTransformer(_:forName:) with NSValueTransformerName(\(SwiftLiteral.quoted(name)))"
  }

  /// Foundation's own, by value and by the name of the constant, which real models have too.
  private static let builtIn: Set<String> = {
    let names = ["NSSecureUnarchiveFromData", "NSUnarchiveFromData", "NSKeyedUnarchiveFromData"]
    return Set(names + names.map { $0 + "TransformerName" })
  }()
}
