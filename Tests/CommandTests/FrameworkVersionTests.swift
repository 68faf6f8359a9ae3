import Testing

@testable import causeway

/// Each number of StoreFormat.md section 10, with its system.
@Suite struct FrameworkVersionTests {
  static let stated: [(version: Int64, system: String)] = [
    (419, "iOS 5 or 6"), (519, "iOS 7 or 8"), (637, "iOS 9"), (641, "iOS 9"), (754, "iOS 10"), (847, "iOS 11"),
    (851, "iOS 11"), (865, "iOS 12"), (866, "iOS 12"), (977, "iOS 13"), (1044, "iOS 14"), (1048, "iOS 14"),
    (1132, "iOS 15"), (1145, "iOS 15"), (1244, "iOS 16"), (1251, "iOS 16"), (1327, "iOS 17"), (1345, "iOS 17"),
    (1403, "iOS 18"), (1448, "iOS 18"), (1518, "iOS 26"), (1526, "iOS 26"),
  ]

  @Test(arguments: stated) func namesTheGeneration(_ version: Int64, _ system: String) {
    #expect(FrameworkVersion.words(version) == "\(version) (\(system) generation)")
  }

  @Test func saysNothingOfOlderOnes() { #expect(FrameworkVersion.words(300) == "300") }
}
