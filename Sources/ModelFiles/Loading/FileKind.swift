import Foundation

/// Files that stand in for the one that was meant.
enum FileKind {
  static func isGitPointer(_ data: Data) -> Bool { data.starts(with: Array("version https://git-lfs".utf8)) }

  static let gitPointerMessage = "is a Git LFS pointer, not the model itself; run `git lfs pull` to fetch it"
}
