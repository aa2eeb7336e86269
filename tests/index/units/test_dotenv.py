import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.units.dotenv import without_values
from stemguard.units.extract import extract

PIECES = st.sampled_from(
    [
        *("KEY=", "export K2 = ", "\t lower.key=", "# about", "#OLD=", "word", "=", "'", '"', "`"),
        *(
            "$",
            "\\",
            " ",
            "é😀",
            "-----BEGIN X-----",
            "-----END X-----",
            "# ====",
            "\x0c",
            "\u2028",
        ),
        *("\n", "\n", "\r\n", "\r"),
    ]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join)


def shown(*lines: str) -> list[str]:
    """What is left of each line, blanks at its end left out."""
    return [line.rstrip() for line in without_values("\n".join(lines)).split("\n")]


@pytest.mark.parametrize(
    "line",
    [
        "KEY=value",
        "KEY=",
        "KEY='a b' # no comment",
        'KEY="a \\" b"',
        "KEY=it's",
        "KEY=a=b",
        "KEY=$'a'",
        "KEY=\\",
    ],
)
def test_a_key_is_shown_and_its_value_is_not(line: str) -> None:
    assert shown(line) == ["KEY="]


def test_the_key_behind_a_value_of_one_line_is_shown() -> None:
    assert shown("A=it's", "B='x' y", 'C="a\'"', "D=1") == ["A=", "B=", "C=", "D="]


def test_blanks_and_export_do_not_hide_a_key() -> None:
    assert shown("  export KEY = secret", "\tother.key-2=x") == ["  export KEY =", "\tother.key-2="]


@pytest.mark.parametrize("quote", ["'", '"', "`"])
def test_a_value_in_quotes_goes_on_to_the_quote_that_closes_it(quote: str) -> None:
    assert shown(f"A={quote}one", f"TWO=2 \\{quote}", "three", f"FOUR=4{quote} five", "B=1") == [
        "A=",
        "",
        "",
        "",
        "B=",
    ]


def test_a_quote_that_nothing_closes_hides_the_rest() -> None:
    assert shown("A=1", 'B="two', "THREE=3", "# four") == ["A=", "B=", "", ""]


def test_a_value_goes_on_behind_a_backslash() -> None:
    assert shown("A=one\\", "TWO=2", "B=1") == ["A=", "", "B="]


@pytest.mark.parametrize("before", ["A=", "A='", "", "#A="])
def test_a_block_of_pem_is_a_value_wherever_it_stands(before: str) -> None:
    block = ["-----BEGIN RSA PRIVATE KEY-----", "MIIEow", "abc=", "-----END RSA PRIVATE KEY-----"]
    lines = shown(before + block[0], *block[1:-1], block[-1] + before[2:].strip("="), "B=1")
    assert lines == [before.rstrip("='") + "=" * (before[:2] == "A="), "", "", "", "B="]


def test_what_is_no_assignment_is_taken_for_the_rest_of_a_value() -> None:
    assert shown("layout python", "PATH_add bin", "KEY", "- x", "key: x", "a b=c") == [""] * 6


def test_a_comment_is_shown_up_to_a_value_in_it() -> None:
    assert shown("  # Where it lives.", "#API_KEY=old", "# set A = b", "# ==== Title ====") == [
        "  # Where it lives.",
        "#API_KEY",
        "# set A",
        "# ==== Title ====",
    ]


@given(TEXTS)
@example("KEY=\\\r\nsecret\rB=1")
@example("KEY='\r\n\\")
@example("KEY=-----BEGIN X-----\r-----END")
def test_every_character_keeps_its_place_and_a_second_time_changes_nothing(text: str) -> None:
    masked = without_values(text)
    assert len(masked) == len(text)
    assert all(new in (old, " ") for new, old in zip(masked, text, strict=True))
    assert all(new == old for new, old in zip(masked, text, strict=True) if old in "\r\n")
    assert without_values(masked) == masked


@given(TEXTS, st.sampled_from(["KEY=", "export KEY=", "KEY='", "a key "]), TEXTS)
def test_a_value_is_never_shown(before: str, opening: str, after: str) -> None:
    assert "S3cr3t" not in without_values(f"{before}\n{opening}S3cr3t{after}")


def test_keys_are_constants_documented_by_the_comments_above_them() -> None:
    text = without_values("# Top.\n\n# Where\n#  it lives.\nexport DB_HOST=a\nPORT=1\n  low = 2")
    units = extract("conf/.env", text, "dotenv").units
    assert [(unit.kind, unit.name, unit.container, unit.doc) for unit in units] == [
        ("file", ".env", "conf", ""),
        ("constant", "DB_HOST", "", "Where\nit lives."),
        ("constant", "PORT", "", ""),
        ("constant", "low", "", ""),
    ]
    assert units[0].body.strip() == "# Top."
    assert [unit.key[1:3] for unit in units[1:]] == [(4, 7), (5, 0), (6, 2)]
    assert units[1].range.start[:2] == (4, 0)
    assert units[3].range.start[:2] == (6, 2)
