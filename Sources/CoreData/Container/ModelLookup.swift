import Foundation
import ModelDescription
import ModelFiles

/// A container's model, by name.
struct ModelLookup {
  let name: String
  let search: ModelSearch

  init(_ name: String, in search: ModelSearch = ModelSearch(nil)) {
    self.name = name
    self.search = search
  }

  /// The model, or an error that says where it was looked for and what was found.
  func found() -> Result<ModelDescription, any Error> {
    Result {
      if let compiled = try compiled() { return compiled }
      let files = search.models(named: name)
      let models = try files.map { file in
        do {
          return try ModelFiles.load(file).version().model
        } catch {
          throw failure("The model \"\(name)\" cannot be read: \(error).", [file])
        }
      }
      guard let first = models.first else { throw notFound() }
      guard models.dropFirst().allSatisfy({ $0.canonical() == first.canonical() }) else {
        throw failure(
          "Several models are named \"\(name)\", and they differ: \(files.map(\.path).joined(separator: ", ")).", files)
      }
      return first
    }
  }

  /// The model that the build put into the program under that name.
  private func compiled() throws -> ModelDescription? {
    let entries = __CompiledModels.entries(named: name)
    guard let first = entries.first else { return nil }
    guard entries.count == 1 else {
      throw failure(
        "Several targets have a model named \"\(name)\": \(entries.map(\.module).sorted().joined(separator: ", ")).", []
      )
    }
    do {
      return try CompiledModel.read(first.bytes())
    } catch {
      throw failure("The model \"\(name)\" that was compiled into \(first.module) cannot be read: \(error).", [])
    }
  }

  private func notFound() -> NSError {
    let others = search.all().map(\.path)
    let found = others.isEmpty ? "No other model is there." : "Found: \(others.joined(separator: ", "))."
    return failure(
      "There is no model named \"\(name)\". It was looked for as .momd, .mom, .xcdatamodeld and .xcdatamodel in "
        + "\(search.folders.map(\.path).joined(separator: ", ")). \(found)", [])
  }

  private func failure(_ text: String, _ files: [URL]) -> NSError {
    CoreDataError.error(
      NSCoreDataError, text, advice: "Add the model to the target's resources, or give it to the container.",
      url: files.first)
  }
}
