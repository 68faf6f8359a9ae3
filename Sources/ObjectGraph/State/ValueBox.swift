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
