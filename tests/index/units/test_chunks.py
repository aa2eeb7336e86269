from stemguard.units.chunks import Chunk, chunks
from stemguard.units.extract import extract
from stemguard.units.lines import Lines


def lines_of_chunks(text: str) -> list[tuple[int, int]]:
    found = chunks(Lines(text), [(0, len(text))] if text else [])
    return [(chunk.first_line, chunk.last_line) for chunk in found]


def test_white_space_makes_no_chunk() -> None:
    assert lines_of_chunks("") == []
    assert lines_of_chunks(" \n\n\t\n" * 100) == []


def test_sixty_lines_are_one_chunk() -> None:
    assert lines_of_chunks("x\n" * 60) == [(0, 59)]


def test_sixty_one_lines_without_a_blank_one_are_cut_at_sixty() -> None:
    assert lines_of_chunks("x\n" * 61) == [(0, 59), (60, 60)]
    assert lines_of_chunks("x\n" * 60 + "x") == [(0, 59), (60, 60)]


def test_a_cut_is_at_the_last_blank_line_within_sixty() -> None:
    text = "x\n" * 10 + "\n" + "x\n" * 20 + " \t\n" + "x\n" * 60
    assert lines_of_chunks(text) == [(0, 30), (32, 91)]


def test_each_sixty_lines_are_counted_from_the_last_cut() -> None:
    text = ("x\n" * 39 + "\n") * 3
    assert lines_of_chunks(text) == [(0, 38), (40, 78), (80, 118)]


def test_a_blank_line_that_is_the_sixty_first_cuts_nothing() -> None:
    text = "x\n" * 60 + "\n" + "x\n" * 5
    assert lines_of_chunks(text) == [(0, 59), (61, 65)]


def test_blank_lines_at_both_ends_are_not_counted() -> None:
    assert lines_of_chunks("\n" * 30 + "x\n" * 60 + "\n" * 30) == [(30, 89)]


def test_chunks_take_all_of_the_text_between_them() -> None:
    text = "\n" + "x\n" * 50 + "\n\n" + "x\n" * 50 + "\n"
    assert chunks(Lines(text), [(0, len(text))]) == [
        Chunk(0, 103, 1, 50),
        Chunk(103, 204, 53, 102),
    ]


def test_carriage_returns_end_lines_too() -> None:
    assert lines_of_chunks("x\r" * 61) == [(0, 59), (60, 60)]
    assert lines_of_chunks("x\r\n" * 61) == [(0, 59), (60, 60)]
    assert lines_of_chunks("x\x0c" * 61) == [(0, 0)]


def test_blank_lines_between_definitions_are_not_counted() -> None:
    text = "import os\n\n\n" + "def f(): pass\n\n\n" * 100
    units = extract("a.py", text, "python").units
    assert [unit.key[1:] for unit in units if unit.kind == "file"] == [(0, 0, "file")]


def test_the_remainder_between_definitions_is_counted_as_one() -> None:
    text = "".join(f"a{i} = 1\nb = 2\ndef f{i}(): pass\n" for i in range(40))
    files = [unit for unit in extract("d/a.py", text, "python").units if unit.kind == "file"]
    assert [unit.key[1:] for unit in files] == [(0, 0, "file"), (90, 0, "file")]
    assert [unit.name for unit in files] == ["a.py", "a.py"]
    assert [unit.container for unit in files] == ["d", "d"]
    assert files[0].range.end.line == 89
    assert files[1].range.start[:2] == (90, 0)
    assert "a29" in files[0].body
    assert "a30" in files[1].body


def test_a_long_module_docstring_stays_with_the_file() -> None:
    text = "# licence\n" * 40 + '"""Doc.\n' + "line\n" * 100 + '"""\n' + "x = 1\n" * 60
    (unit,) = extract("a.py", text, "python").units
    assert unit.doc.startswith("Doc.")
    assert unit.body.count("x = 1") == 60
