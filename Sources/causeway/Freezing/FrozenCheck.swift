import Foundation
import ModelDescription
import ModelFiles

/// The frozen versions of a folder, against what they were when they were frozen.
struct FrozenCheck {
  let folder: String
  private(set) var versions: [Version] = []

  struct Version {
    /// Path of the file below the folder.
    let file: String
    let name: String
    let entities: Int
    var edits: [FrozenVersion.Edit]
    let hashes: [String: String]
    /// Versions that hash alike: frameworks cannot tell their stores apart.
    var alike: [String] = []
  }

  /// - Throws: `CommandError` that names the folder or file that cannot be read, or when nothing is frozen in it.
  init(_ folder: String) throws {
    self.folder = folder
    for file in try Self.files(in: folder) {
      let path = file.isEmpty ? folder : folder + "/" + file
      // Opening a FIFO would wait for a writer.
      guard ModelInput.fileType(of: path) == .typeRegular else { throw CommandError("\(path): not a regular file") }
      guard let data = FileManager.default.contents(atPath: path), let text = String(validating: data, as: UTF8.self)
      else { throw CommandError("\(path): cannot be read as text") }
      let frozen: [FrozenVersion]
      do { frozen = try FrozenVersion.all(in: text) } catch { throw CommandError(path, error) }
      for version in frozen { versions.append(try Self.check(version, path: path, file: file.isEmpty ? path : file)) }
    }
    if versions.isEmpty {
      throw CommandError("\(folder): no Swift file in it holds a version that \"causeway freeze\" made")
    }
    markAlike()
  }

  private static func check(_ frozen: FrozenVersion, path: String, file: String) throws -> Version {
    let document = try SourceHelper.beside.read(path, schema: frozen.name)
    let present: FrozenVersion
    do {
      present = FrozenVersion(name: frozen.name, model: try ResolvedModel(document.model), form: frozen.form)
    } catch {
      throw CommandError("\(path): the classes of \(frozen.name) are no model: \(error)")
    }
    var edits = frozen.edits(in: present)
    edits += document.findings.map { finding in
      FrozenVersion.Edit(entity: finding.entity ?? frozen.name, property: finding.property, finding.message)
    }
    return Version(
      file: file, name: frozen.name, entities: frozen.entities.count, edits: edits,
      hashes: present.entities.mapValues(\.hash))
  }

  private mutating func markAlike() {
    for index in versions.indices {
      versions[index].alike = versions.indices.filter { $0 != index && versions[$0].hashes == versions[index].hashes }
        .map { versions[$0].name }
    }
  }

  /// Paths below the folder, of Swift files; the folder may be one file.
  private static func files(in folder: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw CommandError("\(folder): no such folder")
    }
    guard isFolder.boolValue else { return [""] }
    guard let files = SwiftFiles(in: folder) else { throw CommandError("\(folder): cannot be listed") }
    return files.sorted()
  }

  var status: ExitStatus {
    versions.allSatisfy { $0.edits.isEmpty && $0.alike.isEmpty } ? .fine : .findings
  }

  func print(on console: Console) {
    for version in versions {
      console.print(console.styled("\(version.name) (\(version.file))".printable, .bold))
      if version.edits.isEmpty {
        console.print("  as it was frozen, \(version.entities.counted("class", "classes"))".printable)
      }
      for edit in version.edits {
        console.print("  \(console.styled("edited", .red))  " + "\(edit.place): \(edit.message)".printable)
      }
      if !version.alike.isEmpty {
        console.print(
          "  \(console.styled("alike", .red))   hashes as \(version.alike.joined(separator: ", ")): the frameworks cannot"
            + " tell their stores apart")
      }
    }
  }

  var json: JSONValue {
    .document([
      "frozen": .array(
        versions.map { version in
          [
            "version": .string(version.name), "file": .string(version.file),
            "isAsFrozen": .boolean(version.edits.isEmpty),
            "alike": .strings(version.alike),
            "edits": .array(
              version.edits.map { edit in
                [
                  "entity": .string(edit.entity), "property": .optional(edit.property),
                  "message": .string(edit.message),
                ]
              }),
          ]
        })
    ])
  }
}
