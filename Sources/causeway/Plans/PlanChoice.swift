import Foundation

/// A migration plan of a package: the one that there is, or the one that was named.
struct PlanChoice {
  let package: PlanPackage
  let target: PlanPackage.Target
  /// As Swift names it in its module.
  let name: String

  /// - Parameters:
  ///   - path: the package's folder, or one in it: then only targets there are looked at.
  ///   - plan: the name that was asked for.
  /// - Throws: `CommandError` when there is no such plan, or none says which.
  init(_ path: String, named plan: String?) throws {
    package = try PlanPackage(around: path)
    let asked = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    let root = package.root.path
    let targets = package.targets.filter { target in
      asked == root || Self.contains(asked, target.folder.path) || Self.contains(target.folder.path, asked)
    }
    var found: [(target: PlanPackage.Target, name: String)] = []
    for target in targets where target.isSwift {
      let data = try SourceHelper.beside.run(["plans", target.folder.path])
      guard let names = try? JSONDecoder().decode([String].self, from: data) else {
        throw CommandError("the helper that reads Swift source is of another version; build both anew")
      }
      found += names.map { (target, $0) }
    }
    found.sort { ($0.target.name, $0.name) < ($1.target.name, $1.name) }
    guard !found.isEmpty else {
      throw CommandError(
        "\(path): no type of \(targets.isEmpty ? "a target" : "its targets") conforms to SchemaMigrationPlan")
    }
    let known = found.map { "\($0.name) (target \($0.target.name))" }.joined(separator: ", ")
    let wanted = plan.map { plan in
      found.filter { $0.name == plan || $0.name.hasSuffix(".\(plan)") || "\($0.target.module).\($0.name)" == plan }
    }
    let chosen = wanted ?? found
    guard let only = chosen.first else {
      throw CommandError("\(path): there is no plan \(plan ?? ""); there is \(known)")
    }
    guard chosen.count == 1 else {
      throw CommandError("\(path): there are several plans: \(known); name one with --plan")
    }
    (target, name) = (only.target, only.name)
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    path == folder || path.hasPrefix(folder + "/")
  }
}
