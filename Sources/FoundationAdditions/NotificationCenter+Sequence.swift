public import Foundation

/// Foundation has notifications as a sequence on Apple's platforms only.
extension NotificationCenter {
  /// The notifications of a name, from the call on, as they come.
  public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
    Notifications(self, name, object)
  }

  /// A sequence that ends with its task.
  public final class Notifications: AsyncSequence, Sendable {
    public typealias Element = Notification

    private let stream: AsyncStream<Sent>
    private let observation: Observation

    init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?) {
      let (stream, continuation) = AsyncStream.makeStream(of: Sent.self)
      self.stream = stream
      let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
        continuation.yield(Sent(notification: notification))
      }
      observation = Observation(center: center, token: token, continuation: continuation)
    }

    public func makeAsyncIterator() -> Iterator {
      Iterator(base: stream.makeAsyncIterator(), observation: observation)
    }

    public struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<Sent>.Iterator
      /// Observes for as long as the sequence or one of its iterators is there.
      let observation: Observation

      public mutating func next() async -> Notification? { await base.next()?.notification }
    }

    struct Sent: @unchecked Sendable {
      // Unchecked because Apple's sequence hands notifications to other tasks as well.
      let notification: Notification
    }

    final class Observation: @unchecked Sendable {
      // Unchecked because all of it is immutable and notification centers may be used from any thread.
      private let center: NotificationCenter
      private let token: any NSObjectProtocol
      private let continuation: AsyncStream<Sent>.Continuation

      init(
        center: NotificationCenter, token: any NSObjectProtocol, continuation: AsyncStream<Sent>.Continuation
      ) {
        self.center = center
        self.token = token
        self.continuation = continuation
      }

      deinit {
        center.removeObserver(token)
        continuation.finish()
      }
    }
  }
}
