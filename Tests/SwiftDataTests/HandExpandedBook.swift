import SwiftData

enum Genre: String, Codable { case novel, poem }
enum Mood: Int, Codable { case light = 1, dark = 2 }

//     @Model class Book { … every kind of property, one computed through a hand-written init accessor, one transient … }
class Book {
  var title: String {
    @storageRestrictions(accesses: _$backingData, initializes: _title)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(0, initialValue) }
      _title = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.title) }
      return _$backingData._$with { $0._$value(0) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.title) { _$backingData._$with { $0._$set(0, newValue) } }
      } else {
        _$backingData._$with { $0._$set(0, newValue) }
      }
    }
  }
  private var _title: _SwiftDataNoType

  var subtitle: String? = nil {
    @storageRestrictions(accesses: _$backingData, initializes: _subtitle)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(1, initialValue) }
      _subtitle = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.subtitle) }
      return _$backingData._$with { $0._$value(1) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.subtitle) { _$backingData._$with { $0._$set(1, newValue) } }
      } else {
        _$backingData._$with { $0._$set(1, newValue) }
      }
    }
  }
  private var _subtitle: _SwiftDataNoType

  var pages: Int = 0 {
    @storageRestrictions(accesses: _$backingData, initializes: _pages)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(2, initialValue) }
      _pages = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.pages) }
      return _$backingData._$with { $0._$value(2) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.pages) { _$backingData._$with { $0._$set(2, newValue) } }
      } else {
        _$backingData._$with { $0._$set(2, newValue) }
      }
    }
  }
  private var _pages: _SwiftDataNoType

  var edition: Int16? = nil {
    @storageRestrictions(accesses: _$backingData, initializes: _edition)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(3, initialValue) }
      _edition = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.edition) }
      return _$backingData._$with { $0._$value(3) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.edition) { _$backingData._$with { $0._$set(3, newValue) } }
      } else {
        _$backingData._$with { $0._$set(3, newValue) }
      }
    }
  }
  private var _edition: _SwiftDataNoType

  var inPrint: Bool = true {
    @storageRestrictions(accesses: _$backingData, initializes: _inPrint)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(4, initialValue) }
      _inPrint = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.inPrint) }
      return _$backingData._$with { $0._$value(4) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.inPrint) { _$backingData._$with { $0._$set(4, newValue) } }
      } else {
        _$backingData._$with { $0._$set(4, newValue) }
      }
    }
  }
  private var _inPrint: _SwiftDataNoType

  var rating: Double = 0 {
    @storageRestrictions(accesses: _$backingData, initializes: _rating)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(5, initialValue) }
      _rating = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.rating) }
      return _$backingData._$with { $0._$value(5) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.rating) { _$backingData._$with { $0._$set(5, newValue) } }
      } else {
        _$backingData._$with { $0._$set(5, newValue) }
      }
    }
  }
  private var _rating: _SwiftDataNoType

  var weight: Float? = nil {
    @storageRestrictions(accesses: _$backingData, initializes: _weight)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(6, initialValue) }
      _weight = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.weight) }
      return _$backingData._$with { $0._$value(6) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.weight) { _$backingData._$with { $0._$set(6, newValue) } }
      } else {
        _$backingData._$with { $0._$set(6, newValue) }
      }
    }
  }
  private var _weight: _SwiftDataNoType

  var published: Date? = nil {
    @storageRestrictions(accesses: _$backingData, initializes: _published)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(7, initialValue) }
      _published = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.published) }
      return _$backingData._$with { $0._$value(7) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.published) { _$backingData._$with { $0._$set(7, newValue) } }
      } else {
        _$backingData._$with { $0._$set(7, newValue) }
      }
    }
  }
  private var _published: _SwiftDataNoType

  var isbn: UUID? = nil {
    @storageRestrictions(accesses: _$backingData, initializes: _isbn)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(8, initialValue) }
      _isbn = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.isbn) }
      return _$backingData._$with { $0._$value(8) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.isbn) { _$backingData._$with { $0._$set(8, newValue) } }
      } else {
        _$backingData._$with { $0._$set(8, newValue) }
      }
    }
  }
  private var _isbn: _SwiftDataNoType

  var site: URL? = nil {
    @storageRestrictions(accesses: _$backingData, initializes: _site)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(9, initialValue) }
      _site = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.site) }
      return _$backingData._$with { $0._$value(9) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.site) { _$backingData._$with { $0._$set(9, newValue) } }
      } else {
        _$backingData._$with { $0._$set(9, newValue) }
      }
    }
  }
  private var _site: _SwiftDataNoType

  var cover: Data? = nil {
    @storageRestrictions(accesses: _$backingData, initializes: _cover)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(10, initialValue) }
      _cover = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.cover) }
      return _$backingData._$with { $0._$value(10) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.cover) { _$backingData._$with { $0._$set(10, newValue) } }
      } else {
        _$backingData._$with { $0._$set(10, newValue) }
      }
    }
  }
  private var _cover: _SwiftDataNoType

  var price: Decimal = 0 {
    @storageRestrictions(accesses: _$backingData, initializes: _price)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(11, initialValue) }
      _price = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.price) }
      return _$backingData._$with { $0._$value(11) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.price) { _$backingData._$with { $0._$set(11, newValue) } }
      } else {
        _$backingData._$with { $0._$set(11, newValue) }
      }
    }
  }
  private var _price: _SwiftDataNoType

  var genre: Genre = Genre.novel {
    @storageRestrictions(accesses: _$backingData, initializes: _genre)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(12, initialValue) }
      _genre = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.genre) }
      return _$backingData._$with { $0._$value(12) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.genre) { _$backingData._$with { $0._$set(12, newValue) } }
      } else {
        _$backingData._$with { $0._$set(12, newValue) }
      }
    }
  }
  private var _genre: _SwiftDataNoType

  var mood: Mood? = nil {
    @storageRestrictions(accesses: _$backingData, initializes: _mood)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(13, initialValue) }
      _mood = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.mood) }
      return _$backingData._$with { $0._$value(13) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.mood) { _$backingData._$with { $0._$set(13, newValue) } }
      } else {
        _$backingData._$with { $0._$set(13, newValue) }
      }
    }
  }
  private var _mood: _SwiftDataNoType

  var author: Author? = nil {
    @storageRestrictions(accesses: _$backingData, initializes: _author)
    init(initialValue) {
      _$backingData._$with { $0._$initialize(14, initialValue) }
      _author = _SwiftDataNoType()
    }
    get {
      if SwiftData._Tracking.isActive { access(keyPath: \.author) }
      return _$backingData._$with { $0._$value(14) }
    }
    set {
      if _$backingData._$isObserved {
        withMutation(keyPath: \.author) { _$backingData._$with { $0._$set(14, newValue) } }
      } else {
        _$backingData._$with { $0._$set(14, newValue) }
      }
    }
  }
  private var _author: _SwiftDataNoType

  var note = "unsaved"

  init(title: String, author: Author? = nil) {
    self.title = title
    self.author = author
  }

  /// As users write it: an own property that initialises a persisted one.
  var shortTitle: String {
    @storageRestrictions(accesses: _$backingData, initializes: _title)
    init(initialValue) {
      _$backingData.setValue(forKey: \.title, to: initialValue + "…")
      _title = _SwiftDataNoType()
    }
    get {
      _$observationRegistrar.access(self, keyPath: \.shortTitle)
      return String(title.dropLast())
    }
    set {
      _$observationRegistrar.withMutation(of: self, keyPath: \.shortTitle) { title = newValue + "…" }
    }
  }

  init(shortTitle: String) { self.shortTitle = shortTitle }

  struct _SwiftDataNoType {}

  @exclusivity(unchecked) private var _$backingData = SwiftData._InlineBacking<Book, 15>(Book._$layout)

  static let _$layout = SwiftData._ModelLayout(
    names: [
      "title", "subtitle", "pages", "edition", "inPrint", "rating", "weight", "published", "isbn", "site", "cover",
      "price", "genre", "mood", "author",
    ],
    keyPaths: [
      \Book.title, \Book.subtitle, \Book.pages, \Book.edition, \Book.inPrint, \Book.rating, \Book.weight,
      \Book.published, \Book.isbn, \Book.site, \Book.cover, \Book.price, \Book.genre, \Book.mood, \Book.author,
    ])

  @inline(never) var _$ref: SwiftData._StateReference { _$backingData._$reference }

  var persistentBackingData: any SwiftData.BackingData<Book> {
    get { SwiftData._ModelBacking(self) }
    set { _$adopt(newValue) }
  }

  static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
    [
      SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Book.title, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "subtitle", keypath: \Book.subtitle, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "pages", keypath: \Book.pages, defaultValue: 0, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "edition", keypath: \Book.edition, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "inPrint", keypath: \Book.inPrint, defaultValue: true, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "rating", keypath: \Book.rating, defaultValue: 0, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "weight", keypath: \Book.weight, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "published", keypath: \Book.published, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "isbn", keypath: \Book.isbn, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "site", keypath: \Book.site, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "cover", keypath: \Book.cover, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "price", keypath: \Book.price, defaultValue: 0, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "genre", keypath: \Book.genre, defaultValue: Genre.novel, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "mood", keypath: \Book.mood, defaultValue: nil, metadata: nil),
      SwiftData.Schema.PropertyMetadata(name: "author", keypath: \Book.author, defaultValue: nil, metadata: nil),
    ]
  }

  required init(backingData: any SwiftData.BackingData<Book>) {
    _title = _SwiftDataNoType()
    _subtitle = _SwiftDataNoType()
    _pages = _SwiftDataNoType()
    _edition = _SwiftDataNoType()
    _inPrint = _SwiftDataNoType()
    _rating = _SwiftDataNoType()
    _weight = _SwiftDataNoType()
    _published = _SwiftDataNoType()
    _isbn = _SwiftDataNoType()
    _site = _SwiftDataNoType()
    _cover = _SwiftDataNoType()
    _price = _SwiftDataNoType()
    _genre = _SwiftDataNoType()
    _mood = _SwiftDataNoType()
    _author = _SwiftDataNoType()
    self.persistentBackingData = backingData
  }

  required init(_$blank: ()) {
    _title = _SwiftDataNoType()
    _subtitle = _SwiftDataNoType()
    _pages = _SwiftDataNoType()
    _edition = _SwiftDataNoType()
    _inPrint = _SwiftDataNoType()
    _rating = _SwiftDataNoType()
    _weight = _SwiftDataNoType()
    _published = _SwiftDataNoType()
    _isbn = _SwiftDataNoType()
    _site = _SwiftDataNoType()
    _cover = _SwiftDataNoType()
    _price = _SwiftDataNoType()
    _genre = _SwiftDataNoType()
    _mood = _SwiftDataNoType()
    _author = _SwiftDataNoType()
  }

  private var _$observationRegistrar: Observation.ObservationRegistrar { _$ref._$registrar }

  @inline(never) internal nonisolated func access<_M>(keyPath: KeyPath<Book, _M>) {
    _$observationRegistrar.access(self, keyPath: keyPath)
  }

  @inline(never) internal nonisolated func withMutation<_M, _MR>(
    keyPath: KeyPath<Book, _M>, _ mutation: () throws -> _MR
  ) rethrows -> _MR {
    try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
  }
}

extension Book: SwiftData.PersistentModel {}
extension Book: Observation.Observable {}
