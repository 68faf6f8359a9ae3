/// The members of a to-many: typed for the property, untyped for the graph.
public class AnyMembers {
  /// Members when the row was read or last saved; `nil` while nothing changed.
  package var original: [AnyObject]?
  /// Identities, made when a large collection is searched.
  private var identities: Set<ObjectIdentifier>?

  package init() {}

  package var objects: [AnyObject] { [] }
  package var count: Int { 0 }
  fileprivate func add(_ object: AnyObject) {}
  fileprivate func drop(_ object: AnyObject) {}

  package func contains(_ object: AnyObject) -> Bool {
    if count < 16 { return objects.contains { $0 === object } }
    if identities == nil { identities = Set(objects.map { ObjectIdentifier($0) }) }
    return identities?.contains(ObjectIdentifier(object)) == true
  }

  package func append(_ object: AnyObject) {
    if original == nil { original = objects }
    add(object)
    identities?.insert(ObjectIdentifier(object))
  }

  package func remove(_ object: AnyObject) {
    if original == nil { original = objects }
    drop(object)
    identities?.remove(ObjectIdentifier(object))
  }
}

public final class Members<Element: AnyObject>: AnyMembers {
  public private(set) var array: [Element]

  public init(_ elements: [Element]) {
    array = elements
    super.init()
  }

  // Arrays of any class have one representation, so this takes no time. A conversion would cast each member.
  package override var objects: [AnyObject] { unsafeBitCast(array, to: [AnyObject].self) }
  package override var count: Int { array.count }

  fileprivate override func add(_ object: AnyObject) {
    if let element = object as? Element { array.append(element) }
  }

  fileprivate override func drop(_ object: AnyObject) {
    array.removeAll { $0 === object }
  }
}
