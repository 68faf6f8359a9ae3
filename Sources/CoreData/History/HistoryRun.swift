import Foundation
import FoundationAdditions
import ModelDescription
import QueryModel
import SQLiteStore
import StoreContract

/// One history request: what can be said in SQL is; the rest is worked out on transactions or changes.
struct HistoryRun {
  /// A store that is asked, and from where on.
  struct Source {
    let translation: HistoryTranslation
    let start: HistoryFetch.Start
  }

  /// Those of the request's own fetch request.
  let settings: FetchSettings
  let sources: [Source]

  func transactions(withChanges: Bool) throws -> [NSPersistentHistoryTransaction] {
    try answers(.transactions, withChanges: withChanges, time: \.timestamp) { record, translation in
      [translation.transaction(record, withChanges: withChanges)]
    }
  }

  func changes() throws -> [NSPersistentHistoryChange] {
    try answers(.changes, withChanges: true, time: { $0.transaction?.timestamp ?? .distantPast }) {
      $1.changes($0)
    }
  }

  private var limit: Int? { settings.fetchLimit > 0 ? settings.fetchLimit : nil }
  private var offset: Int { max(0, settings.fetchOffset) }
  private var descriptors: [NSSortDescriptor] { settings.sortDescriptors ?? [] }

  private func answers<Answer: KeyedValues>(
    _ subject: HistoryFetch.Subject, withChanges: Bool, time: (Answer) -> Date,
    _ translate: (HistoryRecord, HistoryTranslation) -> [Answer]
  ) throws -> [Answer] {
    let sorts = try sorts(subject)
    var answers: [Answer] = []
    var isCut = false
    for source in sources {
      let (store, url) = (source.translation.store, source.translation.persistentStore.url)
      var fetch = HistoryFetch(
        subject, from: source.start, sorts: sorts ?? [],
        entities: subject == .changes ? source.translation.knownEntities : nil, readsChanges: withChanges)
      let predicate = try lowered(subject, source.translation)
      var records: [HistoryRecord]?
      if let predicate {
        fetch.predicate = predicate
        if sorts != nil {
          // Of several stores any may have all that is wanted.
          isCut = sources.count == 1
          fetch.limit = isCut ? limit : limit.flatMap { Self.sum($0, offset) }
          fetch.offset = isCut ? offset : nil
        }
        records = try CoreDataError.translating(url: url) { try Self.ifSupported { try store.history(fetch) } }
      }
      if let records {
        answers += records.flatMap { translate($0, source.translation) }
        continue
      }
      isCut = false
      (fetch.predicate, fetch.limit, fetch.offset) = (nil, nil, nil)
      answers += try CoreDataError.translating(url: url) { try store.history(fetch) }
        .flatMap { translate($0, source.translation) }
        .filter { try settings.predicate?.matches($0) ?? true }
    }
    if isCut { return answers }
    if sorts == nil || sources.count > 1 { answers = sorted(answers, time) }
    return Array(answers.dropFirst(offset).prefix(limit ?? .max))
  }

  /// `nil`, which is no limit, where the sum is beyond every number of rows.
  private static func sum(_ limit: Int, _ offset: Int) -> Int? {
    let (sum, isOver) = limit.addingReportingOverflow(offset)
    return isOver ? nil : sum
  }

  /// By the request's descriptors; without any, by time, and as the stores have them.
  private func sorted<Answer>(_ answers: [Answer], _ time: (Answer) -> Date) -> [Answer] {
    if !descriptors.isEmpty { return FetchRun.sorted(answers, descriptors) }
    return answers.enumerated().sorted { left, right in
      let (first, second) = (time(left.element), time(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }

  // MARK: translation

  /// `nil` for what has no form in SQL, `.some(nil)` without a predicate.
  ///
  /// - Throws: an error for a key that transactions or changes do not have.
  private func lowered(
    _ subject: HistoryFetch.Subject, _ translation: HistoryTranslation
  ) throws -> QueryPredicate?? {
    guard let predicate = settings.predicate else { return .some(nil) }
    let (model, entity) = try HistoryModel.entity(of: subject)
    let lowering = FormatLowering(model: model, entity: entity) { value in
      guard let id = value as? NSManagedObjectID else { return nil }
      let store = translation.store
      guard id.storeIdentifier == store.identifier, let key = id.rowKey,
        let number = store.model.entity(named: id.entity.name ?? "")?.number
      else { return .string("") }
      return .string(HistoryModel.changedObject(entity: number, key: key))
    }
    do {
      return .some(try lowering.predicate(predicate.formatTree))
    } catch let error as QueryError where error.code == .unsupported {
      return nil
    } catch let error as QueryError where error.code == .unknownProperty {
      throw HistoryKeys.unknown(error.unknownKey ?? error.expression, of: subject)
    }
  }

  /// `nil` when one of the descriptors has an order of its own.
  ///
  /// - Throws: an error for a key that transactions or changes do not have.
  private func sorts(_ subject: HistoryFetch.Subject) throws -> [QuerySort]? {
    let entity = try HistoryModel.entity(of: subject).entity
    var sorts: [QuerySort] = []
    for descriptor in descriptors {
      guard let key = HistoryKeys.key(of: descriptor) else { return nil }
      guard entity.fieldNumber(of: key) != nil else { throw HistoryKeys.unknown(key, of: subject) }
      sorts.append(QuerySort(path: [key], isAscending: descriptor.ascending))
    }
    return sorts
  }

  private static func ifSupported<Answer>(_ body: () throws -> Answer) throws -> Answer? {
    do {
      return try body()
    } catch let error as StoreError where error.code == .unsupported {
      return nil
    }
  }
}
