public import Foundation
import ObjectGraph

extension ModelConfiguration: DataStoreConfiguration {
  public typealias Store = DefaultStore

  /// - Throws: `SwiftDataError.configurationFileNameTooLong` or `configurationFileNameContainsInvalidCharacters`.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    let file = url.lastPathComponent
    // Beside the file lie `-wal` and `-shm`, and file systems take names of 255 bytes.
    guard file.utf8.count <= 255 - 4 else {
      throw SwiftDataError(
        "configurationFileNameTooLong",
        detail: "the store of the configuration \(name) would have a name of \(file.utf8.count) bytes; 251 are possible"
      )
    }
    guard !url.path.contains("\0"), !name.contains("/") || !isNamedAfterConfiguration else {
      throw SwiftDataError(
        "configurationFileNameContainsInvalidCharacters",
        detail: "the name \(name.debugDescription) of a configuration cannot be that of a file; leave out \"/\"")
    }
  }

  /// No file was given: the name makes it.
  private var isNamedAfterConfiguration: Bool { url.path.hasSuffix("/\(name).store") }
}

extension ModelConfiguration {
  /// What a user should know about options that mean something on Apple's platforms only.
  var remarks: [String] {
    var remarks: [String] = []
    if let group = groupAppContainerIdentifier {
      remarks.append("the app group \(group) means nothing here; the store is \(url.path)")
    }
    if let database = cloudKitContainerIdentifier {
      remarks.append("there is no CloudKit here: changes are not sent to \(database)")
    }
    return remarks
  }

  /// Each remark as a line, once, and as a notification for programs.
  func sayRemarks() {
    Notice.show(remarks)
    for remark in remarks {
      NotificationCenter.default.post(
        name: ModelContainer.optionIgnored, object: nil, userInfo: ["configuration": name, "message": remark])
    }
  }
}

extension ModelContainer {
  /// Posted when a container opens with an option that means something on Apple's platforms only, such as a CloudKit
  /// database; `userInfo` has the configuration's name and a message. Not one of Apple's.
  public static let optionIgnored = Notification.Name("SwiftData.ModelContainer.optionIgnored")
}
