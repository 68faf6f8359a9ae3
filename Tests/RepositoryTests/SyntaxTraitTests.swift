import Foundation
import TestKit
import Testing

/// Where SwiftSyntax comes from, as SwiftPM reads the manifest: the toolchain's own, or by a trait the package.
@Suite struct SyntaxTraitTests {
  private struct Manifest: Decodable {
    struct Trait: Decodable {
      let name: String
      let enabledTraits: [String]
    }
    struct Dependency: Decodable {
      struct Source: Decodable { let identity: String }
      let sourceControl: [Source]?
    }
    struct Target: Decodable {
      let name: String
      let dependencies: [[String: Part]]
      let settings: [Setting]
    }
    struct Setting: Decodable {
      struct Condition: Decodable { let traits: [String]? }
      struct Kind: Decodable { let unsafeFlags: Flags? }
      struct Flags: Decodable { let _0: [String] }
      let kind: Kind
      let condition: Condition?
    }
    /// A product's dependency is a list of its names and its condition.
    enum Part: Decodable {
      case product(name: String, package: String, traits: [String])
      case other

      init(from decoder: any Decoder) throws {
        guard var list = try? decoder.unkeyedContainer(), let name = try? list.decode(String.self),
          let package = try? list.decode(String.self)
        else {
          self = .other
          return
        }
        var traits: [String] = []
        while !list.isAtEnd {
          if let condition = try? list.decode(Condition.self) {
            traits += condition.traits ?? []
          } else if (try? list.decodeNil()) != true, (try? list.decode([String: String].self)) == nil {
            break
          }
        }
        self = .product(name: name, package: package, traits: traits)
      }
      private struct Condition: Decodable { let traits: [String]? }
    }
    let traits: [Trait]
    let dependencies: [Dependency]
    let targets: [Target]

    /// Targets that use products of swift-syntax, each with the traits that switch these on.
    var users: [String: [String]] {
      var users: [String: [String]] = [:]
      for target in targets {
        for part in target.dependencies.flatMap(\.values) {
          if case .product(_, "swift-syntax", let traits) = part { users[target.name, default: []] += traits }
        }
      }
      return users
    }
  }

  private func manifest(_ choice: String?) throws -> Manifest {
    // The tests themselves may hold the lock of the package's own folder.
    let scratch = try TemporaryFolder()
    let dump = try Subprocess(
      [
        "swift", "package", "--package-path", SharedMaterial.packageRoot.path, "--scratch-path", scratch.url.path,
        "dump-package",
      ],
      environment: ["CAUSEWAY_SWIFT_SYNTAX": choice ?? "", "CAUSEWAY_TESTS": ""]
    ).run()
    try #require(dump.isFine, "\(dump.output)")
    let start = try #require(dump.output.firstIndex(of: "{"))
    return try JSONDecoder().decode(Manifest.self, from: Data(dump.output[start...].utf8))
  }

  private static let syntaxUsers: Set<String> = [
    "SourceModel", "SwiftDataMacros", "causeway-source",
  ]

  @Test func theTraitLeadsToThePackage() throws {
    let manifest = try manifest("package")
    #expect(manifest.traits.first { $0.name == "default" }?.enabledTraits == ["SwiftSyntaxPackage"])
    #expect(manifest.dependencies.compactMap(\.sourceControl).flatMap(\.self).map(\.identity) == ["swift-syntax"])
    let users = manifest.users
    #expect(Self.syntaxUsers.isSubset(of: users.keys), "\(users)")
    // Each product is asked for with the trait, and with no other.
    #expect(users.values.allSatisfy { Set($0) == ["SwiftSyntaxPackage"] }, "\(users)")
    // The toolchain's own modules are searched with the other trait only.
    for target in manifest.targets {
      for setting in target.settings where setting.kind.unsafeFlags != nil {
        #expect(setting.condition?.traits == ["SwiftSyntaxToolchain"], "\(target.name)")
      }
    }
  }

  @Test func withoutIntentTheToolchainsOwnIsTaken() throws {
    let manifest = try manifest(nil)
    #expect(manifest.traits.first { $0.name == "default" }?.enabledTraits == ["SwiftSyntaxToolchain"])
    #expect(Set(manifest.traits.map(\.name)).isSuperset(of: ["SwiftSyntaxToolchain", "SwiftSyntaxPackage"]))
    // SwiftPM fetches the package for no product whose trait is off.
    let users = manifest.users
    #expect(Self.syntaxUsers.isSubset(of: users.keys), "\(users)")
    #expect(users.values.allSatisfy { Set($0) == ["SwiftSyntaxPackage"] }, "\(users)")
  }

  @Test func thePackagesAddressCanBeLeftOut() throws {
    let manifest = try manifest("toolchain")
    #expect(manifest.dependencies.isEmpty && manifest.users.isEmpty)
  }
}
