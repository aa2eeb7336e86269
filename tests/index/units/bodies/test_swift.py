"""Swift's functions without functions or types of their own are not read."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_read, assert_same

_EMPTIED = [
    "import A\n\n/// B.\npublic final class B: C {\n  @objc(d) public override func d<T>(\n"
    "    _ e: @escaping ((T) -> Int) -> Void,\n    f: Int = g(1)\n  ) async throws -> T\n"
    "  where T: H {\n    e { i in\n      j()\n    }\n  }\n\n  required init?(k: Int) {\n"
    "    super.init()\n  }\n\n  deinit {\n    l()\n  }\n\n  class func m() {\n    n()\n  }\n}\n",
    'struct A {\r\n\tfunc b() {\r\n\t\tc("}{\\(d)")\r\n\t}\r\n\r\n\tlet e = 1\r\n}\r\n',
    "class A {\n  var b: Int {\n    get {\n      return 1\n    }\n    set {\n      c()\n    }\n"
    "  }\n  lazy var d: E = {\n    let f = E()\n    return f\n  }()\n"
    "  static var g = 1 {\n    didSet {\n      h()\n    }\n  }\n"
    "  subscript(i: Int) -> Int {\n    j()\n  }\n}\n",
    "class A {\n  static func == (b: A, c: A) -> Bool\n  {\n    return d\n  }\n"
    "  func `e`()\n    -> F {\n    switch g {\n    case .h: i()\n    }\n  }\n}\n",
    "import A\n\nlet a = b.map { c in\n  let d = c\n  return d\n}\nlet e = 1\n",
]
_READ = [
    "class A {\n  func b() {\n    func c() {}\n  }\n}\n",
    "class A {\n  func b() {\n    struct C { let d: Int }\n    enum E: F { case g }\n  }\n}\n",
    "class A {\n  func b() {\n    typealias C = D\n  }\n}\n",
    "protocol A {\n  func b(c: Int)\n  init(d: Int)\n  var e: Int {\n    get\n  }\n"
    "  var f: Int {\n    get set\n  }\n}\n",
    '@_silgen_name("a")\nfunc a()\n\nclass B {\n  let c = 1\n}\n\nextension D\nwhere E: F {\n'
    "  var g: Int { 1 }\n}\n",
    "indirect enum A {\n  case b(c: Int)\n  case d\n}\n\nactor E {\n  let f = 1\n}\n",
    'func a() {\n  b("""\n}\n  """)\n}\n',
    "func a() {\n  /*\n}\n  */\n  b()\n}\n",
    "class A\n  {\n  func b()\n    {\n    c()\n    }\n  }\n",
]
_BROKEN = [
    "class A {\n  func b() {\n    if c {\n  }\n\n  func d() {\n  }\n}\n",
    "class A {\n  func b() {\n    c(\n\n  func d() {\n  }\n}\n",
    "class A {\nfunc b() {\n  c()\n    }\n      func d() {\n        e()\n      }\n}\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("swift", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_go_beyond_the_body_is_read(text: str) -> None:
    assert_read("swift", text)
    assert_same("swift", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_same("swift", text)
