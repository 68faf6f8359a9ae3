import Testing

/// Runs the tests of this program, as SwiftPM runs those of a test target.
@main struct Runner {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
