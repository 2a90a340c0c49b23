import AirJSON

/// Where the elements of an accessor lie (Khronos, glTF 2.0 specification, sections 3.6.1 and 3.6.2).
struct GLTFAccessor {
  /// How a component is stored.
  enum Component: Int {
    case int8 = 5120
    case uint8 = 5121
    case int16 = 5122
    case uint16 = 5123
    case uint32 = 5125
    case float = 5126

    /// Bytes of a component.
    var size: Int {
      switch self {
      case .int8, .uint8: 1
      case .int16, .uint16: 2
      case .uint32, .float: 4
      }
    }
  }

  let bytes: UnsafeRawBufferPointer
  let component: Component
  let count: Int
  let stride: Int
  let isNormalized: Bool

  /// Finds an accessor's elements, all of which are inside of `bytes` then.
  ///
  /// - Parameter type: the type that it must have: `SCALAR` or `VEC3`.
  init(
    _ index: Int, type: String, in document: JSONValue, buffers: GLTFBuffers
  ) throws(ReadFailure) {
    let place = "accessor \(index)"
    guard let json = document["accessors"]?.element(index) else {
      throw .malformed("\(place) does not exist")
    }
    if json["sparse"] != nil { throw .unknownFeature("\(place) is sparse") }
    guard json["type"]?.stringValue == type else { throw .malformed("\(place) is not of the type \(type)") }
    guard let component = json["componentType"]?.integerValue.flatMap(Component.init(rawValue:)) else {
      throw .malformed("\(place) has no type of its components")
    }
    self.component = component
    count = try json.count("count", in: place)
    guard count > 0 else { throw .malformed("\(place) has no elements") }
    isNormalized = json["normalized"]?.booleanValue ?? false
    guard let viewIndex = json["bufferView"]?.integerValue else {
      throw .unknownFeature("\(place) has no buffer view")
    }
    let viewPlace = "buffer view \(viewIndex)"
    guard let view = document["bufferViews"]?.element(viewIndex) else {
      throw .malformed("\(viewPlace) does not exist")
    }
    if view["extensions"]?["EXT_meshopt_compression"] != nil {
      throw .malformed("\(viewPlace) is compressed in a way that is not read here")
    }
    let elementSize = component.size * (type == "VEC3" ? 3 : 1)
    stride = view["byteStride"] == nil ? elementSize : try view.count("byteStride", in: viewPlace)
    guard stride >= elementSize, stride <= 252 else {
      throw .malformed("\(viewPlace) has a stride that its elements do not fit in")
    }
    let buffer = try buffers.bytes(of: try view.count("buffer", in: viewPlace))
    let viewBytes = buffer.run(
      at: try view.count("byteOffset", in: viewPlace, absent: 0),
      count: try view.count("byteLength", in: viewPlace))
    guard let viewBytes else { throw .malformed("\(viewPlace) reaches past the end of its buffer") }
    // Counts are below 2⁴⁸, so this does not overflow.
    let length = (count - 1) * stride + elementSize
    guard let run = viewBytes.run(at: try json.count("byteOffset", in: place, absent: 0), count: length)
    else {
      throw .malformed("\(place) reaches past the end of its view")
    }
    bytes = run
  }

  /// The elements as places.
  func vectors(named name: String) throws(ReadFailure) -> [SIMD3<Float>] {
    var vectors: [SIMD3<Float>] = []
    vectors.reserveCapacity(count)
    for index in 0..<count {
      let start = index * stride
      let vector: SIMD3<Float>
      switch component {
      case .float: vector = bytes.littleVector(at: start)
      case .int8: vector = scaled(start, Int8.self)
      case .uint8: vector = scaled(start, UInt8.self)
      case .int16: vector = scaled(start, Int16.self)
      case .uint16: vector = scaled(start, UInt16.self)
      case .uint32: throw .malformed("\(name) is of whole numbers of 32 bits")
      }
      guard vector.isFinite else { throw .malformed("vertex \(index) of \(name) is not a place") }
      vectors.append(vector)
    }
    return vectors
  }

  /// A vector of whole numbers; normalized ones are shares of the type's largest number, and no less than −1.
  @inline(__always)
  private func scaled<Number: FixedWidthInteger & BitwiseCopyable>(
    _ start: Int, _ type: Number.Type
  ) -> SIMD3<Float> {
    var vector = SIMD3<Float>()
    for axis in 0..<3 {
      vector[axis] = Float(bytes.little(at: start + axis * MemoryLayout<Number>.size, as: type))
    }
    guard isNormalized else { return vector }
    return pointwiseMax(vector / Float(Number.max), SIMD3(repeating: -1))
  }

  /// The elements as numbers of vertices.
  ///
  /// - Parameter vertexCount: how many there are.
  func indices(vertexCount: Int, named name: String) throws(ReadFailure) -> [UInt32] {
    var indices: [UInt32] = []
    indices.reserveCapacity(count)
    for index in 0..<count {
      let start = index * stride
      let vertex: UInt32
      switch component {
      case .uint8: vertex = UInt32(bytes[start])
      case .uint16: vertex = UInt32(bytes.little(at: start, as: UInt16.self))
      case .uint32: vertex = bytes.little(at: start, as: UInt32.self)
      case .int8, .int16, .float:
        throw .malformed("the indices of \(name) are of a type that indices can't have")
      }
      guard vertex < vertexCount else {
        throw .malformed("index \(index) of \(name) names a vertex that does not exist")
      }
      indices.append(vertex)
    }
    return indices
  }
}

extension JSONValue {
  /// An element of a list; nil when there is none.
  func element(_ index: Int) -> JSONValue? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// A field that counts something or tells a place in a file: a whole number 0..<2⁴⁸.
  ///
  /// - Parameter absent: what holds where there is no such field; nil when there must be one.
  func count(_ name: String, in place: String, absent: Int? = nil) throws(ReadFailure) -> Int {
    guard let field = self[name] else {
      if let absent { return absent }
      throw .malformed("\(place) has no “\(name)”")
    }
    guard let value = field.integerValue, value >= 0, value < 1 << 48 else {
      throw .malformed("“\(name)” of \(place) is no count")
    }
    return value
  }
}
