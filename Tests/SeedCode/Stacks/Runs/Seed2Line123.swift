// swift-format-ignore-file
import CoreData

func block2Line123(_ user: User) {
// SEED 2:123-129
// ✅ CORRECT: Pass objectID, fetch on target context
let userID = user.objectID
Task.detached {
    let bgContext = CoreDataStack.shared.newBackgroundContext()
    let user = bgContext.object(with: userID) as! User
    print(user.name)  // Safe
}
// END
}
