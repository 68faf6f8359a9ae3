/// What becomes of a block of code of the seeds.
enum SeedVerdict: Sendable {
  /// It is part of this very module, and a test asserts what it does.
  case runs
  /// It is part of the program with the Core Data stacks, in `Stacks`, whose tests assert what it does.
  case stack
  /// It is a test, and runs in a test target of its own.
  case ownTarget(String)
  /// It compiles against the small stand-in for SwiftUI in `UI/SwiftUI`.
  case ui
  /// As `ui`, with the classes of Core Data in `UI/CoreDataSupport`.
  case coreDataUI
  /// The compiler refuses it with this message.
  case rejected(String)
  /// No compiler takes it, and why.
  case never(String)

  /// The folder that has its file.
  func folder(_ block: SeedBlock) -> String {
    switch self {
    case .runs: "Runs"
    case .stack: "Stacks/Runs"
    case .ownTarget(let name): "../\(name)"
    case .ui: block.isProgram ? "UI/App\(block.lines.lowerBound < 200 ? 1 : 2)" : "UI/Views"
    case .coreDataUI: "UI/CoreDataViews"
    case .rejected: "Rejected"
    case .never: "Never"
    }
  }
}
