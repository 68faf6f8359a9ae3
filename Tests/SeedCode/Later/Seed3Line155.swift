// swift-format-ignore-file
// SEED 3:155-155
@Environment(\.managedObjectContext) var context
// END
