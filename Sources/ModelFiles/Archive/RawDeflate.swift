internal import CZlib
import Foundation

/// Deflate without zlib's header, the form of a store's cached model (StoreFormat.md section 10).
enum RawDeflate {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A model of a thousand entities takes a few megabytes; a hostile one must not take all memory.
  private static let limit = 256 << 20

  static func inflate(_ data: Data) throws -> Data {
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw Failure(description: "zlib cannot start")
    }
    defer { inflateEnd(&stream) }
    var output = Data()
    var input = [UInt8](data)
    var chunk = [UInt8](repeating: 0, count: 65536)
    var status = Z_OK
    try input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = uInt(source.count)
      while status == Z_OK {
        let produced = chunk.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = uInt(target.count)
          status = CZlib.inflate(&stream, Z_NO_FLUSH)
          return target.count - Int(stream.avail_out)
        }
        output.append(contentsOf: chunk[..<produced])
        guard output.count <= limit else { throw Failure(description: "it inflates to more than 256 MB") }
      }
    }
    guard status == Z_STREAM_END else { throw Failure(description: "its compressed data is broken or cut off") }
    return output
  }

  static func deflate(_ data: Data) throws -> Data {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else { throw Failure(description: "zlib cannot start") }
    defer { deflateEnd(&stream) }
    var input = [UInt8](data)
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(input.count))))
    let status = input.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = uInt(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = uInt(target.count)
        return CZlib.deflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END else { throw Failure(description: "zlib cannot compress the model") }
    return Data(output[..<(output.count - Int(stream.avail_out))])
  }
}
