import Foundation
import ModelDescription

/// What every property says, as a description has it.
struct PropertyFacts: Hashable {
  var name: String
  var isOptional: Bool
  var isTransient: Bool
  var renamingIdentifier: String?
  var versionHashModifier: String?
  var isIndexed: Bool
  var isSpotlightIndexed: Bool
  var isStoredInTruthFile: Bool
  var userInfo: UserInfo

  init(_ property: NSPropertyDescription) {
    name = property.name
    isOptional = property.isOptional
    isTransient = property.isTransient
    renamingIdentifier = property.givenRenamingIdentifier
    versionHashModifier = property.versionHashModifier
    isIndexed = property.isMarkedIndexed
    isSpotlightIndexed = property.isIndexedBySpotlight
    isStoredInTruthFile = property.isMarkedExternal
    userInfo = UserInfo(any: property.userInfo)
  }
}

extension NSPropertyDescription {
  /// The parts that all kinds of properties share.
  func take(
    name: String, isOptional: Bool, isTransient: Bool = false, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, isIndexed: Bool = false, isSpotlightIndexed: Bool = false,
    isStoredInTruthFile: Bool = false, userInfo: UserInfo
  ) {
    self.name = name
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    isMarkedIndexed = isIndexed
    isIndexedBySpotlight = isSpotlightIndexed
    isMarkedExternal = isStoredInTruthFile
    self.userInfo = userInfo.entries
  }
}

extension PropertyHash {
  /// The hash of a property that is neither attribute nor relationship.
  static func plain(of property: NSPropertyDescription) -> Data {
    base(
      name: property.name, isOptional: property.isOptional, isTransient: property.isTransient, isReadOnly: false,
      modifier: property.versionHashModifier)
  }
}

extension UserInfo {
  /// Values that are no text are described: a model's file holds texts only.
  init(any entries: [AnyHashable: Any]?) {
    var info = UserInfo()
    for (key, value) in entries ?? [:] {
      info.entries[key.base as? String ?? "\(key.base)"] = value as? String ?? "\(value)"
    }
    self = info
  }
}
