"""Equations and signatures of Haskell are not read, but for what may define, or document."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_none_lost, assert_read, assert_same

_EMPTIED = [
    """import A

-- | Doc.
a :: B -> [C]
  -> IO ()
a (b : c) D{..} = do
  e <- f b
  where
    g = c
-- | Other.
data H = I
""",
    """import A
a b
  | c > d = e
  | otherwise = f

{-# INLINE a #-}
(<+>), g :: A -> A -> A
(<+>) = \\case
  B -> 'c'

  -- Not a part.
""",
    """import A
instance B C where
  d e = f
    where g = h
  i !j ~k l@(m, _)
    | j = n
    | True = o
class P q where
  r :: q
  r = s
""",
    """import A\r
a :: B\r
a = c\r
  d\r
\r
e = f\r
""",
    """import A
a = b [c | d <- e] "f" $
  g
-- At the left.
    h
i = j
""",
]
_READ = [
    "import A\nx <+> y = x y z\n",
    "import A\na `b` c = a c d\n",
    "import A\nx : xs = y z zs\n",
    "import A\na@(b, c) = d e f\n",
    "import A\na = bcd; e = fgh\n",
    "import A\ndata A = B\n  { a :: Int -- ^ c\n  }\n",
    "import A\ndata A = B {\n    a :: Int,\n    b :: Int\n  }\n",
    "import A\ntype a ~> b = a b c\ntype instance A b = C d\n",
    "import A\na :: B -- ^ One.\n  -> C -- ^ Other.\n",
    "import A\na = b c d -- e\n",
    "import A\na = [d| b = c |]\n",
    "import A\na = b {- c\nd=e\n-}\n",
    "import A\na = b c d\n{- e\n-}\n  f\n",
    'import A\na = "b\\\n\\c" d\n',
    "import A\nmakeLenses A { b = c } 'd\n",
]
_SAME = [
    "import A\na b = case b of\n  c | d -> e\n  _ | f -> g -- h\n-- Doc.\ni = j k l\n",
    "import A\na = B {- c -}\n  { d = e f g\n  , h = i\n  }\nj = k\n",
    "import A\n{-\na = b c d\n  e\n-}\n-- Doc.\nf = g h i\n",
    "import A\na =\n#if B\n  c\n#else\n  d\n#endif\ne = f g h\n",
    "import A\na 0 = b c d\na _ = e f g\n-- h\na i = j k l\n",
]
_BROKEN = [
    "import A\na = b\n\tc\n  where\n\td = e\nf = g h i\n",
    "import A\na =\nb = c d e\n",
    "import A\na = b (\nc = d e f\n",
    "import A\na = b c d\n  where\ne = f g h\n",
    "import A\na ::\nb = c d e\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("haskell", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_document_is_read(text: str) -> None:
    assert_read("haskell", text)


@pytest.mark.parametrize("text", _SAME)
def test_all_is_found(text: str) -> None:
    assert_same("haskell", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_none_lost("haskell", text)
