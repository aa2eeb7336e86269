"""Scala's functions without functions, classes or objects of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "package a\n\n/** B. */\nclass B[+C](val d: Int) extends E with F { self =>\n"
    "  override protected[a] def g[H <: I](\n    j: (H => Int) => Unit,\n    k: Int = l(1))"
    "(implicit m: N): H = {\n    j { o =>\n      p(classOf[B])\n    }\n  }\n\n"
    "  def this() {\n    this(1)\n  }\n\n  def &~ (q: R): S = t match {\n"
    "    case U(v) => w\n  }\n  val x = 1\n}\n",
    'object A {\r\n\tdef b = {\r\n\t\tc("}{")\r\n\t}\r\n\r\n\tval d = 1\r\n}\r\n',
    "trait A {\n  def b: Int\n  def c(d: E): F\n  lazy val g = {\n    h\n  }\n"
    "  val i: J => K = {\n    case l => m\n  }\n}\n",
    "object A {\n  def b = new C {\n    val d = 1\n    def e() {\n      f()\n    }\n  }\n}\n",
]
_READ = [
    "class A {\n  def b = {\n    def c = 1\n    c\n  }\n}\n",
    "class A {\n  def b = {\n    case class C(d: Int)\n    object E extends F\n    1\n  }\n}\n",
    "class A {\n  def b = {\n    type C = D\n    1\n  }\n}\n",
    "class A {\n  def b = {\n    c(new D { val e = 1 })\n    new F(\n      g, (h)) with I\n    {\n"
    "      val j = 1\n    }\n  }\n}\n",
    "class A {\n  def b: C\n  class D {\n    val e = 1\n  }\n  val f = new G {\n    val h\n  }\n"
    "  type I = {\n    val j: Int\n  }\n}\n",
    "import a._\n\nclass B\nextends C\nwith D {\n  val e = 1\n}\n",
    "enum A {\n  case B(c: Int) extends A {\n    val d = 1\n  }\n}\n",
    'object A {\n  def b = {\n    c("""\n  }\n    """)\n  }\n}\n',
    "object A {\n  def b = {\n    /*\n  }\n    */\n    c\n  }\n}\n",
    "class A\n  {\n  def b()\n    {\n    c()\n    }\n  }\n",
    "class A:\n  def b =\n    c\n  val d = 1\n",
]
_BROKEN = [
    "class A {\n  def b = {\n    if (c) {\n  }\n\n  def d = {\n  }\n}\n",
    "class A {\n  def b = {\n    c(\n\n  def d = {\n  }\n}\n",
    "class A {\ndef b = {\n  c\n    }\n      def d = {\n        e\n      }\n}\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("scala", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("scala", text)
    assert_same("scala", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("scala", text)
