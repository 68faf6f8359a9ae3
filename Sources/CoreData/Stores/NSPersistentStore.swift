public import Foundation

open class NSPersistentStore: NSObject {}
