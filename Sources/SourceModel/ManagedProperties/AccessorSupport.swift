/// What the generated accessors call: the object's own key-value entrances, and Swift's types made of what they give.
package enum AccessorSupport {
  package static let text = #"""
    /// How accessors of managed objects reach values. Generated with every build; do not edit.
    enum __CausewayAccess {
      // MARK: values

      static func optionalValue<Value>(of object: NSManagedObject, _ key: String) -> Value? {
        made(object.value(forKey: key), object, key)
      }

      static func value<Value>(of object: NSManagedObject, _ key: String) -> Value {
        made(object.value(forKey: key), object, key) ?? empty(object, key)
      }

      static func optionalPrimitive<Value>(of object: NSManagedObject, _ key: String) -> Value? {
        made(object.primitiveValue(forKey: key), object, key)
      }

      static func primitive<Value>(of object: NSManagedObject, _ key: String) -> Value {
        made(object.primitiveValue(forKey: key), object, key) ?? empty(object, key)
      }

      static func set<Value>(_ value: Value?, _ key: String, of object: NSManagedObject) {
        object.setValue(plain(value), forKey: key)
      }

      static func setPrimitive<Value>(_ value: Value?, _ key: String, of object: NSManagedObject) {
        object.setPrimitiveValue(plain(value), forKey: key)
      }

      /// A `TimeInterval` of an attribute that is a date counts from its reference date, as scalars of Core Data do.
      static func setInterval(_ value: Double?, _ key: String, of object: NSManagedObject) {
        let isDate = object.entity.attributesByName[key]?.attributeType == .dateAttributeType
        if isDate, let value {
          object.setValue(Date(timeIntervalSinceReferenceDate: value), forKey: key)
        } else {
          object.setValue(value, forKey: key)
        }
      }

      // MARK: members of to-manys

      static func add(_ member: Any, _ key: String, of object: NSManagedObject, isOrdered: Bool = false) {
        object._addObjects(objects([member]), forKey: key)
      }

      static func remove(_ member: Any, _ key: String, of object: NSManagedObject, isOrdered: Bool = false) {
        object._removeObjects(objects([member]), forKey: key)
      }

      static func addAll(_ members: Any?, _ key: String, of object: NSManagedObject, isOrdered: Bool = false) {
        object._addObjects(objects(list(members)), forKey: key)
      }

      static func removeAll(_ members: Any?, _ key: String, of object: NSManagedObject, isOrdered: Bool = false) {
        object._removeObjects(objects(list(members)), forKey: key)
      }

      static func insert(_ member: Any, at index: Int, _ key: String, of object: NSManagedObject) {
        object._insertObjects(objects([member]), at: [index], forKey: key)
      }

      static func insertAll(_ members: Any?, at indexes: [Int], _ key: String, of object: NSManagedObject) {
        object._insertObjects(objects(list(members)), at: indexes, forKey: key)
      }

      static func remove(at indexes: [Int], _ key: String, of object: NSManagedObject) {
        object._removeObjects(at: indexes, forKey: key)
      }

      static func replace(at index: Int, with member: Any, _ key: String, of object: NSManagedObject) {
        object.mutableOrderedSetValue(forKey: key).replaceObject(at: index, with: member)
      }

      static func replaceAll(at indexes: [Int], with members: Any?, _ key: String, of object: NSManagedObject) {
        for (index, member) in zip(indexes.sorted(), list(members)) {
          replace(at: index, with: member, key, of: object)
        }
      }

      // MARK: Swift's types

      private static func objects(_ members: [Any]) -> [NSManagedObject] {
        members.compactMap { $0 as? NSManagedObject }
      }

      private static func list(_ members: Any?) -> [Any] {
        switch members {
        case let set as NSSet: set.allObjects
        case let set as NSOrderedSet: set.array
        case let list as NSArray: list.map { $0 }
        case let set as Set<AnyHashable>: set.map(\.base)
        case let list as [Any]: list
        default: []
        }
      }

      /// The value as the declared type; nil for nothing.
      private static func made<Value>(_ raw: Any?, _ object: NSManagedObject, _ key: String) -> Value? {
        guard let raw, !(raw is NSNull) else { return nil }
        if let value = raw as? Value { return value }
        if let value: Value = converted(raw) { return value }
        if Value.self is any RawRepresentable.Type {
          // A case that another version of the program has.
          object._report("\(type(of: object)).\(key) is \(raw), which is no \(Value.self); it reads as empty")
          return nil
        }
        object._report(
          "\(type(of: object)).\(key) is declared as \(Value.self), and the model gives it a \(type(of: raw)); it reads as"
            + " empty")
        return nil
      }

      private static func converted<Value>(_ raw: Any) -> Value? {
        if let number = number(raw), let value = number as? Value ?? narrowed(number) { return value }
        if let kind = Value.self as? any RawRepresentable.Type { return enumeration(kind, raw) as? Value }
        switch raw {
        case let set as NSSet:
          return (set.allObjects as? [AnyHashable]).map { Set($0) } as? Value ?? set.allObjects as? Value
        case let set as NSOrderedSet: return set.array as? Value
        case let set as Set<AnyHashable>: return NSMutableSet(array: set.map(\.base)) as? Value
        case let date as NSDate: return date.timeIntervalSinceReferenceDate as? Value
        case let date as Date: return NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate) as? Value
        case let text as String: return NSMutableString(string: text) as? Value
        case let data as Data: return NSMutableData(data: data) as? Value
        case let id as UUID: return NSUUID(uuidString: id.uuidString) as? Value
        case let url as URL: return NSURL(string: url.absoluteString) as? Value
        case let list as [Any]: return NSMutableOrderedSet(array: list) as? Value ?? NSMutableArray(array: list) as? Value
        case let decimal as Decimal: return NSDecimalNumber(decimal: decimal) as? Value
        default: return nil
        }
      }

      private static func number(_ raw: Any) -> NSNumber? {
        switch raw {
        case let number as NSNumber: number
        case let flag as Bool: NSNumber(value: flag)
        case let number as any BinaryInteger: NSNumber(value: Int64(truncatingIfNeeded: number))
        case let number as Double: NSNumber(value: number)
        case let number as Float: NSNumber(value: number)
        case let date as Date: NSNumber(value: date.timeIntervalSinceReferenceDate)
        default: nil
        }
      }

      /// As scalars of Core Data read numbers: by conversion, not only where nothing is lost.
      private static func narrowed<Value>(_ number: NSNumber) -> Value? {
        switch Value.self {
        case is Bool.Type: number.boolValue as? Value
        case is Int16.Type: number.int16Value as? Value
        case is Int32.Type: number.int32Value as? Value
        case is Int64.Type: number.int64Value as? Value
        case is Int.Type: number.intValue as? Value
        case is Double.Type: number.doubleValue as? Value
        case is Float.Type: number.floatValue as? Value
        case is Decimal.Type: number.decimalValue as? Value
        case is Date.Type: Date(timeIntervalSinceReferenceDate: number.doubleValue) as? Value
        case is NSDecimalNumber.Type: NSDecimalNumber(decimal: number.decimalValue) as? Value
        default: nil
        }
      }

      private static func enumeration<Kind: RawRepresentable>(_ kind: Kind.Type, _ raw: Any) -> Kind? {
        (raw as? Kind.RawValue ?? converted(raw)).flatMap(Kind.init(rawValue:))
      }

      private static func firstCase<Kind: CaseIterable>(of kind: Kind.Type) -> Kind? { kind.allCases.first }

      /// What is stored: no optional in an optional, the raw value of an enum.
      private static func plain(_ value: Any?) -> Any? {
        switch value {
        case nil: nil
        case let value as any RawRepresentable where !(value is NSObject): value.rawValue
        default: value
        }
      }

      /// Core Data's value of a property that is not optional while nothing is there.
      private static func empty<Value>(_ object: NSManagedObject, _ key: String) -> Value {
        let candidates: [Any] = [
          "", Int64(0), false, Double(0), Float(0), Int16(0), Int32(0), Int(0), Date(timeIntervalSinceReferenceDate: 0),
          Data(), Decimal(), Set<AnyHashable>(), [AnyHashable](), [AnyHashable: AnyHashable](), NSMutableSet(),
          NSMutableOrderedSet(), NSDecimalNumber.zero, NSNumber(value: 0), NSMutableString(string: ""), NSMutableData(), NSDate(),
          UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), [String: Any](), [Any](), NSMutableArray(),
          NSMutableDictionary(), URL(fileURLWithPath: "/"), NSURL(fileURLWithPath: "/", isDirectory: true), NSUUID(),
        ]
        if let value = candidates.lazy.compactMap({ $0 as? Value }).first { return value }
        if let kind = Value.self as? any RawRepresentable.Type, let value = enumeration(kind, Int16(0)) as? Value {
          return value
        }
        if let kind = Value.self as? any CaseIterable.Type, let value = firstCase(of: kind) as? Value { return value }
        // A mandatory to-one that leads nowhere reads as an object whose row is gone.
        if Value.self is NSManagedObject.Type, let value = object._standIn(forKey: key) as? Value {
          object._report("\(type(of: object)).\(key) is nil and declared as \(Value.self); it reads as a deleted object")
          return value
        }
        preconditionFailure(
          "\(type(of: object)).\(key) is nil and declared as \(Value.self), which has no empty value; declare it optional")
      }
    }
    """#
}
