import Foundation

/// CPU time of this process, user and system.
final class Stopwatch {
  private var started = 0.0
  private var stopped = 0.0

  func start() { started = Self.now }
  func stop() { stopped = Self.now }

  /// CPU milliseconds, peak kilobytes and a checksum.
  func line(_ sum: Double) -> String { "\(stopped - started) \(Self.peakKilobytes) \(sum)" }

  private static var now: Double {
    var use = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
    #else
      getrusage(RUSAGE_SELF, &use)
    #endif
    return Double(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1e3
      + Double(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e3
  }

  /// The process's own peak, unlike `ru_maxrss`, which remembers the parent's.
  static var peakKilobytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
  }
}
