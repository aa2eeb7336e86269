"""What a dialect of SQL writes otherwise; what all write alike is in the fixture."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.units.extract import extract
from stemguard.units.lines import Lines
from stemguard.units.sql import sql_outline


def _found(text: str) -> list[str]:
    """Name, first and last line of all but columns."""
    marks = sql_outline(Lines(text)).marks
    return [
        f"{mark.name} {text.count(chr(10), 0, mark.start) + 1}-"
        f"{text.count(chr(10), 0, mark.end) + 1}"
        for mark in marks
        if mark.kind != "field"
    ]


def _columns(text: str) -> list[str]:
    return [mark.name for mark in sql_outline(Lines(text)).marks if mark.kind == "field"]


def test_a_delimiter_of_mysql_ends_a_routine() -> None:
    text = """
DELIMITER $$
CREATE PROCEDURE `one`()
BEGIN
  SELECT 'it\\'s; $$' AS text;
  IF a THEN SET b = 1; END IF;
END$$
CREATE FUNCTION two() RETURNS int RETURN 2 $$
DELIMITER ;
CREATE TABLE three (id int);
"""
    assert _found(text) == ["one 3-7", "two 8-8", "three 10-10"]


def test_what_mysql_alone_reads_is_read() -> None:
    text = (
        "/*!50001 CREATE ALGORITHM=UNDEFINED */\n/*!50013 DEFINER=`a`@`b` SQL SECURITY DEFINER */\n"
        "/*!50001 VIEW `seen` AS select 1 AS `one` */;\n"
    )
    assert _found(text) == ["seen 1-3"]


def test_keys_of_mysql_are_no_columns() -> None:
    text = (
        "CREATE TABLE a (`id` int, `key` text, PRIMARY KEY (`id`), KEY `by` (`key`), KEY (id),"
        " UNIQUE KEY b (id));"
    )
    assert _columns(text) == ["id", "key"]


def test_a_body_without_quotes_goes_to_the_end_of_its_batch() -> None:
    text = """
CREATE PROC [dbo].[One] AS
  SELECT CASE WHEN a = 1 THEN 2 END;
  CREATE TABLE #draft (id int);
GO
CREATE OR ALTER PROCEDURE Two AS
BEGIN
  BEGIN TRAN;
  SELECT 1;
END
GO
CREATE NONCLUSTERED INDEX three ON a (b)
GO
"""
    assert _found(text) == ["One 2-4", "Two 6-10", "three 12-12"]


def test_the_data_of_a_dump_is_passed_over() -> None:
    text = "COPY a FROM stdin;\nit's\nCREATE TABLE b (id int)\n\\.\nCREATE TABLE c (id int);\n"
    assert _found(text) == ["c 5-5"]


def test_statements_behind_a_copy_without_data_are_read() -> None:
    text = "COPY a FROM stdin; -- fails\nCREATE TABLE b (id int);\nCOPY b FROM stdin;\n1\n\\.\n"
    assert _found(text) == ["b 2-2"]


def test_a_statement_that_nothing_ends_ends_before_the_next() -> None:
    assert _found("CREATE TABLE a (id int)\nCREATE VIEW b AS SELECT 1\n-- last\n") == [
        "a 1-1",
        "b 2-2",
    ]


def test_a_routine_of_the_standard_ends_with_its_block() -> None:
    text = "CREATE PROCEDURE a() BEGIN ATOMIC\n SELECT 1;\nEND;\nCREATE TABLE b (id int);\n"
    assert _found(text) == ["a 1-3", "b 4-4"]


def test_what_oracle_declares_before_a_block_ends_nothing() -> None:
    text = """
CREATE PROCEDURE one IS
  number int := CASE 1 WHEN 1 THEN 2 END;
  other int;
BEGIN
  draw(number);
END one;
CREATE PACKAGE BODY two AS
  PROCEDURE three IS
  BEGIN
    draw(1);
  END three;
END two;
CREATE TABLE four (id int);
"""
    assert _found(text) == ["one 2-7", "two 8-13", "four 14-14"]


@pytest.mark.parametrize(
    "text",
    [
        "GRANT CREATE ON SCHEMA a TO b;",
        "CREATE INDEX ON a (b);",
        "CREATE SCHEMA AUTHORIZATION a;",
        "CREATE POLICY a ON TABLE b;",
        "SELECT 'a', $x$\nCREATE TABLE a (b int);\n$x$, $y$;",
        "-- CREATE TABLE a (b int);",
        "\\echo it's\nSELECT ';\nCREATE TABLE a';",
    ],
)
def test_what_creates_nothing_defines_nothing(text: str) -> None:
    assert _found(text) == []


def test_a_table_has_no_more_than_2000_columns() -> None:
    assert len(_columns("CREATE TABLE a (" + ",".join(f"c{n} int" for n in range(2500)))) == 2000


PIECES = (
    *(
        "CREATE ",
        "TABLE ",
        "FUNCTION ",
        "a",
        ".b",
        "(",
        ")",
        ",",
        ";",
        "\n",
        " AS ",
        " IS ",
        "BEGIN ",
    ),
    *("END ", "CASE ", "'", '"', "`", "$$", "$a$", "--", "/*", "*/", "\nGO\n", "\n/\n", "\\.", "é"),
    *("FROM STDIN;", "DELIMITER $$\n", "TYPE ", "PACKAGE ", "[", "]", "#", "\r", "E'", "\\'"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
@example("CREATE TABLE a (a, a, CREATE TABLE a (")
@example("CREATE TABLE a (a\n--\n--\n")
def test_units_hold_any_text_once_and_have_keys_of_their_own(text: str) -> None:
    extraction = extract("a.sql", text, "sql")
    stretches = sorted(stretch for own in extraction.spans for stretch in own)
    assert "".join(text[start:end] for start, end in stretches) == text
    assert len({unit.key for unit in extraction.units}) == len(extraction.units)
