/// The value of a property that fits no slot, as an object.
public class AnyValueBox {
  package init() {}
  package var any: Any { () }
}

public final class ValueBox<Value>: AnyValueBox {
  public let value: Value

  public init(_ value: Value) {
    self.value = value
    super.init()
  }

  package override var any: Any { value }
}

/// What a row has of a value that nobody has read yet.
package final class StoredBox: AnyValueBox {
  package let forms: [BoxedForm]
  private let unpack: ([BoxedForm]) throws -> AnyValueBox?
  /// The value that was made of it last.
  private(set) var made: AnyValueBox?

  init(_ forms: [BoxedForm], unpack: @escaping ([BoxedForm]) throws -> AnyValueBox?) {
    self.forms = forms
    self.unpack = unpack
    super.init()
  }

  private override init() {
    forms = []
    unpack = { _ in nil }
    super.init()
  }

  func unpacked() throws -> AnyValueBox? {
    made = try unpack(forms)
    return made
  }

  /// Why it does not unpack, with what the row has: errors of decoders do not say that.
  func reason(_ error: any Error) -> String {
    error is ShapeError ? "\(error)" : "\(error); the row has \(LeafCoding.text(forms[...]))"
  }
}
