"""Zig's functions and tests without types of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "const x = 1;\n/// Doc.\npub fn a(b: []const u8) !void {\n    if (b) |c| {\n"
    "        d(c);\n    }\n}\n"
    "const y = 2;\n",
    "const x = 1;\nconst A = struct {\n    b: C,\n    pub inline fn d(\n        self: *A,\n"
    "        e: F,\n    ) error{ G, H }!I {\n        const j = 1;\n    }\n};\n",
    'const x = 1;\ntest "a b" {\n    const c = .{ .d = 1 };\n    try e(c);\n}\ntest a {\n'
    "    b();\n}\n",
    "const x = 1;\r\nfn a() void {\r\n    b();\r\n\r\n}\r\nconst y = 2;\r\n",
    "const x = 1;\nfn a() void {\n    b(\"}\", '{'); // }\n    const c =\n        \\\\}\n"
    "        \\\\{ {\n    ;\n}\nconst y = 2;\n",
    "const x = 1;\ncomptime {\n    a();\n}\nfn b(c: fn (d) void) void {\n    c(d);\n}\n",
    "const x = 1;\nfn A(comptime T: type) type {\n    return struct {\n        b: T,\n"
    "        fn c() void {\n            d();\n        }\n    };\n}\n",
]
_READ = [
    "const x = 1;\nfn A(comptime T: type) type {\n    return struct {\n        b: T,\n    };\n}\n",
    "const x = 1;\nfn a() error{\n    B,\n    C,\n}!void {}\n",
    "const x = 1;\nfn a(b: struct {\n    c: D,\n}) void {}\n",
    "const x = 1;\nconst A = union(enum) {\n    b: C,\n    d,\n};\n",
    "const x = 1;\nconst A = switch (b) {\n    .c => struct {\n        d: E,\n    },\n};\n",
]
_INNER = [
    "const B = struct { c: D };",
    "const B = enum(u8) { c, d };",
    "const B = packed struct(u8) { c: D };",
    "const B = union(enum) { c: D };",
    "const b = error{ C, D };",
    "const B = opaque {};",
    "var b: struct { c: D } = undefined;",
    "const c = d;",
]
_BROKEN = [
    "const x = 1;\nfn a() void {\n    b(\n\nfn c() void {\n    d();\n}\nconst y = 2;\n",
    "const x = 1;\nfn a() void {\nb();\n}\nfn c() void {\n    d();\n}\nconst y = 2;\n",
    "const x = 1;\nfn a() void {\n    b();\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("zig", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_is_read(text: str) -> None:
    assert_read("zig", text)
    assert_same("zig", text)


@pytest.mark.parametrize("inner", _INNER)
def test_what_is_defined_in_a_body_is_found(inner: str) -> None:
    assert_same("zig", f"const x = 1;\nfn a() void {{\n    {inner}\n}}\n")
    assert_same("zig", f"const x = 1;\nfn a() void {{\n    f();\n    {inner}\n    g();\n}}\n")


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("zig", text)
