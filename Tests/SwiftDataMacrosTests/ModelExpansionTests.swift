import SwiftDataMacros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@Suite struct ModelExpansionTests {
  private func expanded(_ text: String) throws -> (text: String, messages: [String]) {
    let file = Parser.parse(source: text)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Tests", fullFilePath: "Tests.swift")])
    let macros: [String: any Macro.Type] = [
      "Model": PersistentModelMacro.self, "_PersistedProperty": PersistedPropertyMacro.self,
      "ModelActor": ModelActorMacro.self, "Attribute": AttributePropertyMacro.self,
      "Transient": TransientPropertyMacro.self,
    ]
    let result = file.expand(macros: macros, contextGenerator: { _ in context }, indentationWidth: .spaces(2))
    return (result.description, context.diagnostics.map(\.message))
  }

  @Test func accessors() throws {
    let (text, messages) = try expanded("@Model final class Author {\n  var name: String = \"\"\n}")
    #expect(messages.isEmpty)
    let accessors = """
        @storageRestrictions(accesses: _$backingData, initializes: _name)
        init(initialValue) {
          _$backingData._$with {
            $0._$initialize(0, initialValue)
          }
          _name = _SwiftDataNoType()
        }
        get {
          if SwiftData._Tracking.isActive {
            access(keyPath: \\.name)
          }
          return _$backingData._$with {
            $0._$value(0)
          }
        }
        set {
          if _$backingData._$isObserved {
            if _$backingData._$with({
              $0._$holds(0, newValue)
            }) {
              return
            }
            withMutation(keyPath: \\.name) {
              _$backingData._$with {
                $0._$set(0, newValue)
              }
            }
          } else {
            _$backingData._$with {
              $0._$set(0, newValue)
            }
          }
        }
      """
    #expect(Self.squeezed(text).contains(Self.squeezed(accessors)))
    #expect(text.contains("private var _name: _SwiftDataNoType"))
    #expect(text.contains("SwiftData._InlineBacking<Author, 1>(Author._$layout)"))
  }

  @Test func initializersAreKeptWhole() throws {
    let plain = try expanded("@Model final class A {\n  var n = 0\n  init() {}\n}").text
    #expect(Self.squeezed(plain).contains("@inline(never) init() {}") && !plain.contains("canFail"))
    for head in ["init() throws", "init?()", "init<E>(_ e: E) throws(Oops)"] {
      let text = try expanded("@Model final class A {\n  var n = 0\n  \(head) {}\n}").text
      #expect(text.contains("keyPaths: [\\A.n], canFail: true)"), "\(head)")
    }
  }

  @Test func modelActors() throws {
    let (text, messages) = try expanded("@ModelActor public actor Store {\n}")
    #expect(messages.isEmpty)
    let members = """
        public nonisolated let modelExecutor: any SwiftData.ModelExecutor
        public nonisolated let modelContainer: SwiftData.ModelContainer
        public init(modelContainer: SwiftData.ModelContainer) {
          let modelContext = SwiftData.ModelContext(modelContainer)
          self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
          self.modelContainer = modelContainer
        }
      """
    #expect(Self.squeezed(text).contains(Self.squeezed(members)), "\(text)")
    #expect(
      try expanded("@ModelActor final class Store {\n}").messages == ["'@ModelActor' can only be applied to an 'actor'"]
    )
  }

  @Test(arguments: [
    ("", "", ""), ("public ", "public ", ""), ("open ", "public ", ""), ("package final ", "package ", "final"),
    ("private ", "", ""),
  ])
  func accessLevels(_ modifier: String, _ access: String, _ final: String) throws {
    let text = Self.squeezed(try expanded("@Model \(modifier)class A {\n  var a = 1\n}").text)
    let isFinal = !final.isEmpty
    let required = isFinal ? "" : "required "
    let overridable = modifier == "open " ? "open " : access
    #expect(text.contains("\(access)\(required)init(backingData: any SwiftData.BackingData<A>)"))
    #expect(text.contains("\(access)\(required)init(_$blank: ())"))
    #expect(text.contains("\(overridable)\(isFinal ? "static" : "class") var schemaMetadata"))
    #expect(text.contains(isFinal ? "\(access)static let _$layout" : "\(overridable)class var _$layout"))
    #expect(text.contains("@inline(never) \(overridable)var _$ref"))
    #expect(text.contains("static func _$keyPaths") == !isFinal)
  }

  @Test(arguments: [("", true), ("final ", false)])
  func subclass(_ modifier: String, _ isOpenToMore: Bool) throws {
    let text = Self.squeezed(
      try expanded("@Model \(modifier)class B: A {\n  var b = 1\n  init() { super.init() }\n}").text)
    #expect(text.contains("SwiftData._InlineTail<B, 1>(B._$table)"))
    #expect(
      text.contains("superclass: A.self, inherited: A._$keyPaths(for: B.self), names: [\"b\"], keyPaths: [\\B.b])"))
    #expect(text.contains("override \(isOpenToMore ? "class" : "static") var _$layout"))
    #expect(
      text.contains(
        "@inline(never) override var _$ref: SwiftData._StateReference { _$backingData._$attached(to: super._$ref) }"))
    #expect(
      text.contains(
        "required init(backingData: any SwiftData.BackingData<_$Root>) { _b = _SwiftDataNoType() super.init(backingData: backingData) }"
      ))
    #expect(text.contains("required init(_$blank: ()) { _b = _SwiftDataNoType() super.init(_$blank: ()) }"))
    #expect(!text.contains("persistentBackingData: any"))
    #expect(text.contains("A._$keyPaths(for: type) + [\\_Subclass.b]") == isOpenToMore)
  }

  @Test func diagnostics() throws {
    #expect(try expanded("@Model struct A {\n}").messages == ["'@Model' can only be applied to a class"])
    #expect(
      try expanded("@Model class A {\n  var a = 1\n  #if DEBUG\n  var b = 1\n  #endif\n}").messages == [
        "'@Model' cannot see which clause of '#if' counts: move 'b' out of it, or put the '#if' around whole classes"
      ])
  }

  /// The text with each run of white space as one space.
  private static func squeezed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
