package import Foundation

/// Calls of the toolchain's compiler on files that a test wrote.
package enum SwiftCompiler {
  /// Checks files as one module without making anything of them; the output is what the compiler said.
  package static func typecheck(
    _ files: [URL], module: String = "Generated", arguments: [String], languageMode: String = "6"
  ) throws -> Subprocess.Outcome {
    try Subprocess(
      ["swiftc", "-typecheck", "-swift-version", languageMode, "-module-name", module] + arguments
        + files.map(\.path)
    ).run()
  }

  /// Compiles files into a program.
  package static func build(
    _ files: [URL], into program: URL, module: String = "Generated", arguments: [String], languageMode: String = "6"
  ) throws -> Subprocess.Outcome {
    try Subprocess(
      [
        "swiftc", "-Onone", "-swift-version", languageMode, "-module-name", module, "-o", program.path,
      ] + arguments + files.map(\.path)
    ).run()
  }
}
