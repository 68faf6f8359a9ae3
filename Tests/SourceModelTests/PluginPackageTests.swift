import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

/// The build plugin in packages of users.
@Suite(.serialized, .enabled(if: FullRun.isOn, "make test-full")) struct PluginPackageTests {
  private static func model(entities: Int, attributes: Int) -> ModelDescription {
    ModelDescription(
      entities: (0..<entities).map { number in
        EntityDescription(
          name: "Entity\(number)", className: ".Entity\(number)", codeGeneration: number % 4 == 3 ? .category : .class,
          attributes: (0..<attributes).map { index in
            index % 3 == 0
              ? AttributeDescription(name: "text\(index)", type: .string, isOptional: true)
              : AttributeDescription(name: "number\(index)", type: .integer64, usesScalarValueType: true)
          },
          relationships: number + 1 < entities
            ? [
              RelationshipDescription(
                name: "next", destinationEntityName: "Entity\(number + 1)", inverseName: "previous", isToMany: true)
            ] + (number > 0 ? [previous(number)] : []) : [previous(number)])
      })
  }

  private static func previous(_ number: Int) -> RelationshipDescription {
    RelationshipDescription(
      name: "previous", destinationEntityName: "Entity\(number - 1)", inverseName: "next", isToMany: false)
  }

  /// Two targets: one holds the model, the other extends and uses its classes.
  @Test func buildsAndRuns() throws {
    let package = try PluginPackage(
      targets: """
          .target(name: "Model", dependencies: ["CoreData"], exclude: ["Library.xcdatamodeld", "Steps.xcmappingmodel"],
            plugins: ["CompileDataModel"]),
          .executableTarget(name: "App", dependencies: ["Model", "CoreData"], plugins: ["CompileDataModel"]),
        """)
    try package.write("Sources/Model/Library.xcdatamodeld", Self.model(entities: 40, attributes: 12))
    let mapped = MappedModel(model: ModelDescription(entities: [EntityDescription(name: "Entity0")]))
    let mapping = try MappingModelWriter.write(
      MappingModelDescription(
        source: mapped, destination: mapped,
        entityMappings: [EntityMappingDescription(from: "Entity0", to: "Entity0")]))
    try package.write("Sources/Model/Steps.xcmappingmodel/xcmapping.xml", String(decoding: mapping, as: UTF8.self))
    let byHand = (0..<40).filter { $0 % 4 == 3 }
      .map { "open class Entity\($0): NSManagedObject { @NSManaged public var own: Entity0? }" }
    try package.write("Sources/Model/Classes.swift", (["public import CoreData"] + byHand).joined(separator: "\n"))
    try package.write(
      "Sources/App/Main.swift",
      """
      import CoreData
      import Foundation
      import Model
      extension Entity1 { @NSManaged var mine: Entity2? }
      @main struct Main {
        static func main() {
          let first = Entity0(), second = Entity1(), third = Entity3()
          first.text0 = "a"
          first.number1 += 2
          first.addToNext(second)
          second.previous = first
          second.mine = Entity2()
          third.own = first
          let model = __CompiledModels.bytes["Library"] ?? Data()
          print(first.text0 ?? "", first.number1, first.next?.count ?? 0, second.previous === first, second.mine != nil,
            third.own === first, String(decoding: model.prefix(8), as: UTF8.self),
            __KeyPathNames.name(\\Entity0.number1) ?? "", __KeyPathNames.name(\\Entity1.mine) ?? "",
            Entity3.fetchRequest().entityName,
            String(decoding: __CompiledModels.bytes["Steps"]?.prefix(5) ?? Data(), as: UTF8.self))
        }
      }
      """)
    let built = try package.swift("build")
    #expect(built.isFine && !built.output.contains("warning:"), "\(built.output)")
    let run = try Subprocess([package.folder.file(".build/debug/App").path]).run()
    #expect(run.output == "a 2 1 true true true bplist00 number1 mine Entity3 <?xml\n")

    // What a build takes longer because of the plugin: its tool, run for the target with 40 entities. Other programs of
    // the machine do not count.
    let output = try TemporaryFolder()
    let before = Self.childrensTime()
    let tool = try Subprocess([
      BuiltTool.url().path, "build", "--module", "Model", "-o", output.url.path, "--model",
      package.folder.file("Sources/Model/Library.xcdatamodeld").path,
      package.folder.file("Sources/Model/Classes.swift").path,
    ]).run()
    let time = Self.childrensTime() - before
    #expect(tool.isFine, "\(tool.output)")
    #expect(time < 2)
    print("the plugin's tool for 40 entities: \(time) seconds of the processor")
  }

  private static func childrensTime() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  @Test func twoModelsOfOneNameAreRefused() throws {
    let package = try PluginPackage(
      targets: """
          .target(name: "First", dependencies: ["CoreData"], exclude: ["Library.xcdatamodeld"],
            plugins: ["CompileDataModel"]),
          .target(name: "Second", dependencies: ["First", "CoreData"], exclude: ["Library.xcdatamodeld"],
            plugins: ["CompileDataModel"]),
        """)
    for target in ["First", "Second"] {
      try package.write("Sources/\(target)/Library.xcdatamodeld", Self.model(entities: 2, attributes: 1))
      try package.write("Sources/\(target)/File.swift", "import CoreData\n")
    }
    let built = try package.swift("build")
    #expect(!built.isFine && built.output.contains("The targets First and Second both have a model named Library"))
  }

  @Test func whatCannotBeDecidedStopsTheBuildAtItsPlace() throws {
    let package = try PluginPackage(
      targets: #"  .target(name: "Model", dependencies: ["CoreData"], plugins: ["CompileDataModel"]),"#)
    try package.write(
      "Sources/Model/Loan.swift",
      "import CoreData\nclass Loan: NSManagedObject {\n  @NSManaged var kind: Elsewhere?\n}\n")
    let built = try package.swift("build")
    #expect(!built.isFine && built.output.contains("Loan.swift:3:18: error: @NSManaged: the accessors of kind"))
  }
}
