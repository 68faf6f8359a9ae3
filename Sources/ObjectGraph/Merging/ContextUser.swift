import Foundation

/// Who is running: a task, or a thread outside of tasks.
package enum ContextUser {
  package static var current: UInt {
    let task = withUnsafeCurrentTask { $0.map { UInt(bitPattern: $0.hashValue) } }
    // A task can change threads; a thread that runs no task cannot become another one.
    return task ?? UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue)
  }
}
