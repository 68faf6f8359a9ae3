import ModelDescription
import SwiftData
import Testing

/// More slots than a mask has bits; accessors as `@Model` writes them, without observation.
final class Wide: PersistentModel {
  var p0: Int {
    get { _$backingData._$with { $0._$value(0) } }
    set { _$backingData._$with { $0._$set(0, newValue) } }
  }
  var p1: Int {
    get { _$backingData._$with { $0._$value(1) } }
    set { _$backingData._$with { $0._$set(1, newValue) } }
  }
  var p2: Int {
    get { _$backingData._$with { $0._$value(2) } }
    set { _$backingData._$with { $0._$set(2, newValue) } }
  }
  var p3: Int {
    get { _$backingData._$with { $0._$value(3) } }
    set { _$backingData._$with { $0._$set(3, newValue) } }
  }
  var p4: Int {
    get { _$backingData._$with { $0._$value(4) } }
    set { _$backingData._$with { $0._$set(4, newValue) } }
  }
  var p5: Int {
    get { _$backingData._$with { $0._$value(5) } }
    set { _$backingData._$with { $0._$set(5, newValue) } }
  }
  var p6: Int {
    get { _$backingData._$with { $0._$value(6) } }
    set { _$backingData._$with { $0._$set(6, newValue) } }
  }
  var p7: Int {
    get { _$backingData._$with { $0._$value(7) } }
    set { _$backingData._$with { $0._$set(7, newValue) } }
  }
  var p8: Int {
    get { _$backingData._$with { $0._$value(8) } }
    set { _$backingData._$with { $0._$set(8, newValue) } }
  }
  var p9: Int {
    get { _$backingData._$with { $0._$value(9) } }
    set { _$backingData._$with { $0._$set(9, newValue) } }
  }
  var p10: Int {
    get { _$backingData._$with { $0._$value(10) } }
    set { _$backingData._$with { $0._$set(10, newValue) } }
  }
  var p11: Int {
    get { _$backingData._$with { $0._$value(11) } }
    set { _$backingData._$with { $0._$set(11, newValue) } }
  }
  var p12: Int {
    get { _$backingData._$with { $0._$value(12) } }
    set { _$backingData._$with { $0._$set(12, newValue) } }
  }
  var p13: Int {
    get { _$backingData._$with { $0._$value(13) } }
    set { _$backingData._$with { $0._$set(13, newValue) } }
  }
  var p14: Int {
    get { _$backingData._$with { $0._$value(14) } }
    set { _$backingData._$with { $0._$set(14, newValue) } }
  }
  var p15: Int {
    get { _$backingData._$with { $0._$value(15) } }
    set { _$backingData._$with { $0._$set(15, newValue) } }
  }
  var p16: Int {
    get { _$backingData._$with { $0._$value(16) } }
    set { _$backingData._$with { $0._$set(16, newValue) } }
  }
  var p17: Int {
    get { _$backingData._$with { $0._$value(17) } }
    set { _$backingData._$with { $0._$set(17, newValue) } }
  }
  var p18: Int {
    get { _$backingData._$with { $0._$value(18) } }
    set { _$backingData._$with { $0._$set(18, newValue) } }
  }
  var p19: Int {
    get { _$backingData._$with { $0._$value(19) } }
    set { _$backingData._$with { $0._$set(19, newValue) } }
  }
  var p20: Int {
    get { _$backingData._$with { $0._$value(20) } }
    set { _$backingData._$with { $0._$set(20, newValue) } }
  }
  var p21: Int {
    get { _$backingData._$with { $0._$value(21) } }
    set { _$backingData._$with { $0._$set(21, newValue) } }
  }
  var p22: Int {
    get { _$backingData._$with { $0._$value(22) } }
    set { _$backingData._$with { $0._$set(22, newValue) } }
  }
  var p23: Int {
    get { _$backingData._$with { $0._$value(23) } }
    set { _$backingData._$with { $0._$set(23, newValue) } }
  }
  var p24: Int {
    get { _$backingData._$with { $0._$value(24) } }
    set { _$backingData._$with { $0._$set(24, newValue) } }
  }
  var p25: Int {
    get { _$backingData._$with { $0._$value(25) } }
    set { _$backingData._$with { $0._$set(25, newValue) } }
  }
  var p26: Int {
    get { _$backingData._$with { $0._$value(26) } }
    set { _$backingData._$with { $0._$set(26, newValue) } }
  }
  var p27: Int {
    get { _$backingData._$with { $0._$value(27) } }
    set { _$backingData._$with { $0._$set(27, newValue) } }
  }
  var p28: Int {
    get { _$backingData._$with { $0._$value(28) } }
    set { _$backingData._$with { $0._$set(28, newValue) } }
  }
  var p29: Int {
    get { _$backingData._$with { $0._$value(29) } }
    set { _$backingData._$with { $0._$set(29, newValue) } }
  }
  var p30: Int {
    get { _$backingData._$with { $0._$value(30) } }
    set { _$backingData._$with { $0._$set(30, newValue) } }
  }
  var p31: Int {
    get { _$backingData._$with { $0._$value(31) } }
    set { _$backingData._$with { $0._$set(31, newValue) } }
  }
  var p32: Int {
    get { _$backingData._$with { $0._$value(32) } }
    set { _$backingData._$with { $0._$set(32, newValue) } }
  }
  var p33: Int {
    get { _$backingData._$with { $0._$value(33) } }
    set { _$backingData._$with { $0._$set(33, newValue) } }
  }
  var p34: Int {
    get { _$backingData._$with { $0._$value(34) } }
    set { _$backingData._$with { $0._$set(34, newValue) } }
  }
  var p35: Int {
    get { _$backingData._$with { $0._$value(35) } }
    set { _$backingData._$with { $0._$set(35, newValue) } }
  }
  var p36: Int {
    get { _$backingData._$with { $0._$value(36) } }
    set { _$backingData._$with { $0._$set(36, newValue) } }
  }
  var p37: Int {
    get { _$backingData._$with { $0._$value(37) } }
    set { _$backingData._$with { $0._$set(37, newValue) } }
  }
  var p38: Int {
    get { _$backingData._$with { $0._$value(38) } }
    set { _$backingData._$with { $0._$set(38, newValue) } }
  }
  var p39: Int {
    get { _$backingData._$with { $0._$value(39) } }
    set { _$backingData._$with { $0._$set(39, newValue) } }
  }
  var p40: Int {
    get { _$backingData._$with { $0._$value(40) } }
    set { _$backingData._$with { $0._$set(40, newValue) } }
  }
  var p41: Int {
    get { _$backingData._$with { $0._$value(41) } }
    set { _$backingData._$with { $0._$set(41, newValue) } }
  }
  var p42: Int {
    get { _$backingData._$with { $0._$value(42) } }
    set { _$backingData._$with { $0._$set(42, newValue) } }
  }
  var p43: Int {
    get { _$backingData._$with { $0._$value(43) } }
    set { _$backingData._$with { $0._$set(43, newValue) } }
  }
  var p44: Int {
    get { _$backingData._$with { $0._$value(44) } }
    set { _$backingData._$with { $0._$set(44, newValue) } }
  }
  var p45: Int {
    get { _$backingData._$with { $0._$value(45) } }
    set { _$backingData._$with { $0._$set(45, newValue) } }
  }
  var p46: Int {
    get { _$backingData._$with { $0._$value(46) } }
    set { _$backingData._$with { $0._$set(46, newValue) } }
  }
  var p47: Int {
    get { _$backingData._$with { $0._$value(47) } }
    set { _$backingData._$with { $0._$set(47, newValue) } }
  }
  var p48: Int {
    get { _$backingData._$with { $0._$value(48) } }
    set { _$backingData._$with { $0._$set(48, newValue) } }
  }
  var p49: Int {
    get { _$backingData._$with { $0._$value(49) } }
    set { _$backingData._$with { $0._$set(49, newValue) } }
  }
  var p50: Int {
    get { _$backingData._$with { $0._$value(50) } }
    set { _$backingData._$with { $0._$set(50, newValue) } }
  }
  var p51: Int {
    get { _$backingData._$with { $0._$value(51) } }
    set { _$backingData._$with { $0._$set(51, newValue) } }
  }
  var p52: Int {
    get { _$backingData._$with { $0._$value(52) } }
    set { _$backingData._$with { $0._$set(52, newValue) } }
  }
  var p53: Int {
    get { _$backingData._$with { $0._$value(53) } }
    set { _$backingData._$with { $0._$set(53, newValue) } }
  }
  var p54: Int {
    get { _$backingData._$with { $0._$value(54) } }
    set { _$backingData._$with { $0._$set(54, newValue) } }
  }
  var p55: Int {
    get { _$backingData._$with { $0._$value(55) } }
    set { _$backingData._$with { $0._$set(55, newValue) } }
  }
  var p56: Int {
    get { _$backingData._$with { $0._$value(56) } }
    set { _$backingData._$with { $0._$set(56, newValue) } }
  }
  var p57: Int {
    get { _$backingData._$with { $0._$value(57) } }
    set { _$backingData._$with { $0._$set(57, newValue) } }
  }
  var p58: Int {
    get { _$backingData._$with { $0._$value(58) } }
    set { _$backingData._$with { $0._$set(58, newValue) } }
  }
  var p59: Int {
    get { _$backingData._$with { $0._$value(59) } }
    set { _$backingData._$with { $0._$set(59, newValue) } }
  }
  var p60: Int {
    get { _$backingData._$with { $0._$value(60) } }
    set { _$backingData._$with { $0._$set(60, newValue) } }
  }
  var p61: Int {
    get { _$backingData._$with { $0._$value(61) } }
    set { _$backingData._$with { $0._$set(61, newValue) } }
  }
  var p62: Int {
    get { _$backingData._$with { $0._$value(62) } }
    set { _$backingData._$with { $0._$set(62, newValue) } }
  }
  var p63: Int {
    get { _$backingData._$with { $0._$value(63) } }
    set { _$backingData._$with { $0._$set(63, newValue) } }
  }
  var p64: Int {
    get { _$backingData._$with { $0._$value(64) } }
    set { _$backingData._$with { $0._$set(64, newValue) } }
  }
  var p65: Int {
    get { _$backingData._$with { $0._$value(65) } }
    set { _$backingData._$with { $0._$set(65, newValue) } }
  }
  var p66: Int {
    get { _$backingData._$with { $0._$value(66) } }
    set { _$backingData._$with { $0._$set(66, newValue) } }
  }
  var p67: Int {
    get { _$backingData._$with { $0._$value(67) } }
    set { _$backingData._$with { $0._$set(67, newValue) } }
  }
  var p68: String {
    get { _$backingData._$with { $0._$value(68) } }
    set { _$backingData._$with { $0._$set(68, newValue) } }
  }
  var p69: Wide? {
    get { _$backingData._$with { $0._$value(69) } }
    set { _$backingData._$with { $0._$set(69, newValue) } }
  }

