import AirJSON

extension SurfaceSpecification {
  /// The files of this machine that are read for the surface: nothing may be written over them.
  public var files: [String] {
    switch self {
    case .picture(let file, _), .recorded(let file, _): [file]
    case .pictures(let list): RemoteFile.isRemote(list) ? [] : [list] + PictureDataSet.localFiles(of: list)
    default: []
    }
  }
}

extension PictureDataSet {
  /// The pictures that a list names beside it; none where it can't be read, which reading it will tell.
  fileprivate static func localFiles(of list: String) -> [String] {
    guard let text = try? LocalFile.read(list, largestCount: Limits().largestListInBytes),
      let json = try? JSONValue(parsing: text)
    else { return [] }
    let folder = list.lastIndex(of: "/").map { String(list[...$0]) } ?? ""
    let entries = json.arrayValue ?? json["images"]?.arrayValue ?? []
    return entries.prefix(Limits().largestPictureCount).flatMap { entry in
      PictureEntryReader.placeNames.compactMap { entry[$0]?.stringValue }
    }.filter { !RemoteFile.isRemote($0) }.map { $0.hasPrefix("/") ? $0 : folder + $0 }
  }
}
