/// What a type is, by the first word of its metadata.
package enum TypeKind {
  case structure, enumeration, optional, object, other

  package init(_ type: Any.Type) {
    switch unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee {
    case 0x200: self = .structure
    case 0x201: self = .enumeration
    case 0x202: self = .optional
    case 0, 0x800...: self = .object
    default: self = .other
    }
  }
}
