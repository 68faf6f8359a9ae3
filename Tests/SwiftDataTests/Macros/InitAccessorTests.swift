import SwiftData
import Testing

/// What apps write themselves against the names of Apple's expansion.
@Model final class HandAccessed {
  private var storedWidth: Double
  private var storedHeight: Double
  var name: String = ""

  var width: Double {
    @storageRestrictions(accesses: _$backingData, initializes: _storedWidth)
    init(initialValue) {
      _$backingData.setValue(forKey: \.storedWidth, to: initialValue)
      _storedWidth = _SwiftDataNoType()
    }
    get { storedWidth }
    set { storedWidth = max(0, newValue) }
  }

  var size: (Double, Double) {
    @storageRestrictions(accesses: _$backingData, initializes: _storedHeight)
    init(initialValue) {
      _$backingData.setValue(forKey: \.storedHeight, to: initialValue.1)
      _storedHeight = _SwiftDataNoType()
    }
    get { (storedWidth, storedHeight) }
    set { (storedWidth, storedHeight) = newValue }
  }

  init(width: Double, height: Double) {
    self.width = width
    self.size = (width, height)
  }

  /// Reading and writing by key, as expansions of Apple's do.
  var nameByKey: String {
    get { getValue(forKey: \.name) }
    set { setValue(forKey: \.name, to: newValue) }
  }
}

@Suite struct InitAccessorTests {
  @Test func handWrittenInitAccessorsFillTheirProperties() throws {
    let context = ModelContext(
      try ModelContainer(for: HandAccessed.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let box = HandAccessed(width: 2, height: 3)
    #expect(box.width == 2 && box.size == (2, 3))
    context.insert(box)
    box.width = -1
    box.nameByKey = "crate"
    try context.save()
    let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<HandAccessed>()).first)
    #expect(read.size == (0, 3) && read.nameByKey == "crate" && read.name == "crate")
  }

  @Test func backingDataMakesAndFillsAModel() throws {
    let backing: any BackingData<HandAccessed> = HandAccessed.createBackingData()
    backing.setValue(forKey: \.name, to: "made")
    let model = HandAccessed(backingData: backing)
    #expect(model.name == "made" && model.persistentBackingData.getValue(forKey: \.name) == "made")
    #expect(HandAccessed.schemaMetadata.map(\.name) == ["storedWidth", "storedHeight", "name"])
  }
}
