/// An object whose elements `NSFastEnumerationIterator` goes through.
///
/// Foundation has this protocol on Apple's platforms only, where the elements come through an Objective-C call.
public protocol NSFastEnumeration {
  var __elements: [Any] { get }
}

/// Goes through the elements of an object: `for entity in IteratorSequence(NSFastEnumerationIterator(model))`.
public struct NSFastEnumerationIterator: IteratorProtocol {
  private var elements: Array<Any>.Iterator

  public init(_ enumerable: any NSFastEnumeration) { elements = enumerable.__elements.makeIterator() }

  public mutating func next() -> Any? { elements.next() }
}
