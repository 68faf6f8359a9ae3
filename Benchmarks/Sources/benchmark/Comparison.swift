import Foundation

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Runs every workload in both programs, each run a process of its own on a copy of its own, in rounds.
struct Comparison {
  let baseline: String
  let rounds: Int
  let names: [String]

  struct Measurement {
    var milliseconds: Double
    var kilobytes: Int
    var sum: Double
  }

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let base = folder.appendingPathComponent("base.store")
    let indexed = folder.appendingPathComponent("indexed.store")
    let managed = folder.appendingPathComponent("managed.store")
    let managedIndexed = folder.appendingPathComponent("managed-indexed.store")
    say("making the store of 100,000 books")
    _ = try Workload(base.path).insertAll()
    try FileManager.default.copyItem(at: base, to: indexed)
    _ = try output(baseline, ["index", indexed.path])
    if names.contains(where: { $0.hasPrefix(ManagedWorkload.prefix) }) {
      _ = try ManagedWorkload(managed.path).insertAll()
      try FileManager.default.copyItem(at: managed, to: managedIndexed)
      _ = try output(baseline, ["index", managedIndexed.path])
    }
    var results: [String: [(c: Measurement, swift: Measurement)]] = [:]
    for round in 1...rounds {
      say("round \(round) of \(rounds)")
      for name in names {
        let plain = name.hasPrefix(ManagedWorkload.prefix) ? String(name.dropFirst(ManagedWorkload.prefix.count)) : name
        let isManaged = plain != name
        let source: URL? =
          switch plain {
          case "a", "i": nil
          case "c_idx": isManaged ? managedIndexed : indexed
          default: isManaged ? managed : base
          }
        func measure(_ program: String) throws -> Measurement {
          let store = folder.appendingPathComponent("run.store")
          for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + end) }
          if let source { try FileManager.default.copyItem(at: source, to: store) }
          let fields = try output(program, [program == baseline ? plain : name, store.path]).split(
            whereSeparator: \.isWhitespace)
          guard fields.count == 3, let time = Double(fields[0]), let peak = Int(fields[1]), let sum = Double(fields[2])
          else { throw BenchmarkError("\(program) \(name) did not answer with measurements") }
          return Measurement(milliseconds: time, kilobytes: peak, sum: sum)
        }
        let isFirst = Bool.random()
        let before = isFirst ? try measure(baseline) : nil
        let swift = try measure(CommandLine.arguments[0])
        let c = try before ?? measure(baseline)
        guard abs(c.sum - swift.sum) < 1e-6 * max(1, abs(c.sum)) else {
          throw BenchmarkError("\(name): the programs disagree: \(c.sum) and \(swift.sum)")
        }
        results[name, default: []].append((c, swift))
      }
    }
    print(table(results))
  }

  private func table(_ results: [String: [(c: Measurement, swift: Measurement)]]) -> String {
    var lines = [
      "CPU time, median of \(rounds) interleaved rounds; the ratio is that of the medians.", "",
      "Workloads that begin with \(ManagedWorkload.prefix) go through NSManagedObject, the others through SwiftData.",
      "",
      "| | workload | C ms | Causeway ms | ratio |", "|---|---|--:|--:|--:|",
    ]
    for name in names {
      guard let pairs = results[name] else { continue }
      let (c, swift) = (median(pairs.map(\.c.milliseconds)), median(pairs.map(\.swift.milliseconds)))
      lines.append(
        "| \(name) | \(Workload.titles[name] ?? ManagedWorkload.titles[name] ?? "") | \(text(c)) | \(text(swift)) | \(text(swift / c)) |"
      )
    }
    if let pairs = results["b"] {
      let (c, swift) = (median(pairs.map { Double($0.c.kilobytes) }), median(pairs.map { Double($0.swift.kilobytes) }))
      lines += ["", "Peak memory of b: C \(text(c / 1024)) MB, SwiftData \(text(swift / 1024)) MB."]
    }
    return lines.joined(separator: "\n")
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private func text(_ number: Double) -> String { String(format: number < 10 ? "%.2f" : "%.0f", number) }

  private func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

  private func output(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchmarkError("\(program) \(arguments.joined(separator: " ")) failed")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
