import Foundation
import SwiftData

/// Classes for stores of `shared/stores` that Apple's frameworks wrote, and whose classes nobody has.
enum RealStores {
  /// FreezeRay, version 1.0.0: SwiftData.
  enum FirstUsers {
    @Model final class User {
      var name: String?
      var createdAt: Date?
      init(name: String?) { self.name = name }
    }
  }

  /// FreezeRay, version 2.0.0: SwiftData.
  enum SecondUsers {
    @Model final class User {
      var name: String?
      var createdAt: Date?
      var email: String?
      init(name: String?) { self.name = name }
    }
  }

  /// ResourcesManager: SwiftData.
  enum Crafting {
    @Model final class Item {
      @Attribute(.unique) var name: String
      var craftingRecipe: CraftingRecipe?
      init(name: String) { self.name = name }
    }

    @Model final class CraftingRecipe {
      var producedItemCount: String = "1"
      @Relationship(inverse: \Item.craftingRecipe) var producedItem: Item?
      var requiredComponents: [Component]
      init() { requiredComponents = [] }
    }

    @Model final class Component {
      var id: UUID = UUID()
      var count: Int = 1
      var item: Item?
      @Relationship(inverse: \CraftingRecipe.requiredComponents) var craftingRecipe: CraftingRecipe?
      init(item: Item) { self.item = item }
    }
  }

  /// `SyncMetadata_V3` of BrowserServicesKit: Core Data.
  enum Sync {
    @Model final class SyncFeatureEntity {
      @Attribute(.unique) var name: String
      var lastModified: String?
      var state: String?
      init(name: String) { self.name = name }
    }

    @Model final class SyncableSettingsMetadata {
      @Attribute(.unique) var key: String
      var lastModified: Date?
      init(key: String) { self.key = key }
    }
  }

  /// `SampleModel_V2` of CoreDataPlus: Core Data, with a subclass of a subclass in one table.
  enum Cars {
    @Model class Car {
      @Attribute(.unique) var numberPlate: String
      var maker: String?
      var model: String?
      var markedForDeletionAsOf: Date?
      var owner: Person?
      init(numberPlate: String) { self.numberPlate = numberPlate }
    }

    @Model class SportCar: Car {
      override init(numberPlate: String) { super.init(numberPlate: numberPlate) }
    }

    @Model final class LuxuryCar: SportCar {
      var isLimitedEdition: Bool?
      override init(numberPlate: String) { super.init(numberPlate: numberPlate) }
    }

    @Model final class Person {
      #Unique<Person>([\.firstName, \.lastName])
      var firstName: String?
      var lastName: String?
      var updatedAt: Date
      @Relationship(inverse: \Car.owner) var cars: [Car]?
      init(_ firstName: String, _ lastName: String) {
        self.firstName = firstName
        self.lastName = lastName
        updatedAt = Date(timeIntervalSinceReferenceDate: 7)
      }
    }
  }
}
