"""PHP's functions without functions or classes of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "<?php\nnamespace A;\n\n/** B. */\nclass B\n{\n    public function b(int $c, D ...$d): ?E\n"
    '    {\n        $f = g(function ($h) {\n            return "{$h}";\n        });\n'
    "        # it's\n        return $f['i'];\n    }\n\n    public static function &c(\n"
    "        private int $d = 3,\n        $e = [],\n    ): static {\n        return F::class;\n"
    "    }\n}\n",
    "<?php\r\nfunction a()\r\n{\r\n\treturn '}{';\r\n}\r\n\r\nfunction b() {\r\n}\r\n",
    "<?php\nclass A\n{\n    protected $b = [\n        'c' => [1, 2],\n    ];\n\n"
    "    const D = array(\n        'e',\n    );\n    private $f;\n}\n",
    "<?php\n$a = function () {\n    b();\n};\nc(function () use ($a) {\n    d();\n});\n"
    "function e() { return 1; }\n",
    "<?php\nif (!function_exists('a')) {\n    function a() {\n        return 1;\n    }\n"
    "    define('B', 2);\n}\n",
]
_READ = [
    "<?php\nfunction a() {\n    function b() { return 1; }\n}\n",
    "<?php\nfunction a() {\n    class B { public $c; }\n}\n",
    "<?php\nfunction a() {\n    interface B {}\n}\n\nfunction c() {\n    enum D { case E; }\n}\n",
    "<?php\nfunction a() {\n    return new class(1) extends B { public $c; };\n}\n",
    "<?php\na(function () {\n    define('B', 1);\n});\n",
    "<?php\nfunction a() {\n    $b = <<<C\n    d\n    C;\n}\n",
    "<?php\nfunction a() {\n    $b = '\n    function c() {\n}\n';\n    return 1;\n}\n",
    "<script>\nfunction a() {\n  <?php if ($b): ?>\n  c();\n}\n<?php endif ?>\n</script>\n",
    "<?php\n#[A(\n    b: 1,\n)]\nclass C {\n    #[\n        D,\n    ]\n    public $e;\n}\n",
    "<?php\nclass A\n    {\n    function b()\n        {\n        c();\n        }\n    }\n",
]
_BROKEN = [
    "<?php\nclass A {\n    function b() {\n        if (c) {\n    }\n\n    function d() {\n    }\n}",
    "<?php\nclass A {\n    function b() {\n        c(\n\n    function d() {\n    }\n}\n",
    "<?php\nfunction a() {\n  b();\n    }\n  function c() {\n    d();\n  }\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("php", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("php", text)
    assert_same("php", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("php", text)