  @exclusivity(unchecked) private var _$backingData = SwiftData._InlineBacking<Wide, 70>(Wide._$layout)
  static let _$layout = SwiftData._ModelLayout(
    names: (0..<70).map { "p\($0)" },
    keyPaths: [
      \Wide.p0, \Wide.p1, \Wide.p2, \Wide.p3, \Wide.p4, \Wide.p5, \Wide.p6, \Wide.p7, \Wide.p8, \Wide.p9, \Wide.p10,
      \Wide.p11, \Wide.p12, \Wide.p13, \Wide.p14, \Wide.p15, \Wide.p16, \Wide.p17, \Wide.p18, \Wide.p19, \Wide.p20,
      \Wide.p21, \Wide.p22, \Wide.p23, \Wide.p24, \Wide.p25, \Wide.p26, \Wide.p27, \Wide.p28, \Wide.p29, \Wide.p30,
      \Wide.p31, \Wide.p32, \Wide.p33, \Wide.p34, \Wide.p35, \Wide.p36, \Wide.p37, \Wide.p38, \Wide.p39, \Wide.p40,
      \Wide.p41, \Wide.p42, \Wide.p43, \Wide.p44, \Wide.p45, \Wide.p46, \Wide.p47, \Wide.p48, \Wide.p49, \Wide.p50,
      \Wide.p51, \Wide.p52, \Wide.p53, \Wide.p54, \Wide.p55, \Wide.p56, \Wide.p57, \Wide.p58, \Wide.p59, \Wide.p60,
      \Wide.p61, \Wide.p62, \Wide.p63, \Wide.p64, \Wide.p65, \Wide.p66, \Wide.p67, \Wide.p68, \Wide.p69,
    ])
  @inline(never) var _$ref: SwiftData._StateReference { _$backingData._$reference }
  var persistentBackingData: any SwiftData.BackingData<Wide> {
    get { SwiftData._ModelBacking(self) }
    set { _$adopt(newValue) }
  }
  static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] { [] }
  init(backingData: any SwiftData.BackingData<Wide>) { self.persistentBackingData = backingData }
  init(_$blank: ()) {}
}

