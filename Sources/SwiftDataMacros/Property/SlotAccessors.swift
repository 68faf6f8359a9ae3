import SourceModel
import SwiftSyntax
import SwiftSyntaxBuilder

/// Prints the accessors that reach a property's slot by its literal number.
struct SlotAccessors {
  private let spelling: String
  private let name: String
  private let slot: String
  private let observers: PropertyObservers?

  /// `nil` when the declaration is no single variable or the attribute names no slot.
  init?(_ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol) {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let identifier = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let slot = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
    else { return nil }
    spelling = identifier.text
    name = identifier.plainText
    self.slot = slot.trimmedDescription
    observers = PropertyObservers(variable.bindings.first)
  }

  var accessors: [AccessorDeclSyntax] {
    [
      """
      @storageRestrictions(accesses: _$backingData, initializes: _\(raw: name))
      init(initialValue) {
        _$backingData._$with {
          $0._$initialize(\(raw: slot), initialValue)
        }
        _\(raw: name) = _SwiftDataNoType()
      }
      """,
      """
      get {
        if SwiftData._Tracking.isActive {
          access(keyPath: \\.\(raw: spelling))
        }
        return _$backingData._$with {
          $0._$value(\(raw: slot))
        }
      }
      """,
      """
      set {
        \(raw: observers?.setter(of: spelling, slot: slot, storing: storing) ?? storing)
      }
      """,
    ]
  }

  /// The statements that store `newValue`.
  private var storing: String {
    """
    if _$backingData._$isObserved {
      if _$backingData._$with({
        $0._$holds(\(slot), newValue)
      }) {
        return
      }
      withMutation(keyPath: \\.\(spelling)) {
        _$backingData._$with {
          $0._$set(\(slot), newValue)
        }
      }
    } else {
      _$backingData._$with {
        $0._$set(\(slot), newValue)
      }
    }
    """
  }

  var peers: [DeclSyntax] { ["@Transient private var _\(raw: name): _SwiftDataNoType"] }
}
