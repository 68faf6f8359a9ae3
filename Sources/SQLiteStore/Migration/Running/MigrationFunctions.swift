internal import Foundation
internal import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver

/// The SQL functions that the statements of a migration call.
enum MigrationFunctions {
  static let markInline = "CausewayMarkInline"
  static let externalBytes = "CausewayExternalBytes"
  static let historyColumns = "CausewayHistoryColumns"
  static let newIdentifier = "CausewayNewIdentifier"

  /// - Parameter data: where the source keeps bytes in files.
  static func all(_ plan: MigrationPlan, data: ExternalData) -> [ScalarFunction] {
    var maps: [Int64: HistorySlotMap] = [:]
    for pair in plan.mapping.entities {
      guard let former = pair.source,
        let map = HistorySlotMap(pair, source: plan.source.layout, target: plan.layout)
      else { continue }
      maps[Int64(former.number)] = map
    }
    let slots = maps
    return [
      ScalarFunction(markInline, argumentCount: 1) { call in
        guard call[0].kind != .null else { return }
        call.setResult(blob: [1] + call[0].blob)
      },
      ScalarFunction(externalBytes, argumentCount: 1, isDeterministic: false) { call in
        guard call[0].kind != .null else { return }
        switch ExternalData.form(of: call[0].blob) {
        case .inline(let bytes): call.setResult(blob: Array(bytes))
        case .file(let name):
          guard let bytes = data.contents(ofFile: name) else {
            return call.fail("the file \(name) with a large value is missing")
          }
          call.setResult(blob: Array(bytes))
        }
      },
      ScalarFunction(newIdentifier, argumentCount: 0, isDeterministic: false) { call in
        call.setResult(blob: withUnsafeBytes(of: UUID().uuid) { Array($0) })
      },
      ScalarFunction(historyColumns, argumentCount: 2) { call in
        guard call[1].kind == .blob, let columns = slots[call[0].integer]?.columns(call[1].blob) else { return }
        call.setResult(blob: columns)
      },
    ]
  }
}
