import Dispatch
import Foundation

/// Where the main actor works.
///
/// In a program that waits for its tasks, the main queue runs on any thread off Apple's platforms: `Thread.isMainThread`
/// alone does not tell.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package static var isHere: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }
}
