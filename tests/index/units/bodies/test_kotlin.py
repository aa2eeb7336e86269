"""Kotlin's functions without functions, classes or objects of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "package a\n\n/** B. */\nclass B(val c: Int) : D {\n  override suspend fun <T> e(\n"
    "    f: (T) -> Unit,\n    g: Int = h(1),\n  ): T? {\n    f.map { i ->\n      j\n    }\n"
    "  }\n\n  constructor() : this(1) {\n    k()\n  }\n\n  val l by lazy {\n    m()\n  }\n"
    "  var n: Int\n    get() {\n      return 1\n    }\n    set(value) {\n      o()\n    }\n}\n",
    "class A {\r\n\tfun b() {\r\n\t\tc('{', \"}${d { e }}\")\r\n\t}\r\n\r\n\tval f = 1\r\n}\r\n",
    "class A {\n    init {\n        b()\n    }\n\n    fun C.`d (e)`() = f { g, h ->\n"
    "        i(A::class)\n    }\n}\n",
    'plugins {\n    id("a")\n}\n\nval b = c.d {\n    val e = 1\n}\n',
    "fun a() {\n    when (b) {\n        c -> {\n            d()\n        }\n        else -> {\n"
    "            object : E {\n                val f = 1\n            }\n        }\n    }\n}\n",
]
_READ = [
    "class A {\n  fun b() {\n    fun c() = 1\n  }\n}\n",
    "class A {\n  fun b() {\n    class C(val d: Int)\n  }\n}\n",
    "class A {\n  fun b() {\n    c(object : D {\n      val e = 1\n    })\n  }\n}\n",
    "class A {\n  fun b() = object : C {\n    override val d = 1\n  }\n"
    "  val e = object : F() {\n    val g = 1\n  }\n}\n",
    "class A\n@B\nconstructor(\n  c: Int,\n) : D {\n  val e = 1\n}\n\n"
    "class F<T>\nwhere T : G {\n  val h = 1\n}\n",
    "interface A {\n  fun b(c: D)\n  fun e()\n  companion object {\n    const val F = 1\n  }\n}\n",
    "enum class A {\n  B {\n    override val c = 1\n  },\n  D(1) {\n    val c = 2\n  }\n}\n",
    'fun a() {\n    b("""\n}\n    """)\n}\n',
    "fun a() {\n    /*\n}\n    */\n    b()\n}\n",
    "class A\n    {\n    fun b()\n        {\n        c()\n        }\n    }\n",
]
_BROKEN = [
    "class A {\n  fun b() {\n    if (c) {\n  }\n\n  fun d() {\n  }\n}\n",
    "class A {\n  fun b() {\n    c(\n\n  fun d() {\n  }\n}\n",
    "class A {\nfun b() {\n  c()\n    }\n      fun d() {\n        e()\n      }\n}\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("kotlin", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("kotlin", text)
    assert_same("kotlin", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("kotlin", text)
