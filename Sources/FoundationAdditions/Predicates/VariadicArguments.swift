import Foundation

/// The arguments of a C variable argument list, read as the format's specifiers say.
enum VariadicArguments {
  /// The list is printed once by the C library, each argument as its specifier wants it, and read back: a list's layout
  /// differs by platform, and only the library knows it.
  static func values(for format: String, _ list: CVaListPointer) -> [Any?] {
    let specifiers = specifiers(in: format)
    let separator = "\u{1F}"
    let pattern = specifiers.map(\.pattern).joined(separator: separator)
    var buffer = [CChar](repeating: 0, count: 64 * (specifiers.count + 1) + 400)
    let length = vsnprintf(&buffer, buffer.count, pattern, list)
    guard length >= 0, length < buffer.count else { return [] }
    let text = String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !text.isEmpty else { return [] }
    return zip(specifiers, text.split(separator: separator, omittingEmptySubsequences: false)).map {
      $0.value(String($1))
    }
  }

  private struct Specifier {
    let pattern: String
    let value: (String) -> Any?
  }

  private static func specifiers(in format: String) -> [Specifier] {
    var result: [Specifier] = []
    var rest = format[...]
    var quote: Character?
    while let character = rest.popFirst() {
      if let open = quote {
        if character == "\\" { _ = rest.popFirst() } else if character == open { quote = nil }
        continue
      }
      if character == "\"" || character == "'" { quote = character }
      guard character == "%" else { continue }
      var size = ""
      while let next = rest.first, "hlqLzjt".contains(next) { size.append(rest.removeFirst()) }
      switch rest.popFirst() {
      case "@", "K": result.append(Specifier(pattern: "%p", value: object))
      case let conversion? where "dDiucC".contains(conversion):
        result.append(
          Specifier(pattern: "%\(size)\(conversion == "u" ? "u" : "d")", value: { Int64($0) ?? UInt64($0) }))
      case let conversion? where "uUoOxX".contains(conversion):
        result.append(Specifier(pattern: "%\(size)u", value: { Int64($0) ?? UInt64($0) }))
      case let conversion? where "fFeEgGaA".contains(conversion):
        // Seventeen digits say a double exactly.
        result.append(Specifier(pattern: "%.17g", value: { Double($0) }))
      default: break
      }
    }
    return result
  }

  private static func object(_ text: String) -> Any? {
    guard let address = UInt(text.dropFirst(2), radix: 16), let pointer = UnsafeRawPointer(bitPattern: address) else {
      return nil
    }
    return Unmanaged<NSObject>.fromOpaque(pointer).takeUnretainedValue()
  }
}
