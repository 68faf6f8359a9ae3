/// What makes two paths the same file.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
}
