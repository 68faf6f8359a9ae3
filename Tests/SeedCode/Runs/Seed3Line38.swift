// swift-format-ignore-file
// SEED 3:38-74
import SwiftData

@Model final public class Snippet {
    var code_: String?
    var creationDate_: Date?
    @Attribute(.externalStorage) var image: Data?
    var isFavorite: Bool? = false
    var language_: String?
    var notes_: String?
    var title_: String?
    var uuid_: UUID?
    @Relationship(inverse: \Folder.snippets_) var folder: Folder?
    @Relationship(inverse: \Tag.snippets_) var tags_: [Tag]?

    init(
        code_: String? = nil,
        image: Data? = nil,
        isFavorite: Bool? = nil,
        language_: String? = nil,
        notes_: String? = nil,
        title_: String? = nil,
        folder: Folder? = nil,
        tags_: [Tag]? = nil
    ) {
        self.creationDate_ = Date() // set current date when object is created
        self.uuid_ = UUID() // set new uuid when object is created
        self.image = image
        self.code_ = code_
        self.isFavorite = isFavorite
        self.language_ = language_
        self.notes_ = notes_
        self.title_ = title_

        self.folder = folder
        self.tags_ = tags_
    }
}
// END
