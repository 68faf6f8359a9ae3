package import Foundation

/// What stands at a path; symbolic links are followed.
package enum FileKind: Hashable {
  case regular
  case folder
  /// A FIFO, a socket or a device.
  case special
  case missing

  static func of(_ url: URL) -> FileKind {
    let path = url.resolvingSymlinksInPath().path
    guard let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType else {
      return .missing
    }
    switch type {
    case .typeRegular: return .regular
    case .typeDirectory: return .folder
    default: return .special
    }
  }

  var words: String {
    switch self {
    case .regular: "a file"
    case .folder: "a folder"
    case .special: "a FIFO, socket or device"
    case .missing: "missing"
    }
  }

  /// Git LFS puts a small text in place of a file that was not fetched.
  package static func isGitPointer(_ data: Data) -> Bool { data.starts(with: Array("version https://git-lfs".utf8)) }

  static let gitPointerMessage = "is a Git LFS pointer, not the model itself; run `git lfs pull` to fetch it"
}
