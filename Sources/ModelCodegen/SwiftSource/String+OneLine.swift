extension String {
  /// With spaces for line breaks, so that it may stand in a comment of one line.
  var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
