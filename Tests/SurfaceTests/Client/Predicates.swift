import Foundation
import SwiftData

/// `#Predicate` and `#Expression` in every form, each with a part that only this module's macros know: Foundation's own
/// refuse it, so this does not compile where theirs are taken.
enum PredicateClient {
  typealias Maker = MacroClient.Maker
  typealias Thing = MacroClient.Thing

  static func takes(_ predicate: Predicate<Maker>) -> Predicate<Maker> { predicate }
  static func takes(optional predicate: Predicate<Maker>?) -> Predicate<Maker>? { predicate }
  static func takes(several predicates: [Predicate<Maker>]) -> Int { predicates.count }
  static func takes<Model: PersistentModel>(generic predicate: Predicate<Model>, of _: Model.Type) -> Predicate<Model> {
    predicate
  }

  static func predicates(_ name: String, _ context: ModelContext) throws {
    let _ = #Predicate<Maker> { $0.name.localizedStandardContains(name) }
    let _: Predicate<Maker> = #Predicate { $0.name.localizedStandardContains(name) }
    let _: Predicate<Maker>? = #Predicate { $0.name.localizedStandardContains(name) }
    let _: Predicate<Maker>? = #Predicate<Maker> { $0.name.localizedCompare(name) == .orderedSame }
    let _: [Predicate<Maker>] = [
      #Predicate { $0.name.localizedStandardContains(name) },
      #Predicate { $0.name.localizedCompare("b") == .orderedSame },
    ]
    let _ = [#Predicate<Maker> { $0.name.localizedStandardContains(name) }]
    let _ = FetchDescriptor<Maker>(predicate: #Predicate { $0.name.localizedStandardContains(name) })
    let _ = FetchDescriptor(predicate: #Predicate<Maker> { $0.name.localizedCompare(name) == .orderedAscending })
    let _ = takes(#Predicate { $0.name.localizedStandardContains(name) })
    let _ = takes(optional: #Predicate { $0.name.localizedStandardContains(name) })
    let _ = takes(several: [#Predicate { $0.name.localizedStandardContains(name) }])
    let _ = takes(generic: #Predicate { $0.name.localizedStandardContains(name) }, of: Maker.self)
    let _ = #Predicate<Maker>({ $0.name.localizedStandardContains(name) })
    let _ = #Predicate { (maker: Maker) in maker.name.localizedStandardContains(name) }
    let _ = #Predicate { (maker: Maker) -> Bool in
      let word = name
      return maker.name.localizedStandardContains(word)
    }
    let _ = #Predicate<Maker, Thing> { maker, thing in
      thing.size > 1 && maker.name.localizedStandardContains(name)
    }
    try context.delete(model: Maker.self, where: #Predicate { $0.name.localizedStandardContains(name) })
    var descriptor = FetchDescriptor<Maker>()
    descriptor.predicate = #Predicate { $0.name.localizedStandardContains(name) }
    descriptor.predicate = name.isEmpty ? nil : #Predicate { $0.name.localizedStandardContains(name) }
  }

  static func made(_ name: String) -> Predicate<Maker> { #Predicate { $0.name.localizedStandardContains(name) } }

  static var computed: Predicate<Maker> { #Predicate<Maker> { $0.name.localizedCompare("a") == .orderedSame } }

  static func expressions(_ name: String) {
    let _ = #Expression<Maker, Bool> { $0.name.localizedStandardContains(name) }
    let _: Foundation.Expression<Maker, Bool> = #Expression { $0.name.localizedStandardContains(name) }
    let _ = #Expression<Maker, Thing, Bool> { maker, thing in
      thing.size > 1 && maker.name.localizedStandardContains(name)
    }
  }
}
