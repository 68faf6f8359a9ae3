import SwiftData
import TestKit
import Testing

/// Random fetches with random unsaved changes: the answer is that of Foundation over all objects in memory, and after
/// saving, that of a context that knows only the file.
@Suite struct FetchAgreementTests {
  typealias Item = Fetching.Item
  typealias Owner = Fetching.Owner

  private var random = SeededGenerator(seed: 20_260)
  private let container: ModelContainer
  private let context: ModelContext
  /// Every object that is not deleted, in the order in which keys are given out.
  private var items: [Item] = []
  private var owners: [Owner] = []

  init() throws {
    (container, _) = try Fetching.container()
    context = ModelContext(container)
  }

  private static let titles = ["a", "B", "b", "ab", "Ab", "é", "e", "zeta 9", "zeta 10", "Z", "", "ä", "b c"]

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func title() -> String { Self.titles[pick(Self.titles.count)] }

  // MARK: changes

  private mutating func fill(_ item: Item) {
    item.title = title()
    item.subtitle = pick(3) == 0 ? nil : title()
    item.pages = pick(6) - 2
    item.rating = pick(3) == 0 ? nil : Double(pick(4)) / 2
    item.published = pick(3) == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(pick(4)) * 0.5)
    item.inPrint = pick(2) == 0
    let byte = UInt8(pick(256))
    item.code = UUID(uuid: (byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(pick(3))))
    item.price = Decimal(pick(5)) / 4
    item.mood = pick(2) == 0 ? .calm : .wild
    item.owner = pick(3) == 0 ? nil : owners.randomElement(using: &random)
  }

  private mutating func change() throws {
    for _ in 0..<pick(4) {
      switch pick(8) {
      case 0, 1, 2:
        guard items.count < 40 else { continue }
        let item = Item(title: "", pages: 0)
        context.insert(item)
        items.append(item)
        fill(item)
      case 3, 4, 5: if let item = items.randomElement(using: &random) { fill(item) }
      case 6:
        guard items.count > 20 else { continue }
        context.delete(items.remove(at: pick(items.count)))
      default: owners.randomElement(using: &random)?.name = title()
      }
    }
    if pick(4) == 0 { try context.save() }
  }

  // MARK: fetches

  private mutating func predicate() -> Predicate<Item>? {
    let (text, number) = (title(), pick(6) - 2)
    let date = Date(timeIntervalSinceReferenceDate: 0.5)
    switch pick(12) {
    case 0: return #Predicate { $0.pages > number }
    case 1: return #Predicate { $0.title.contains(text) }
    case 2: return #Predicate { $0.title.localizedStandardContains(text) && $0.inPrint }
    case 3: return #Predicate { $0.subtitle == nil || $0.rating == 1.5 }
    case 4: return #Predicate { $0.published ?? date <= date }
    case 5: return #Predicate { $0.owner?.name == text }
    case 6: return #Predicate { $0.owner == nil || $0.pages == number }
    case 7: return #Predicate { !($0.title < text) && $0.pages != number }
    case 8: return #Predicate { $0.title.count + number > 3 }
    case 9: return #Predicate { $0.price >= 0.5 }
    default: return nil
    }
  }

  private mutating func sort() -> SortDescriptor<Item> {
    let order: SortOrder = pick(2) == 0 ? .forward : .reverse
    switch pick(12) {
    case 0: return SortDescriptor(\.title, order: order)
    case 1: return SortDescriptor(\.subtitle, order: order)
    case 2: return SortDescriptor(\.title, comparator: .lexical, order: order)
    case 3: return SortDescriptor(\.pages, order: order)
    case 4: return SortDescriptor(\.rating, order: order)
    case 5: return SortDescriptor(\.published, order: order)
    case 6: return SortDescriptor(\.code, order: order)
    case 7: return SortDescriptor(\.price, order: order)
    case 8: return SortDescriptor(\.mood, order: order)
    case 9: return SortDescriptor(\.owner?.name, order: order)
    case 10: return SortDescriptor(\.shortTitle, order: order)
    default: return SortDescriptor(\.title, comparator: .localizedStandard, order: order)
    }
  }

  private mutating func descriptor() -> FetchDescriptor<Item> {
    var descriptor = FetchDescriptor<Item>(predicate: predicate(), sortBy: (0..<pick(3)).map { _ in sort() })
    if pick(3) == 0 { descriptor.fetchLimit = pick(8) }
    if pick(3) == 0 { descriptor.fetchOffset = pick(5) }
    if pick(4) == 0 { descriptor.relationshipKeyPathsForPrefetching = [\.owner] }
    return descriptor
  }

  private func expected(_ descriptor: FetchDescriptor<Item>) throws -> [Item] {
    let matching = try items.filter { try descriptor.predicate?.evaluate($0) ?? true }
    let sorted = matching.enumerated().sorted { left, right in
      for sort in descriptor.sortBy {
        let result = sort.compare(left.element, right.element)
        if result != .orderedSame { return result == .orderedAscending }
      }
      return left.offset < right.offset
    }
    let window = sorted.map(\.element).dropFirst(descriptor.fetchOffset ?? 0)
    let limit = descriptor.fetchLimit ?? 0
    return Array(limit > 0 ? window.prefix(limit) : window)
  }

  @Test mutating func answersAreThoseOfMemory() throws {
    for number in 0..<5 {
      let owner = Owner(name: Self.titles[number])
      context.insert(owner)
      owners.append(owner)
    }
    let cases = 500
    var (agreeing, pending, inFile) = (0, 0, 0)
    for number in 0..<cases {
      try change()
      let descriptor = descriptor()
      let expected = try expected(descriptor)
      if context.hasChanges { pending += 1 }
      let found = try context.fetch(descriptor)
      var enumerated: [Item] = []
      try context.enumerate(descriptor, batchSize: 7) { enumerated.append($0) }
      let identifiers = expected.map(\.persistentModelID)
      var isRight = found.elementsEqual(expected, by: ===) && enumerated.elementsEqual(expected, by: ===)
      isRight = try isRight && context.fetchCount(descriptor) == expected.count
      isRight = try isRight && context.fetchIdentifiers(descriptor) == identifiers
      isRight = try isRight && Array(context.fetch(descriptor, batchSize: 3)).elementsEqual(expected, by: ===)
      if number % 5 == 0 {
        try context.save()
        inFile += 1
        let fresh = ModelContext(container)
        let names = try fresh.fetch(descriptor).map(\.persistentModelID)
        isRight = isRight && names == expected.map(\.persistentModelID)
      }
      if isRight { agreeing += 1 } else { Issue.record("case \(number): \(descriptor)") }
    }
    print(
      "fetches agree with memory: \(agreeing) of \(cases), \(pending) with unsaved changes, \(inFile) from the file too"
    )
    #expect(agreeing == cases && pending > cases / 2)
  }
}
