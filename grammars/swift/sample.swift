import Foundation
import struct Networking.Endpoint

let maxRetries = 3
typealias Completion = (Result<Photo, Error>) -> Void

protocol PhotoStore: AnyObject {
    associatedtype Key: Hashable
    var count: Int { get }
    func photo(for key: Key) async throws -> Photo
}

enum PhotoError: Error {
    case missing(String)
    case offline
}

struct Photo: Codable, Equatable {
    let id: UUID
    var title: String = "untitled"

    init(id: UUID) {
        self.id = id
    }
}

final class MemoryStore: BaseStore, PhotoStore {
    private var photos: [String: Photo] = [:]

    var count: Int {
        photos.count
    }

    func photo(for key: String) async throws -> Photo {
        guard let photo = photos[key] else {
            throw PhotoError.missing(key)
        }
        logger.debug("found \(photo.id)")
        return decorate(photo)
    }

    subscript(key: String) -> Photo? { photos[key] }

    deinit { close() }
}

extension MemoryStore: CustomStringConvertible {
    var description: String { summarize(photos.values) }
}

actor Uploader {
    func upload(_ photo: Photo) async { await Client.shared.send(Endpoint(photo)) }
}

func makeStore<T: PhotoStore>(_ make: () -> T) -> T { make() }
