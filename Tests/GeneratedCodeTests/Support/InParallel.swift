import Foundation

/// Runs slow checks a few at a time: each mostly waits for a compiler.
enum InParallel {
  /// What `check` found wrong, in the order of the elements.
  static func failures<Element: Sendable>(
    _ elements: [Element], width: Int = ProcessInfo.processInfo.activeProcessorCount,
    _ check: @escaping @Sendable (Element) throws -> String?
  ) async throws -> [(Element, String)] {
    let found = try await results(elements, width: width, check)
    return zip(elements, found).compactMap { element, failure in failure.map { (element, $0) } }
  }

  static func results<Element: Sendable, Result: Sendable>(
    _ elements: [Element], width: Int = ProcessInfo.processInfo.activeProcessorCount,
    _ work: @escaping @Sendable (Element) throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var results: [Int: Result] = [:]
      var next = 0
      while results.count < elements.count {
        while next < elements.count, next - results.count < max(width, 1) {
          let (index, element) = (next, elements[next])
          group.addTask { (index, try work(element)) }
          next += 1
        }
        if let (index, result) = try await group.next() { results[index] = result }
      }
      return elements.indices.compactMap { results[$0] }
    }
  }
}
