/// An `init` that assigns its parameters to the properties of the same names.
struct InitializerDeclaration: Hashable, Sendable {
  /// What `super.init` takes, in its order; the subclass takes these first.
  var inherited: [Parameter] = []
  var own: [Parameter] = []
  var callsSuper = false

  struct Parameter: Hashable, Sendable {
    var name: String
    var type: String
  }
}
