import SourceModel
import SwiftSyntax

/// The `willSet` and `didSet` that a persisted property was declared with.
///
/// The compiler drops them where a macro gives the property accessors, so the setter runs their bodies itself, each in a
/// function of its own: a body may return. While they run, setting the property again only stores, as with Swift's own.
struct PropertyObservers {
  private let will: AccessorDeclSyntax?
  private let did: AccessorDeclSyntax?

  /// `nil` without any.
  init?(_ binding: PatternBindingSyntax?) {
    guard let list = binding?.accessorBlock?.accessors.as(AccessorDeclListSyntax.self) else { return nil }
    will = list.first { $0.accessorSpecifier.tokenKind == .keyword(.willSet) }
    did = list.first { $0.accessorSpecifier.tokenKind == .keyword(.didSet) }
    if will == nil, did == nil { return nil }
  }

  /// Whether a class has a property with some.
  static func exist(in declaration: some DeclGroupSyntax) -> Bool {
    declaration.memberBlock.members.contains { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self), PropertyReader(variable).property != nil else {
        return false
      }
      return PropertyObservers(variable.bindings.first) != nil
    }
  }

  /// A setter's body around the statements that store `newValue`.
  func setter(of spelling: String, slot: String, storing statements: String) -> String {
    """
    func _$store() {
    \(statements)
    }
    guard _$observing.insert(\(slot)).inserted else {
      return _$store()
    }
    defer {
      _$observing.remove(\(slot))
    }
    \(will.map { function("_$willSet", $0, implicit: "newValue", value: "newValue") + "\n_$willSet()" } ?? "")
    \(oldValue(spelling))
    _$store()
    \(did.map { function("_$didSet", $0, implicit: "oldValue", value: "_$old") + "\n_$didSet()" } ?? "")
    """
  }

  /// The value before is read only for those who ask for it, as Swift does.
  private func oldValue(_ spelling: String) -> String {
    guard let did, did.names(did.parameters?.name.text ?? "oldValue") else { return "" }
    return "let _$old = self.\(spelling)"
  }

  private func function(_ name: String, _ observer: AccessorDeclSyntax, implicit: String, value: String) -> String {
    let parameter = observer.parameters?.name.text ?? implicit
    let isNeeded = parameter != value && observer.names(parameter)
    let body = observer.body?.statements.description ?? ""
    return "func \(name)() {\n\(isNeeded ? "let \(parameter) = \(value)\n" : "")\(body)\n}"
  }
}

extension AccessorDeclSyntax {
  /// Whether the body has the name in it.
  fileprivate func names(_ name: String) -> Bool {
    body?.tokens(viewMode: .sourceAccurate).contains { $0.text == name } ?? false
  }
}
