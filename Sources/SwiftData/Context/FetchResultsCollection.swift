/// What a fetch in batches found; elements are made when they are asked for.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
  private let size: Int
  private let element: (Int) -> Element

  init(count: Int, element: @escaping (Int) -> Element) {
    size = count
    self.element = element
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { size }

  public subscript(position: Int) -> Element {
    guard indices.contains(position) else {
      fatalError("position \(position) is outside of a collection of \(size)")
    }
    return element(position)
  }
}
