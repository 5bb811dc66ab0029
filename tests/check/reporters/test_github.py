"""The format `github`, letter by letter."""

from __future__ import annotations

from .reading import report


def test_a_command_a_finding() -> None:
    out = report("github", [("liga.pdn", b"1. 10-15 *")])
    assert next(line for line in out.splitlines() if "M001" in line) == (
        "::error title=M001 illegal-move,file=liga.pdn,line=1,col=4,endLine=1,endColumn=9::"
        "15 is on no diagonal of the piece, and no capture ends there [game 1, ply 1]"
    )


def test_levels_are_those_of_github() -> None:
    out = report("github", [("a", b'[Result "5-0"] 1. 10-14 5-0 [Result "*"] 1. 10-14 *')])
    assert {line.split()[0] for line in out.splitlines()} >= {"::warning", "::notice"}


def test_what_parts_a_command_is_escaped() -> None:
    out = report("github", [("a:b,c%\r\n.pdn", b'[Result "100 %,:"] 1. 10-14 1-0')])
    assert "file=a%3Ab%2Cc%25%0D%0A.pdn,line=1," in out
    assert "::100 %25,: is not a known result" in out
