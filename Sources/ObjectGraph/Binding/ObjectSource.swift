/// How objects of a binding are made, and where their state is.
package struct ObjectSource: @unchecked Sendable {
  // Unchecked for its metatypes, which are immutable.

  /// The class of all of them, or an ancestor of it.
  package let type: any _ModelObject.Type
  package let layout: ModelLayout
  private let maker: Maker
  let place: StatePlace

  private enum Maker {
    case modelClass(any _ModelClass.Type)
    case factory(@Sendable () -> any _ModelObject)
  }

  /// Where an object's header is, told from the object's address: the same in all objects of a class and its subclasses.
  package enum StatePlace: Sendable {
    /// In the object, that many bytes from its start.
    case inside(Int)
    /// Elsewhere: the object has its address, that many bytes from its start.
    case pointed(Int)

    /// Asking the object itself would look its conformance up.
    @inline(__always) func state(of object: AnyObject) -> StateReference {
      let start = UnsafeMutableRawPointer(Unmanaged.passUnretained(object).toOpaque())
      switch self {
      case .inside(let offset):
        return StateReference((start + offset).assumingMemoryBound(to: ObjectHeader.self))
      case .pointed(let offset):
        let header = (start + offset).load(as: UnsafeMutableRawPointer.self)
        return StateReference(header.assumingMemoryBound(to: ObjectHeader.self))
      }
    }
  }

  /// Objects of a class that declares its slots.
  init(_ type: any _ModelClass.Type) {
    self.type = type
    layout = type._$layout
    maker = .modelClass(type)
    let blank = type.init(_$blank: ())
    let start = UnsafeRawPointer(Unmanaged.passUnretained(blank as AnyObject).toOpaque())
    let offset = UnsafeRawPointer(blank._$ref.header) - start
    withExtendedLifetime(blank) {}
    layout.locateHeader(offset)
    place = .inside(offset)
  }

  /// Objects whose state is memory of its own.
  ///
  /// - Parameters:
  ///   - type: a class that all objects of the factory are of.
  ///   - offset: bytes from an object's start to the address of its header.
  ///   - make: a new object with that layout and empty slots.
  package init(
    type: any _ModelObject.Type, layout: ModelLayout, pointerOffset offset: Int,
    make: @escaping @Sendable () -> any _ModelObject
  ) {
    self.type = type
    self.layout = layout
    maker = .factory(make)
    place = .pointed(offset)
  }

  /// The layout belongs to this source alone, so that it tells the binding of a new object.
  var ownsLayout: Bool {
    if case .factory = maker { true } else { false }
  }

  /// A new object to be filled from a row.
  func blank() -> any _ModelObject {
    switch maker {
    case .modelClass(let type): type.init(_$blank: ())
    case .factory(let make): make()
    }
  }
}
