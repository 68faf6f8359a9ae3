/// What makes two paths the same file.
package struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  /// Of the file that is there now, through symbolic links; `nil` where there is none.
  package init?(_ path: String) {
    guard let identity = FileStamp(path)?.identity else { return nil }
    self = identity
  }
}
