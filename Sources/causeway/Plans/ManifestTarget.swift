/// What a manifest says of a target's compilation, in `swift package dump-package`.
struct ManifestTarget: Decodable {
  let name: String
  private let settings: [Setting]?
  private let pluginUsages: [Plugin]?

  /// Names of its build plugins.
  var plugins: [String] { (pluginUsages ?? []).map(\.name) }

  /// Arguments of the compiler, those of a debug build on this platform.
  var arguments: [String] { (settings ?? []).filter(\.applies).flatMap(\.arguments) }

  /// `{ "plugin": ["CompileDataModel", "causeway"] }`, the package or nothing after the name.
  private struct Plugin: Decodable {
    private let plugin: [String?]
    var name: String { plugin.first.flatMap(\.self) ?? "" }
  }

  private struct Setting: Decodable {
    let tool: String
    let condition: Condition?
    let kind: [String: Value]

    struct Condition: Decodable {
      let platformNames: [String]?
      let config: String?
    }

    var applies: Bool {
      guard tool == "swift" else { return false }
      let platforms = condition?.platformNames ?? []
      return (platforms.isEmpty || platforms.contains("linux")) && condition?.config != "release"
    }

    var arguments: [String] {
      kind.flatMap { name, value -> [String] in
        switch name {
        case "define": value.words.map { "-D\($0)" }
        case "enableUpcomingFeature": value.words.flatMap { ["-enable-upcoming-feature", $0] }
        case "enableExperimentalFeature": value.words.flatMap { ["-enable-experimental-feature", $0] }
        case "swiftLanguageMode": value.words.prefix(1).flatMap { ["-swift-version", $0] }
        case "defaultIsolation": value.words.prefix(1).flatMap { ["-default-isolation", $0] }
        case "unsafeFlags": value.words
        // What else there is concerns warnings and linking to other languages.
        default: []
        }
      }
    }
  }

  /// `{ "_0": "X" }` or `{ "_0": ["X", "Y"] }`.
  private struct Value: Decodable {
    let words: [String]

    init(from decoder: any Decoder) throws {
      guard let container = try? decoder.container(keyedBy: Key.self) else {
        words = []
        return
      }
      if let word = try? container.decode(String.self, forKey: Key.first) {
        words = [word]
      } else {
        words = (try? container.decode([String].self, forKey: Key.first)) ?? []
      }
    }

    private enum Key: String, CodingKey { case first = "_0" }
  }
}
