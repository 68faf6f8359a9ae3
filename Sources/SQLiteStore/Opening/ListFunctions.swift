internal import QueryModel
internal import SQLiteDriver

/// What the values of long lists are made of again, which reach a statement as one JSON text.
enum ListFunctions {
  static let all: [ScalarFunction] = [
    ScalarFunction(TextFunction.text, argumentCount: 1) { call in
      call.setResult(String(decoding: bytes(call[0].text), as: UTF8.self))
    },
    ScalarFunction(TextFunction.data, argumentCount: 1) { call in call.setResult(blob: bytes(call[0].text)) },
    ScalarFunction(TextFunction.real, argumentCount: 1) { call in
      call.setResult(Double(bitPattern: UInt64(bitPattern: call[0].integer)))
    },
  ]

  private static func bytes(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    (0..<digits.count / 2).map { value(digits[2 * $0]) << 4 | value(digits[2 * $0 + 1]) }
  }

  private static func value(_ digit: UInt8) -> UInt8 { digit < 0x41 ? digit & 15 : digit - 0x37 }
}
