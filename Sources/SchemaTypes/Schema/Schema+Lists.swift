/// `Schema.Unique` and `Schema.Index`, seen without their model type.
package protocol SchemaKeyPathList {
  var list: [(kind: SchemaListKind, keyPaths: [AnyKeyPath])] { get }
}

package enum SchemaListKind: Sendable { case unique, binary, rtree }

extension Schema {
  /// The constraints of one model.
  public final class Unique<T>: SchemaProperty, CustomDebugStringConvertible where T: PersistentModel {
    public var name = ""
    public var originalName = ""
    public var valueType: any Any.Type = T.self
    public var isUnique: Bool { true }
    public let constraints: [[PartialKeyPath<T>]]

    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    public enum CodingKeys: CodingKey { case constraints }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      constraints = try container.decode([CodedKeyPaths<T>].self, forKey: .constraints).map(\.keyPaths)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(constraints.map { CodedKeyPaths(keyPaths: $0) }, forKey: .constraints)
    }

    public static func == (left: Unique, right: Unique) -> Bool { left.constraints == right.constraints }
    public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }
    public var debugDescription: String { "Unique<\(T.self)>(\(constraints))" }
  }

  /// The indexes of one model.
  public final class Index<T>: SchemaProperty, CustomDebugStringConvertible where T: PersistentModel {
    public enum Types<P> where P: PersistentModel {
      case binary([PartialKeyPath<P>])
      case rtree([PartialKeyPath<P>])
    }

    public var name = ""
    public var originalName = ""
    public var valueType: any Any.Type = T.self
    public var isUnique: Bool { false }
    public let indices: [Types<T>]

    public init(_ indices: Types<T>...) { self.indices = indices }
    public init(_ binaryIndices: [PartialKeyPath<T>]...) { indices = binaryIndices.map { .binary($0) } }

    public enum CodingKeys: CodingKey { case indices }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      indices = try container.decode([CodedKeyPaths<T>].self, forKey: .indices).map {
        $0.isLocation ? .rtree($0.keyPaths) : .binary($0.keyPaths)
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let lists = indices.map { index in
        switch index {
        case .binary(let keyPaths): CodedKeyPaths(keyPaths: keyPaths)
        case .rtree(let keyPaths): CodedKeyPaths(keyPaths: keyPaths, isLocation: true)
        }
      }
      try container.encode(lists, forKey: .indices)
    }

    public static func == (left: Index, right: Index) -> Bool {
      left.list.elementsEqual(right.list) { $0.kind == $1.kind && $0.keyPaths == $1.keyPaths }
    }

    public func hash(into hasher: inout Hasher) {
      for item in list { hasher.combine(item.keyPaths) }
    }

    public var debugDescription: String { "Index<\(T.self)>(\(indices))" }
  }
}

extension Schema.Unique: SchemaKeyPathList {
  package var list: [(kind: SchemaListKind, keyPaths: [AnyKeyPath])] { constraints.map { (.unique, $0) } }
}

extension Schema.Index: SchemaKeyPathList {
  package var list: [(kind: SchemaListKind, keyPaths: [AnyKeyPath])] {
    indices.map {
      switch $0 {
      case .binary(let keyPaths): (.binary, keyPaths)
      case .rtree(let keyPaths): (.rtree, keyPaths)
      }
    }
  }
}
