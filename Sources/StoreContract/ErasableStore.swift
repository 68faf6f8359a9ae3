/// A store whose rows can all go at once.
package protocol ErasableStore: ObjectStore {
  /// Deletes every row, every external value and the whole history; the store stays, under its identifier.
  ///
  /// Keys are not used again, so that objects of before are not taken for new ones.
  func erase() throws
}
