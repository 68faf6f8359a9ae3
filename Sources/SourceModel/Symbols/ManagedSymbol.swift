/// The linker symbols of a member of a class.
package struct ManagedSymbol: Hashable, Sendable {
  package var owner: SymbolNominal
  /// The module whose extension of a class of another module declares the member.
  package var extensionModule: String?
  package var name: String
  /// What tells private members of several files apart.
  package var discriminator: String?

  package init(owner: SymbolNominal, extensionModule: String? = nil, name: String, discriminator: String? = nil) {
    self.owner = owner
    self.extensionModule = extensionModule
    self.name = name
    self.discriminator = discriminator
  }

  package func getter(_ type: SymbolType) -> String { accessor(type, "g") }
  package func setter(_ type: SymbolType) -> String { accessor(type, "s") }

  /// A method that neither throws nor waits; labels are `nil` for `_`.
  package func method(labels: [String?], parameters: [SymbolType], result: SymbolType) -> String {
    var mangler = start()
    mangler.append(labels: labels)
    mangler.append(result)
    mangler.append(parameters: parameters, labels: labels)
    mangler.append("F")
    return mangler.symbol
  }

  private func accessor(_ type: SymbolType, _ letter: String) -> String {
    var mangler = start()
    mangler.append(type)
    mangler.append("v" + letter)
    return mangler.symbol
  }

  private func start() -> SymbolMangler {
    var mangler = SymbolMangler()
    mangler.append(owner)
    if let extensionModule {
      mangler.append(module: extensionModule)
      mangler.append("E")
    }
    mangler.append(identifier: name)
    if let discriminator {
      mangler.append(identifier: discriminator)
      mangler.append("LL")
    }
    return mangler
  }
}
