import CoreData
import Foundation

/// The classes have other names than their entities, so that the names are free for SwiftData's.
public final class CDBook: NSManagedObject {
  public var title: String {
    get { value(forKey: "title") as? String ?? "" }
    set { setValue(newValue, forKey: "title") }
  }
  public var pages: Int {
    get { value(forKey: "pages") as? Int ?? 0 }
    set { setValue(newValue, forKey: "pages") }
  }
}

public final class CDMember: NSManagedObject {
  public var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
}

public final class CDLoan: NSManagedObject {
  public var dueAt: Date {
    get { value(forKey: "dueAt") as? Date ?? .distantPast }
    set { setValue(newValue, forKey: "dueAt") }
  }
  public var book: CDBook? {
    get { value(forKey: "book") as? CDBook }
    set { setValue(newValue, forKey: "book") }
  }
  public var member: CDMember? {
    get { value(forKey: "member") as? CDMember }
    set { setValue(newValue, forKey: "member") }
  }
}
