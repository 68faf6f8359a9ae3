import Foundation

// benchmark compare BASELINE [ROUNDS] [WORKLOAD…]   both programs, side by side
//                                                   those through NSManagedObject begin with "m_"
// benchmark notice                                  how soon another process hears of commits
// benchmark base STORE                              the store that the reading workloads start from
// benchmark WORKLOAD STORE                          one measurement
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "compare"? where arguments.count > 1:
    let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 7 : 7
    var names =
      arguments.count > 3 ? Array(arguments[3...]) : Workload.names + ManagedWorkload.names + [NoticeWorkload.name]
    let listens = names.contains(NoticeWorkload.name)
    names.removeAll { $0 == NoticeWorkload.name }
    if !names.isEmpty { try Comparison(baseline: arguments[1], rounds: max(1, rounds), names: names).run() }
    if listens { try NoticeWorkload.run() }
  case NoticeWorkload.name?: try NoticeWorkload.run()
  case NoticeWorkload.writer? where arguments.count == 2: try NoticeWorkload.write(arguments[1])
  case "k"? where arguments.count == 2: print(try Workload.opening(arguments[1]))
  case "m_k"? where arguments.count == 2: print(try ManagedWorkload.opening(arguments[1]))
  case "base"? where arguments.count == 2: _ = try Workload(arguments[1]).insertAll()
  case let name? where arguments.count == 2 && name.hasPrefix(ManagedWorkload.prefix):
    print(try ManagedWorkload(arguments[1]).run(name))
  case let name? where arguments.count == 2: print(try Workload(arguments[1]).run(name))
  default: throw BenchmarkError("usage: benchmark compare BASELINE [ROUNDS] [WORKLOAD…] | WORKLOAD STORE")
  }
} catch {
  FileHandle.standardError.write(Data("benchmark: \(error)\n".utf8))
  exit(2)
}
