public import SwiftData

@MainActor public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@MainActor public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() { _ = Self().body }
}

public struct WindowGroup<Content: View>: Scene {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public var body: Never { fatalError("a window is drawn") }
}

extension View {
  public func modelContainer(
    for model: any PersistentModel.Type, inMemory: Bool = false, isAutosaveEnabled: Bool = true
  ) -> some View { self }
}

extension Scene {
  public func modelContainer(
    for models: [any PersistentModel.Type], inMemory: Bool = false, isAutosaveEnabled: Bool = true
  ) -> some Scene { self }

  /// SwiftUI has no form with a migration plan; the seed calls one.
  public func modelContainer(
    for model: any PersistentModel.Type, migrationPlan: any SchemaMigrationPlan.Type
  ) -> some Scene { self }
}
