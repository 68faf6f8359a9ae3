/// Sixteen bytes that hold one property's value inside its object.
///
/// By kind (`SlotKind`): a scalar is its word and a flag that is 0 for `nil`; a `String?` and an object reference are
/// stored as themselves; an unresolved to-one is entity number and primary key. All zero is `nil` of every kind.
public struct Slot {
  public var word: UInt64
  public var tag: UInt64

  @inlinable public init(_ word: UInt64, _ tag: UInt64) {
    self.word = word
    self.tag = tag
  }

  @inlinable public static var empty: Slot { Slot(0, 0) }

  /// In a pending slot: the value lies apart from the row and was not read yet.
  static var unread: Slot { Slot(0, .max) }
  var isUnread: Bool { word == 0 && tag == .max }

  /// Whether a slot holds something to release, told without its pending bit: a reference leaves the tag 0, and the key of
  /// an unresolved to-one does not.
  func owns(_ kind: SlotKind) -> Bool { kind == .string ? !isUnread : tag == 0 }
}

/// What a slot holds; static overloads of the accessors and `ModelLayout` agree on it by the property's type.
public enum SlotKind: UInt8, Sendable {
  case scalar, string, toOne, toMany, box

  @inlinable var isReference: Bool { self == .toOne || self == .toMany || self == .box }
}
