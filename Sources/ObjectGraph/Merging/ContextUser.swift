import Foundation

/// Who is running: a task, or a thread outside of tasks.
package enum ContextUser {
  package static var current: UInt {
    if let task = withUnsafeCurrentTask(body: { $0.map { UInt(bitPattern: $0.hashValue) } }) { return task }
    // A task can change threads; a thread that runs no task cannot become another one.
    var here: UInt = 0
    withUnsafeBytes(of: pthread_self()) { here = $0.loadUnaligned(as: UInt.self) }
    return here
  }
}
