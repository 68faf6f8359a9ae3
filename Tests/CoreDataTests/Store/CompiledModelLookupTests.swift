import CoreData
import FoundationAdditions
import ModelDescription
import ModelFiles
import Testing

/// Models that the build put into the program are found by their names, before files are looked for.
@Suite struct CompiledModelLookupTests {
  private static func add(_ name: String, module: String) {
    let model = ModelDescription(entities: [
      EntityDescription(
        name: "Loan", className: "\(module).Loan", attributes: [AttributeDescription(name: "title", type: .string)])
    ])
    __CompiledModels.add(name: name, module: module) {
      (try? ResolvedModel(model)).map { CompiledModel.write($0) } ?? Data()
    }
  }

  private func failure(_ container: NSPersistentContainer) -> String? {
    var text: String?
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))]
    container.loadPersistentStores { _, error in text = error.map { "\($0)" } }
    return text
  }

  @Test func aContainerFindsItsModel() {
    Self.add("CompiledLookup", module: "App")
    let container = NSPersistentContainer(name: "CompiledLookup")
    #expect(container.managedObjectModel.entitiesByName["Loan"]?.managedObjectClassName == "App.Loan")
    #expect(failure(container) == nil)
  }

  @Test func twoOfOneNameAreAnErrorThatNamesBoth() {
    Self.add("TwiceCompiled", module: "First")
    Self.add("TwiceCompiled", module: "Second")
    let text = failure(NSPersistentContainer(name: "TwiceCompiled"))
    #expect(text?.contains("First, Second") == true, "\(text ?? "no error")")
  }

  @Test func brokenBytesAreAnError() {
    __CompiledModels.add(name: "BrokenCompiled", module: "App") { Data([1, 2, 3]) }
    let text = failure(NSPersistentContainer(name: "BrokenCompiled"))
    #expect(text?.contains("App") == true, "\(text ?? "no error")")
  }
}
