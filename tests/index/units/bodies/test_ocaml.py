"""Values of OCaml that hold no structure are not read, and are functions where they were."""

from __future__ import annotations

import pytest
from tests.index.units.bodies.same import assert_emptied, assert_none_lost, assert_read, assert_same

_EMPTIED = [
    """open A

(** Doc. *)
let a b ?(c = 1) ~d:(e, _) : (f, g) h =
  let i = j b in
  match i with
  | k -> l
  | exception M -> n
  (* Not a part. *)

(** Other. *)
let o : p = q r s

type t = U
""",
    """open A
let rec a = function
  | b -> c
and d e = f e
and g = fun h -> i
let j, k = l
let () = begin m end
""",
    """open A
module B = struct
  let[@inline] c d = e f
  let ( + ) g h = i
  let j =
    let k = l and m = n in
    k
end
exception E
""",
    """open A\r
let a b =\r
  let c = d in\r
  c\r
\r
let e = f g\r
""",
    """open A
let a =
  let b = "let x in" (* and so on *) in
  b
let c = d
""",
]
_READ = [
    "open A\nlet a = let module B = C in b\n",
    "open A\nlet a = (module struct let b = c end : D)\n",
    "open A\nlet a = object method b = c end\n",
    "open A\nlet a = let exception B in c\n",
    "open A\nlet a = b c and d = e\n",
    "open A\nlet a = b c let d = e f\n",
    "open A\nlet a = b c in\nprint a\n",
    "open A\nlet a = bcd;;\nlet e = fgh;;\n",
    "open A\nlet a = b [@@c]\n",
    "open A\nlet a = (b c) [@d]\n",
    "open A\nlet a = b c d (* e *)\n",
    'open A\nlet a = b "\nlet c = d\n"\n',
    "open A\nlet a = {b|\nlet c = d\n|b}\n",
    "open A\nlet a = b c (*\nlet d = e\n*)\n",
    "open A\nlet a = (* b *) function c -> d\n",
    "open A\nlet long_name (b : c) =\nlet d = e in\nf\n",
    "open A\nlet a b = if c then d else\nlet e = f in\ng\n",
    "open A\ntype a = B and cde = E of fgh\nand _ t = U of vwx\n",
]
_SAME = [
    "open A\ntype t = B\nand cdefghi = E of jkl\n",
    "open A\nlet a = function\n| B -> c\n| D -> e\nlet f = g h\n",
    "open A\nlet a =\n  b\n(* At the left,\n   all of it. *)\n  c\nlet d = e f\n",
    "open A\nlet a =\n  b;\n(* At the left,\n   all of it. *)\n  let c = d in\n  e\nlet f = g h\n",
    "module A = B (struct type t = u\n  let c = d e end)\nlet f = g h\n",
    "class a = object\n  method b c =\n    d e\n  val f = g\nend\n",
    "let a b =\n  c\n  [@d]\n\nlet e = f\n",
]
_BROKEN = [
    "let a b =\n\nlet c d = e f\n",
    "let a b = c (\n\nlet d e = f g\n",
    "module A = struct\n  let b c = d e\n  let f =\nlet g h = i j\n",
    "let a b = c d\nlet e f = match g with\n",
]


@pytest.mark.parametrize("text", _EMPTIED)
def test_what_defines_nothing_is_not_read(text: str) -> None:
    assert_emptied("ocaml", text)


@pytest.mark.parametrize("text", _READ)
def test_what_may_define_or_is_not_ended_is_read(text: str) -> None:
    assert_read("ocaml", text)


@pytest.mark.parametrize("text", _SAME)
def test_all_is_found(text: str) -> None:
    assert_same("ocaml", text)


@pytest.mark.parametrize("text", _BROKEN)
def test_what_is_broken_hides_nothing_that_would_be_found(text: str) -> None:
    assert_none_lost("ocaml", text)
