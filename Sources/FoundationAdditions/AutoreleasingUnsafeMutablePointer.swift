/// A place for a value that a function may replace, as Objective-C's methods take one.
///
/// Swift has this type on Apple's platforms only; code that overrides `validateValue(_:forKey:)` names it.
public struct AutoreleasingUnsafeMutablePointer<Pointee> {
  private let place: UnsafeMutablePointer<Pointee>

  public init(_ place: UnsafeMutablePointer<Pointee>) { self.place = place }

  public var pointee: Pointee {
    get { place.pointee }
    nonmutating set { place.pointee = newValue }
  }
}
