"""The table of codes in the documentation against the codes themselves."""

from pathlib import Path

from damas_cli.check.codes import CODES
from damas_cli.check.messages import HELP, TEMPLATES

DOCS = Path(__file__).parents[2] / "docs" / "formats.md"


def test_the_documentation_lists_every_code():
    rows = [
        tuple(cell.strip() for cell in line.split("|")[1:4])
        for line in DOCS.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and line[3:6].isdigit()
    ]
    assert rows == [(code.code, code.name, code.severity) for code in CODES.values()]


def test_every_code_has_its_words():
    assert {key.split()[0] for key in TEMPLATES} == set(CODES)
    assert set(HELP) <= set(CODES)
