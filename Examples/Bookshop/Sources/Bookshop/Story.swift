/// What the program prints, and whether all of it is as it should be.
@MainActor struct Story {
  private(set) var checks = 0
  private(set) var failures = 0

  func chapter(_ title: String) { print("\n\(title)") }

  func tell(_ line: String) { print("  \(line)") }

  mutating func check(_ what: String, _ isSo: Bool) {
    checks += 1
    if !isSo { failures += 1 }
    print("  \(isSo ? "ok" : "NOT"): \(what)")
  }
}
