package import Foundation

/// What is computed from a model's entity hashes (VersionHashes.md, "Model level").
package enum VersionHashes {
  package static func digest(_ hashes: [String: Data]) -> String {
    let bytes = sorted(hashes).flatMap { Array($0.key.utf8) + Array($0.value) }
    return MessageDigest.sha512(bytes).base64EncodedString()
  }

  package static func checksum(_ hashes: [String: Data]) -> String {
    MessageDigest.sha256(sorted(hashes).flatMap { Array($0.value) }).base64EncodedString()
  }

  private static func sorted(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
    hashes.sorted { $0.key.precedesLiterally($1.key) }
  }
}
