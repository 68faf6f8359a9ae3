import Foundation
import ModelCodegen
import ModelDescription
import TestKit

/// The files of a generated model in a folder of their own.
struct GeneratedFiles {
  let folder: TemporaryFolder
  let urls: [URL]
  let code: GeneratedCode

  init(_ model: ModelDescription, title: String = "Model") throws {
    folder = try TemporaryFolder()
    code = try ModelGenerator(model, title: title).generate()
    var urls: [URL] = []
    for file in code.files {
      let url = folder.file(file.name)
      try Data(file.text.utf8).write(to: url)
      urls.append(url)
    }
    self.urls = urls
  }
}
