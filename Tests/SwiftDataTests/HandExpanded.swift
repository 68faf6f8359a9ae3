import SwiftData

// What `@Model` expands to, written out by hand. The macro emits this text (with `@Transient` before `_$backingData` and
// the `_p` peers); access levels follow the class, `required` is left out when the class is final.
//
//     @Model final class Author {
//       var name: String
//       var books: [Book] = []
//     }
final class Author {
  var name: String {
    @storageRestrictions(accesses: _$backingData, initializes: _name)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(0, initialValue) }
      _name = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.name) }
      return _$backingData._$with { $0._$value(0) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.name) { _$backingData._$with { $0._$set(0, newValue) } }
      } else {
        _$backingData._$with { $0._$set(0, newValue) }
      }
    }
  }
  private var _name: _SwiftDataNoType

  var books: [Book] = [] {
    @storageRestrictions(accesses: _$backingData, initializes: _books)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(1, initialValue) }
      _books = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.books) }
      return _$backingData._$with { $0._$value(1) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.books) { _$backingData._$with { $0._$set(1, newValue) } }
      } else {
        _$backingData._$with { $0._$set(1, newValue) }
      }
    }
  }
  private var _books: _SwiftDataNoType

  init(name: String) { self.name = name }

  struct _SwiftDataNoType {}

  @exclusivity(unchecked) private var _$backingData = SwiftData._InlineBacking<Author, 2>(Author._$layout)

  static let _$layout = SwiftData._ModelLayout(names: ["name", "books"], keyPaths: [\Author.name, \Author.books])

  @inline(never) var _$ref: SwiftData._StateReference { _$backingData._$reference }

  var persistentBackingData: any SwiftData.BackingData<Author> {
    get { SwiftData._ModelBacking(self) }
    set { _$adopt(newValue) }
  }

  static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
    [
      SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Author.name, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(
        name: "books", keypath: \Author.books, defaultValue: [] as [Book], metadata: nil),
    ]
  }

  init(backingData: any SwiftData.BackingData<Author>) {
    _name = _SwiftDataNoType()
    _books = _SwiftDataNoType()
    self.persistentBackingData = backingData
  }

  init(_$blank: ()) {
    _name = _SwiftDataNoType()
    _books = _SwiftDataNoType()
  }

  private var _$observationRegistrar: Observation.ObservationRegistrar { _$ref._$registrar }

  @inline(never) internal nonisolated func access<_M>(keyPath: KeyPath<Author, _M>) {
    _$observationRegistrar.access(self, keyPath: keyPath)
  }

  @inline(never) internal nonisolated func withMutation<_M, _MR>(
    keyPath: KeyPath<Author, _M>, _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
  }
}

extension Author: SwiftData.PersistentModel {}
extension Author: Observation.Observable {}
