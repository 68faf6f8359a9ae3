import SwiftData

/// As little of SwiftUI as the seeds' views need to compile.
@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("no body") }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct Text: View {
  let text: String
  public init(_ text: String) { self.text = text }
  public var body: Never { fatalError("a text is drawn") }
}

public struct Button: View {
  let title: String
  let action: @MainActor () -> Void

  public init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }
  public var body: Never { fatalError("a button is drawn") }
}

public struct List<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder row: @escaping @MainActor (Data.Element) -> Row
  ) where Content == ForEach<Data, Row>, Data.Element: Identifiable {
    content = ForEach(data, content: row)
  }
  public var body: Content { content }
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: View where Data.Element: Identifiable {
  let data: Data
  let content: @MainActor (Data.Element) -> Content

  public init(_ data: Data, @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content) {
    self.data = data
    self.content = content
  }
  public var body: Never { fatalError("rows are drawn") }
}
