/// A publisher's list, as it comes in: one line for each title.
enum Catalogue {
  struct Entry: Sendable {
    var isbn: String
    var title: String
    var authors: [String]
    var publisher: String
    var category: String
    var price: String
    /// Of a recording, its minutes.
    var length: Int32
    var isRecording: Bool
  }

  static let text = """
    9780000000017|Kim|Rudyard Kipling|Macmillan|Adventure|8.50|368|book
    9780000000024|Emma|Jane Austen|John Murray|Romance|7.90|474|book
    9780000000031|Persuasion|Jane Austen|John Murray|Romance|6.90|249|book
    9780000000048|Dracula|Bram Stoker|Constable|Horror|9.20|418|book
    9780000000055|Good Omens|Terry Pratchett;Neil Gaiman|Gollancz|Fantasy|10.99|288|book
    9780000000062|Mort|Terry Pratchett|Gollancz|Fantasy|9.99|272|book
    9780000000079|Coraline|Neil Gaiman|Bloomsbury|Fantasy|8.99|163|book
    9780000000086|Emma, read aloud|Jane Austen|John Murray|Romance|19.90|980|recording
    9780000000093|Kidnapped|Robert Louis Stevenson|Cassell|Adventure|7.20|304|book
    9780000000109|Frankenstein|Mary Shelley|Lackington|Horror|8.10|280|book
    """

  /// The next edition: one title more, and another price for one that is known.
  static let nextText = """
    9780000000116|Small Gods|Terry Pratchett|Gollancz|Fantasy|10.49|381|book
    9780000000048|Dracula|Bram Stoker|Constable|Horror|9.80|418|book
    """

  static func entries(_ text: String) -> [Entry] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "|").map(String.init)
      guard fields.count == 8, let length = Int32(fields[6]) else { return nil }
      return Entry(
        isbn: fields[0], title: fields[1], authors: fields[2].split(separator: ";").map(String.init),
        publisher: fields[3], category: fields[4], price: fields[5], length: length,
        isRecording: fields[7] == "recording")
    }
  }
}
