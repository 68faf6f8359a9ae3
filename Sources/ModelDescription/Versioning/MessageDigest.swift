internal import CCrypto
package import Foundation

/// SHA-2, and the digest that Swift's symbols use, by the distribution's libcrypto.
package enum MessageDigest {
  package static func sha256(_ bytes: [UInt8]) -> Data { digest(bytes, EVP_sha256(), length: 32) }
  package static func sha512(_ bytes: [UInt8]) -> Data { digest(bytes, EVP_sha512(), length: 64) }

  /// MD5, for nothing but the names of private symbols; `nil` where the library is built without it.
  package static func md5(_ bytes: [UInt8]) -> Data? {
    var output = Data(count: 16)
    let succeeded = output.withUnsafeMutableBytes { buffer in
      EVP_Digest(bytes, bytes.count, buffer.bindMemory(to: UInt8.self).baseAddress, nil, EVP_md5(), nil)
    }
    return succeeded == 1 ? output : nil
  }

  private static func digest(_ bytes: [UInt8], _ algorithm: OpaquePointer?, length: Int) -> Data {
    var output = Data(count: length)
    let succeeded = output.withUnsafeMutableBytes { buffer in
      EVP_Digest(bytes, bytes.count, buffer.bindMemory(to: UInt8.self).baseAddress, nil, algorithm, nil)
    }
    // EVP_Digest fails only when the algorithm is unavailable, which libcrypto's own SHA-2 never is.
    guard succeeded == 1 else { fatalError("libcrypto has no SHA-2") }
    return output
  }
}
