//! What a Zig file can define.
//! It draws nothing.

const std = @import("std");
const ArrayList = std.ArrayList;

/// Most corners that a shape may have.
pub const limit: usize = 64;
var drawn: u32 = 0;
threadlocal var depth: u32 = 0;
extern var environment: u32;

/// A place on the map.
///
/// It never moves.
pub const Point = struct {
    /// To the east.
    x: f64,
    y: f64 = 0,

    pub const origin = Point{ .x = 0, .y = 0 };
    var count: u8 = 0;

    /// Makes a point.
    pub fn init(x: f64) Point {
        const unseen = 1;
        const Local = struct { n: u8 };
        _ = unseen;
        return .{ .x = x };
    }

    const Inner = packed struct(u8) {
        bits: u8,

        fn deep(self: Inner) u8 {
            return self.bits;
        }
    };
};

/// North and its like.
const Direction = enum(u8) {
    /// up
    north,
    south = 2,
    @"due east",

    fn opposite(self: Direction) Direction {
        return self;
    }
};

const Value = union(enum) {
    number: u32,
    none,
};

const Handle = opaque {
    fn close(self: *Handle) void {}
};

pub const Error = error{
    /// No such file.
    Missing,
    Broken,
};

/// Makes a type.
pub fn List(comptime T: type) type {
    return struct {
        items: []T,

        /// Adds one.
        pub fn append(self: *@This(), item: T) void {}
    };
}

// Called from outside.
export fn outside(n: c_int) c_int {
    return n;
}
extern "c" fn theirs(n: c_int) c_int;
inline fn twice(n: u32) u32 {
    return 2 * n;
}

/// It adds.
test "adds one" {
    const Unseen = 1;
}

test limit {}
