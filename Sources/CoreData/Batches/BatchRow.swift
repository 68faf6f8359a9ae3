import Foundation
import ObjectGraph

/// The dictionary that a batch's block fills: names that are known have places, so that a row makes no table.
final class BatchRow: NSMutableDictionary {
  private let known: NameIndex
  /// By the names' places.
  private(set) var values: [Any?]
  /// What came under other keys, for which Foundation knows best which are the same.
  private(set) var others: NSMutableDictionary?

  init(_ known: NameIndex) {
    self.known = known
    values = Array(repeating: nil, count: known.names.count)
    super.init(objects: [], forKeys: [], count: 0)
  }

  required init(objects: UnsafePointer<AnyObject>!, forKeys keys: UnsafePointer<NSObject>!, count cnt: Int) {
    known = NameIndex([])
    values = []
    super.init(objects: [], forKeys: [], count: 0)
    if cnt > 0 { others = NSMutableDictionary(objects: objects, forKeys: keys, count: cnt) }
  }

  private func place(_ key: Any) -> Int? { (ExactCast.value(key, String.self) ?? key as? String).flatMap { known[$0] } }

  /// For the next row.
  func empty() {
    for place in values.indices { values[place] = nil }
    others = nil
  }

  // MARK: the dictionary

  override var count: Int { values.reduce(others?.count ?? 0) { $1 == nil ? $0 : $0 + 1 } }

  override func object(forKey aKey: Any) -> Any? {
    guard let place = place(aKey) else { return others?.object(forKey: aKey) }
    return values[place].flatMap { Self.held($0) }
  }

  /// A value in the form that Foundation's own dictionaries answer with.
  private static func held(_ value: Any) -> Any? {
    NSDictionary(object: value, forKey: "value" as NSString).object(forKey: "value")
  }

  override func setObject(_ anObject: Any, forKey aKey: AnyHashable) {
    if let place = place(aKey.base) {
      // An optional among the entries of a Swift dictionary is its value there, or `NSNull`.
      values[place] = TypeKind(type(of: anObject)) == .optional ? Self.held(anObject) : anObject
    } else {
      let others = others ?? NSMutableDictionary()
      others.setObject(anObject, forKey: aKey)
      self.others = others
    }
  }

  override func removeObject(forKey aKey: Any) {
    if let place = place(aKey) { values[place] = nil } else { others?.removeObject(forKey: aKey) }
  }

  override func keyEnumerator() -> NSEnumerator {
    let present = values.indices.filter { values[$0] != nil }.map { known.names[$0] as Any }
    return NSArray(array: present + (others?.allKeys ?? [])).objectEnumerator()
  }
}
