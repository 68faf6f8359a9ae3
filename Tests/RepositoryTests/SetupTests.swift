import Foundation
import TestKit
import Testing

/// `Scripts/setup` on machines that are made up: what is on their `PATH`, which headers they have, who calls.
@Suite struct SetupTests {
  private let machine: Machine

  init() throws { machine = try Machine() }

  @Test func nothingIsDoneWhereAllIsThere() throws {
    try machine.has("swift", "apt-get", "sudo")
    try machine.hasHeaders(
      "usr/include/sqlite3.h", "usr/local/include/zlib.h", "usr/include/x86_64-linux-gnu/openssl/evp.h")
    let outcome = try machine.setUp(user: 1000)
    #expect(outcome.isFine && outcome.output.isEmpty)
    #expect(machine.calls.isEmpty)
  }

  @Test func rootInstallsWhatIsMissing() throws {
    try machine.has("swift", "apt-get")
    let outcome = try machine.setUp(user: 0)
    #expect(outcome.isFine && outcome.output == "setup: installing libsqlite3-dev zlib1g-dev libssl-dev\n")
    #expect(
      machine.calls == [
        "apt-get update -qq",
        "apt-get install -y -qq --no-install-recommends libsqlite3-dev zlib1g-dev libssl-dev (noninteractive)",
      ])
  }

  @Test func anotherUserInstallsBySudo() throws {
    try machine.has("swift", "apt-get", "sudo")
    try machine.hasHeaders("usr/include/sqlite3.h", "usr/include/zlib.h")
    #expect(try machine.setUp(user: 1000).isFine)
    #expect(
      machine.calls == [
        "sudo apt-get update -qq", "apt-get update -qq",
        "sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libssl-dev",
        "apt-get install -y -qq --no-install-recommends libssl-dev (noninteractive)",
      ])
  }

  @Test func withoutSudoItSaysWhatToInstall() throws {
    try machine.has("swift", "apt-get")
    try machine.hasHeaders("usr/include/zlib.h", "usr/include/openssl/evp.h")
    let outcome = try machine.setUp(user: 1000)
    #expect(outcome.status == 2)
    #expect(
      outcome.output
        == "setup: missing libraries, and no sudo to install them with. As root: apt-get install libsqlite3-dev\n")
    #expect(machine.calls.isEmpty)
  }

  @Test func withoutAptItSaysWhatIsMissing() throws {
    try machine.has("swift")
    let outcome = try machine.setUp(user: 0)
    #expect(outcome.status == 2)
    #expect(
      outcome.output
        == "setup: missing libraries: libsqlite3-dev zlib1g-dev libssl-dev (Debian's names). "
        + "Install your distribution's equivalents.\n")
  }

  @Test func withoutSwiftItSaysSo() throws {
    try machine.has("apt-get")
    let outcome = try machine.setUp(user: 0)
    #expect(outcome.status == 2 && outcome.output.contains("no swift on the PATH"))
    #expect(machine.calls.isEmpty)
  }

  @Test func whatAptRefusesIsAnError() throws {
    try machine.has("swift")
    try machine.has("apt-get", status: 100)
    let outcome = try machine.setUp(user: 0)
    #expect(outcome.status == 2)
    #expect(outcome.output.hasSuffix("setup: apt-get could not install libsqlite3-dev zlib1g-dev libssl-dev\n"))
  }
}

/// A folder that stands for a machine.
private struct Machine {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.file("bin"), withIntermediateDirectories: true)
    // What the script itself needs, and nothing else of the real machine.
    for tool in ["bash", "env", "dirname"] {
      let found = ["/bin/", "/usr/bin/"].map { $0 + tool }.first { FileManager.default.fileExists(atPath: $0) }
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("bin/\(tool)").path, withDestinationPath: found ?? "/bin/\(tool)")
    }
    try write("uname", "if [ \"$1\" = -m ]; then echo x86_64; else echo Linux; fi")
    try write("id", "echo \"$MACHINE_USER\"")
  }

  func has(_ tools: String..., status: Int = 0) throws {
    for tool in tools {
      let passOn = tool == "sudo" ? "exec \"$@\"" : "exit \(status)"
      try write(
        tool, "echo \"\(tool) $*${DEBIAN_FRONTEND:+ ($DEBIAN_FRONTEND)}\" >>\"$MACHINE_LOG\"\n\(passOn)")
    }
  }

  func hasHeaders(_ paths: String...) throws {
    for path in paths {
      let url = folder.file("root/\(path)")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
  }

  func setUp(user: Int) throws -> Subprocess.Outcome {
    let script = SharedMaterial.packageRoot.appendingPathComponent("Scripts/setup")
    return try Subprocess(
      [folder.file("bin/bash").path, script.path],
      environment: [
        "PATH": folder.file("bin").path, "CAUSEWAY_SYSTEM_ROOT": folder.file("root").path,
        "DEBIAN_FRONTEND": "", "MACHINE_USER": "\(user)", "MACHINE_LOG": folder.file("log").path,
      ]
    ).run()
  }

  /// What was called, in order.
  var calls: [String] {
    let text = try? String(contentsOf: folder.file("log"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  private func write(_ tool: String, _ body: String) throws {
    let url = folder.file("bin/\(tool)")
    try Data("#!\(folder.file("bin/bash").path)\n\(body)\n".utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
  }
}