@Suite struct WideModelTests {
  @Test func slotsBeyondTheMaskAreReadAndSaved() throws {
    var attributes = (0..<68).map { AttributeDescription(name: "p\($0)", type: .integer64, isOptional: true) }
    attributes.append(AttributeDescription(name: "p68", type: .string, isOptional: true))
    let entity = EntityDescription(
      name: "Wide", attributes: attributes,
      relationships: [RelationshipDescription(name: "p69", destinationEntityName: "Wide", isToMany: false)])
    let store = try DictionaryStore(ModelDescription(entities: [entity]))
    let container = try ModelContainer(store: store, models: [Wide.self])
    let first = ModelContext(container)
    let wide = Wide(_$blank: ())
    (wide.p0, wide.p62, wide.p63, wide.p67, wide.p68) = (1, 62, 63, 67, "text that needs its own memory")
    wide.p69 = wide
    first.insert(wide)
    try first.save()
    wide.p69 = nil
    wide.p64 = 64
    try first.save()
    let second = ModelContext(container)
    let read = try #require(try second.fetch(FetchDescriptor<Wide>()).first)
    #expect(read.p0 == 1 && read.p62 == 62 && read.p63 == 63 && read.p64 == 64 && read.p67 == 67)
    #expect(read.p68 == wide.p68 && read.p69 == nil && !second.hasChanges)
    read.p68 = "new"
    #expect(second.hasChanges)
    second.rollback()
    #expect(read.p68 == wide.p68 && read.p1 == 0)
  }
}
