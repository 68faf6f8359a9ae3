import Foundation
import Synchronization
import Testing

@testable import causeway

@Suite struct ProgressTests {
  private final class Screen: Sendable {
    let text = Mutex("")

    func console(isTerminal: Bool) -> Console {
      Console(
        errorsAreTerminal: isTerminal, output: { _ in }, errors: { new in self.text.withLock { $0 += new } })
    }
  }

  @Test func aTerminalSeesALineThatGoesAway() async throws {
    let screen = Screen()
    let line = ProgressLine("reading", console: screen.console(isTerminal: true), delay: .milliseconds(1))
    line.update(7)
    var rounds = 0
    while screen.text.withLock({ $0.isEmpty }) && rounds < 500 {
      try await Task.sleep(for: .milliseconds(10))
      rounds += 1
    }
    line.finish()
    line.finish()
    let text = screen.text.withLock { $0 }
    #expect(text.hasPrefix("\r\u{1B}[Kreading 7 … "))
    #expect(text.hasSuffix("s\r\u{1B}[K"))
    try await Task.sleep(for: .milliseconds(300))
    #expect(screen.text.withLock { $0 } == text)
  }

  @Test func nothingGoesElsewhereAndNothingBeforeItsTime() async throws {
    let (file, terminal) = (Screen(), Screen())
    let lines = [
      ProgressLine("a", console: file.console(isTerminal: false), delay: .milliseconds(1)),
      ProgressLine("b", console: terminal.console(isTerminal: true), delay: .seconds(86400)),
    ]
    try await Task.sleep(for: .milliseconds(100))
    lines.forEach { $0.finish() }
    #expect(file.text.withLock { $0 }.isEmpty && terminal.text.withLock { $0 }.isEmpty)
  }

  @Test func colourIsForTerminals() {
    let plain = Console(output: { _ in }, errors: { _ in })
    let coloured = Console(usesColor: true, output: { _ in }, errors: { _ in })
    #expect(plain.styled("a", .red) == "a")
    #expect(coloured.styled("a", .red) == "\u{1B}[31ma\u{1B}[0m")
  }
}
