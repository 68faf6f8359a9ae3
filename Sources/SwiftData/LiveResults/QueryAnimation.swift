/// What `@Query(animation:)` takes, so that code written for SwiftUI compiles. Nothing is animated here.
///
/// SwiftUI's type is `Animation`. This one has a name of its own, because an app's own `Animation` would be ambiguous
/// beside it; `.default`, `.easeInOut(duration: 0.2)` and the like are spelled as there.
public struct QueryAnimation: Hashable, Sendable {
  private init() {}

  public static let `default` = QueryAnimation()
  public static let linear = QueryAnimation()
  public static let easeIn = QueryAnimation()
  public static let easeOut = QueryAnimation()
  public static let easeInOut = QueryAnimation()
  public static let spring = QueryAnimation()
  public static let interactiveSpring = QueryAnimation()
  public static let smooth = QueryAnimation()
  public static let snappy = QueryAnimation()
  public static let bouncy = QueryAnimation()

  public static func linear(duration: Double) -> QueryAnimation { QueryAnimation() }
  public static func easeIn(duration: Double) -> QueryAnimation { QueryAnimation() }
  public static func easeOut(duration: Double) -> QueryAnimation { QueryAnimation() }
  public static func easeInOut(duration: Double) -> QueryAnimation { QueryAnimation() }
  public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> QueryAnimation {
    QueryAnimation()
  }
  public static func spring(response: Double, dampingFraction: Double, blendDuration: Double = 0) -> QueryAnimation {
    QueryAnimation()
  }
  public static func smooth(duration: Double, extraBounce: Double = 0) -> QueryAnimation { QueryAnimation() }
  public static func snappy(duration: Double, extraBounce: Double = 0) -> QueryAnimation { QueryAnimation() }
  public static func bouncy(duration: Double, extraBounce: Double = 0) -> QueryAnimation { QueryAnimation() }

  public func delay(_ delay: Double) -> QueryAnimation { self }
  public func speed(_ speed: Double) -> QueryAnimation { self }
}

/// What `@Query(transaction:)` takes: SwiftUI's `Transaction` by another name, for the same reason. Nothing comes of it.
public struct QueryTransaction: Hashable, Sendable {
  public var animation: QueryAnimation?
  public var disablesAnimations = false

  public init() {}
  public init(animation: QueryAnimation?) { self.animation = animation }
}
