/// What a model's XML says about one thing beyond its description, so that writing the model back loses nothing.
package struct SourceRemainder: Hashable, Sendable, Codable {
  /// Attributes that no reader here understands.
  package var attributes: [SourceAttribute] = []
  /// Elements that no reader here understands.
  package var elements: [SourceElement] = []
  /// Known attributes that the file spells in another way than a writer would.
  package var spellings: [Spelling] = []
  /// Known elements whose inside says more than the description holds: user info, lists of names, members.
  package var wholes: [Whole] = []
  /// The file has a user info element without entries.
  package var hasEmptyUserInfo = false

  package init() {}

  package var isEmpty: Bool { self == SourceRemainder() }

  package struct Spelling: Hashable, Sendable, Codable {
    package var name: String
    /// The text in the file; `nil` when the file leaves out what a writer would write.
    package var text: String?
    /// What a writer would write. The spelling counts only while the description still says that.
    package var standsFor: String?

    package init(name: String, text: String?, standsFor: String?) {
      self.name = name
      self.text = text
      self.standsFor = standsFor
    }
  }

  package struct Whole: Hashable, Sendable, Codable {
    /// As it stands in the file.
    package var element: SourceElement
    /// What a writer would write. The file's own counts only while the description still says that.
    package var standsFor: SourceElement

    package init(_ element: SourceElement, standsFor: SourceElement) {
      self.element = element
      self.standsFor = standsFor
    }
  }

  /// Only what nobody understands: spellings are a matter of one file.
  package func withoutSpellings() -> SourceRemainder {
    var remainder = self
    remainder.spellings = []
    remainder.wholes = []
    remainder.hasEmptyUserInfo = false
    return remainder
  }
}
