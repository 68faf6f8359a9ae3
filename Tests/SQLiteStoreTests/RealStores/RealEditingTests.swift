import Foundation
import ModelDescription
import QueryModel
import SQLCompiler
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Edits copies of stores that Apple's frameworks wrote and looks at every row of every table afterwards.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct RealEditingTests {
  @Test func editsLeaveEverythingElseAsItWas() throws {
    let stores = try RealStore.all()
    var editable = 0
    var (inserts, updates, deletes, histories) = (0, 0, 0, 0)
    var (updatable, toOnes, toManys) = (0, 0, 0)
    var reasons: [String] = []
    for real in stores {
      var refused: [String] = []
      let store = try real.open()
      var state = try StoreDump(real.path)
      let concrete = real.model.entities.filter { !$0.description.isAbstract }
      // Looking at every row of a large store takes its time.
      let isLarge = state.tables.values.reduce(0) { $0 + $1.count } > 4000
      for entity in concrete.prefix(isLarge && !FullRun.isOn ? 2 : .max) {
        do {
          var edit = RealEdit(store: store, entity: entity, real: real, state: state)
          try edit.run()
          state = edit.state
          inserts += 1
          updates += edit.updates
          if edit.hasEditableAttribute { updatable += 1 }
          #expect(edit.updates == (edit.hasEditableAttribute ? 1 : 0), "\(real.name): \(entity.name)")
          toOnes += edit.toOnes
          toManys += edit.toManys
          deletes += 1
          histories += edit.historyRows
        } catch let refusal as RealEdit.Refusal {
          refused.append("\(entity.name): \(refusal.reason)")
        }
      }
      let integrity = try Connection(path: real.path, mode: .untouched).text("PRAGMA integrity_check")
      #expect(integrity == "ok", "\(real.name)")
      #expect(try real.wrongCounts() == 0, "\(real.name)")
      if refused.isEmpty { editable += 1 } else { reasons.append("\(real.name): \(refused.joined(separator: "; "))") }
    }
    let which = FullRun.isOn ? "every concrete entity" : "every concrete entity (two of large stores)"
    print("real stores edited: \(editable) of \(stores.count), \(which);", terminator: " ")
    print(
      "\(inserts) inserts, \(updates) of \(updatable) updates, \(toOnes) to-ones, \(toManys) to-manys,",
      "\(deletes) deletes, \(histories) rows of history")
    for reason in reasons { print("not editable: \(reason)") }
    #expect(editable + reasons.count == 40)
    #expect(reasons.isEmpty)
    // A full run edits more entities of the large stores.
    #expect(inserts >= 132 && updates == updatable && updates >= 131 && toOnes >= 52 && toManys >= 43)
  }
}
