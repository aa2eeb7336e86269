// The terms on which this file may be used.

import Foundation

/// The most corners.
public let limit = 64, least = 3

// Counts the shapes.
var drawn: Int {
    return 0
}

/// Any number of metres.
typealias Metres = Double

/// What can be drawn.
///
/// On anything.
@objc
public protocol Shape: AnyObject {
    /// What it is drawn on.
    associatedtype Canvas

    /// In square metres.
    var area: Metres { get }
    static func make() -> Self
    init(corners: Int)
    func draw(on canvas: Canvas) throws
}

/** North and its like. */
enum Direction: String, CaseIterable {
    case north = "n", south // up and down
    /// On the right.
    @available(*, deprecated)
    case east
    indirect case other(Direction, turn: Int)

    static let first = Direction.north

    func turn() -> Direction { .north }
}

/// A place on the map.
@frozen public struct Point<N: Numeric>: Hashable {
    let x, y: N
    /// Shown beside it.
    private(set) var label: String = "" // may be empty
    // Not about the sum, as a line is empty between them.

    static func + (one: Point, other: Point) -> Point { one }
}

/**
 Holds shapes.
 */
open class Layer<S>: Base, Holder where S: Shape {
    @Published var shapes: [S] = []
    lazy var byName: [String: S] = {
        let found: [String: S] = [:]
        return found
    }()
    static let shared = Layer()

    var count: Int {
        get { shapes.count }
        set { _ = newValue }
    }

    /// An empty layer.
    public required init?(name: String) {
        let local = name
    }

    deinit {
        shapes = []
    }

    /// The shape at a place.
    subscript(index: Int) -> S {
        shapes[index]
    }

    /// Adds a shape.
    /// - Parameter shape: what is added
    @discardableResult
    @available(iOS 13, *)
    public func add<T: S>(_ shape: T) async throws -> Bool {
        let done = true
        func local() -> Int { 1 }
        struct Counter { var counted = 0 }
        return done
    }

    class func open() {}

    enum Full: Error {
        case full
        class Deep {}
    }
}

/// Keeps one at a time.
actor Store {
    func keep() {}
}

/// Draws itself.
extension Layer: Drawable where S: Shape {
    var isEmpty: Bool { shapes.isEmpty }

    func draw() {}
}

extension Maps.Sheet {
    static let size = 1
}

#if DEBUG
/// Looks at everything.
func check(_ count: Int = 0) -> (Int) -> Int {
    return { $0 }
}
#endif

infix operator <+>: AdditionPrecedence

func <+> (one: Int, other: Int) -> Int { one + other }

/// Writes code.
@freestanding(expression)
macro stringify(_ value: Int) -> String = #externalMacro(module: "Maps", type: "Stringify")

func `is`() {}
