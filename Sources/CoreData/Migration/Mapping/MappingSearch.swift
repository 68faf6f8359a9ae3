import Foundation
import FoundationAdditions
import ModelDescription
import ModelEvolution
import ModelFiles

/// Looks for a mapping model among those of bundles, and those that the build put into the program.
struct MappingSearch {
  private let candidates: [Candidate]

  struct Candidate {
    /// A file's path, or the name in the program.
    let place: String
    let read: () throws -> MappingModelFile
  }

  /// - Parameter bundles: `nil` for the main bundle, with what is in the program itself.
  init(_ bundles: [Bundle]?) {
    var candidates: [Candidate] = []
    if bundles?.contains(.main) ?? true {
      candidates = __CompiledModels.mappings.sorted { ($0.module, $0.name) < ($1.module, $1.name) }.map { entry in
        let place = "\(entry.name) of \(entry.module)"
        return Candidate(place: place) {
          try MappingModelFile.read(entry.bytes(), name: entry.name, path: place)
        }
      }
    }
    for file in ModelSearch(bundles).files(endingIn: MappingModelFile.endings) {
      candidates.append(Candidate(place: file.path) { try MappingModelFile.load(file) })
    }
    self.candidates = candidates
  }

  /// What was found between two models.
  struct Result {
    /// With the place where it stands.
    var mapping: (AuthoredMapping, place: String)?
    /// Why each of the others is not it, in one line; `nil` where there is no mapping model at all.
    var reason: String?
  }

  /// The first whose entities have the two models' hashes.
  func mapping(from source: [String: Data], to destination: [String: Data]) -> Result {
    var reasons: [String] = []
    for candidate in candidates {
      do {
        let mapping = try AuthoredMapping(candidate.read().description)
        let mismatches = mapping.mismatches(source: source, destination: destination)
        if mismatches.isEmpty, !mapping.entities.isEmpty { return Result(mapping: (mapping, candidate.place)) }
        let why =
          mapping.entities.isEmpty
          ? "it maps nothing" : "other version hashes: \(mismatches.joined(separator: ", "))"
        reasons.append("\(candidate.place): \(why)")
      } catch let error as ModelFileError {
        reasons.append("\(error)")
      } catch {
        reasons.append("\(candidate.place): \(error)")
      }
    }
    guard !reasons.isEmpty else { return Result() }
    return Result(reason: "no mapping model fits the two models: \(reasons.joined(separator: "; "))")
  }
}
