public import SchemaTypes

/// Models with one value of the property that results are sectioned by.
public struct ResultsSection<Element, SectionTitle>: RandomAccessCollection, Identifiable
where Element: PersistentModel, SectionTitle: Hashable {
  public let title: SectionTitle
  private let models: [Element]

  init(title: SectionTitle, _ models: [Element]) {
    self.title = title
    self.models = models
  }

  public var id: SectionTitle { title }
  public var startIndex: Int { models.startIndex }
  public var endIndex: Int { models.endIndex }
  public subscript(position: Int) -> Element { models[position] }
}

/// Models in sections, each where its title first appeared.
public struct SectionedResults<Element, SectionTitle>: RandomAccessCollection
where Element: PersistentModel, SectionTitle: Hashable {
  private let sections: [ResultsSection<Element, SectionTitle>]

  init(_ models: [Element], by title: (Element) -> SectionTitle) {
    var places: [SectionTitle: Int] = [:]
    var groups: [(title: SectionTitle, models: [Element])] = []
    for model in models {
      let title = title(model)
      if let place = places[title] {
        groups[place].models.append(model)
      } else {
        places[title] = groups.count
        groups.append((title, [model]))
      }
    }
    sections = groups.map { ResultsSection(title: $0.title, $0.models) }
  }

  public var startIndex: Int { sections.startIndex }
  public var endIndex: Int { sections.endIndex }
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

  public subscript(sectionTitle title: SectionTitle) -> ResultsSection<Element, SectionTitle>? {
    sections.first { $0.title == title }
  }

  public var sectionTitles: [SectionTitle] { sections.map(\.title) }
}
