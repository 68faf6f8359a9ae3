import Synchronization

/// A console that keeps what is written, for tests and for verbs that call one another.
package final class CapturedOutput: Sendable {
  private let texts = Mutex((output: "", errors: ""))
  private let usesColor: Bool

  package init(usesColor: Bool = false) { self.usesColor = usesColor }

  package var console: Console {
    Console(
      usesColor: usesColor,
      output: { text in self.texts.withLock { $0.output += text } },
      errors: { text in self.texts.withLock { $0.errors += text } })
  }

  package var output: String { texts.withLock { $0.output } }
  package var errors: String { texts.withLock { $0.errors } }
}
