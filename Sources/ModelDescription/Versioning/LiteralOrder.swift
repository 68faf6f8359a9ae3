extension String {
  /// Order by UTF-16 code units, as Apple's literal `compare:` sorts names; Swift's `<` normalises first.
  package func precedesLiterally(_ other: String) -> Bool {
    utf16.lexicographicallyPrecedes(other.utf16)
  }
}
