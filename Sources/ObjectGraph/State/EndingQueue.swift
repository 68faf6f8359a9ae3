internal import Foundation

/// What ended objects referred to, released one after the other by the thread that ended them.
///
/// A chain of objects would otherwise end inside each other, and take as much of the stack as it is long.
final class EndingQueue {
  private var waiting: [AnyObject] = []
  private var isRunning = false

  /// The queue of this thread: objects end where their last reference goes, with or without a context.
  static var current: EndingQueue {
    if let known = pthread_getspecific(key) { return Unmanaged<EndingQueue>.fromOpaque(known).takeUnretainedValue() }
    let queue = EndingQueue()
    pthread_setspecific(key, Unmanaged.passRetained(queue).toOpaque())
    return queue
  }

  func add(_ object: AnyObject) { waiting.append(object) }

  /// Releases what waits; does nothing inside such a release, which comes to all of it.
  func run() {
    guard !isRunning else { return }
    isRunning = true
    while waiting.popLast() != nil {}
    isRunning = false
    if waiting.capacity > 4096 { waiting = [] }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { queue in
      if let queue { Unmanaged<EndingQueue>.fromOpaque(queue).release() }
    }
    return key
  }()
}
