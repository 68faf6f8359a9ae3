public import SwiftData

/// The shapes that classes and properties of models come in.
public enum Shapes {
  @Model public class Open {
    public var name: String = ""
    package var inner: Int = 1
    private var hidden: String = "h"
    fileprivate var half: Int? = 2
    public private(set) var count = 0
    public internal(set) var kept: Date = Date.distantPast
    @Transient public var note = "n"
    @Transient var lazyNote: String?
    nonisolated(unsafe) static var made = 0
    static let limit = 3
    var twice: Int { inner * 2 }
    var both: String {
      get { hidden }
      set { hidden = newValue }
    }
    lazy var slow = name.count

    public init() {}

    public func raise() { count += 1 }
    var halves: Int? { half }
  }

  @Model package final class Inside {
    package var `class`: String = "c"
    package var `default`: Int?
    package var `in`: Bool = false
    package var `self_`: Double = 1
    package init() {}
  }

  @Model final class Node {
    var name: String
    var parent: Node?
    @Relationship(deleteRule: .cascade, inverse: \Node.parent) var children: [Node] = []
    @Relationship(inverse: \Node.friendOf) var friends: [Node]?
    var friendOf: [Node]?

    init(_ name: String) { self.name = name }
  }

  @Model final class Keeper {
    var name: String = ""
    @Relationship(deleteRule: .deny, inverse: \Kept.keeper) var kept: [Kept]? = []
    @Relationship(deleteRule: .noAction) var loose: Kept?

    init() {}
  }

  @Model final class Kept {
    var name: String = ""
    var keeper: Keeper?

    init() {}
  }

  @Model fileprivate final class Hidden {
    var name: String = "x"
    init() {}
  }

  static func hiddenNames() -> [String] { [Hidden().name, PrivateModel().name] }

  @Model final class Place {
    #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
    var name: String = ""
    var latitude: Double = 0
    var longitude: Double = 0
    init() {}
  }

  @Model class Empty {
    var name: String = "e"
    init() {}
  }

  @Model final class Emptier: Empty {
    override init() { super.init() }
  }
}

@Model private final class PrivateModel {
  var name: String = "y"
  init() {}
}
