const std = @import("std");
const frame = @import("frame.zig");
const Allocator = std.mem.Allocator;

pub const max_frames: usize = 64;
var counter: u32 = 0;

pub const Error = error{ TooLarge, Closed };

pub const State = enum { idle, busy };

pub const Value = union(enum) {
    int: i64,
    text: []const u8,
};

pub const Queue = struct {
    allocator: Allocator,
    items: std.ArrayList(frame.Frame),

    pub fn init(allocator: Allocator) Queue {
        return .{ .allocator = allocator, .items = std.ArrayList(frame.Frame).init(allocator) };
    }

    pub fn push(self: *Queue, item: frame.Frame) Error!void {
        if (self.items.items.len >= max_frames) return Error.TooLarge;
        try self.items.append(item);
        notify(self, State.busy);
    }
};

fn notify(queue: *Queue, state: State) void {
    _ = queue;
    counter += @intFromEnum(state);
    log.debug("state {}", .{state});
}

fn Pair(comptime T: type) type {
    return struct { left: T, right: T };
}

test "push" {
    var queue = Queue.init(std.testing.allocator);
    try queue.push(frame.empty());
}
