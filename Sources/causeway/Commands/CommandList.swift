/// The verbs, in the order in which help lists them.
package enum CommandList {
  package static let all: [any Command.Type] = [
    Inspect.self, Explain.self, Hash.self, Check.self, Diff.self, Doctor.self, Migrate.self, Copy.self, Compile.self,
    Generate.self, Freeze.self, Portable.self, Seed.self,
  ]

  package static func command(named name: String) -> (any Command.Type)? {
    all.first { $0.name == name }
  }
}
