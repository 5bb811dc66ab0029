"""Settings: the command line, `DAMAS_*` variables, configuration files, and which goes first."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damas_cli.cli import perft, variants
from damas_cli.cli.check import command as check
from damas_cli.cli.settings import SETTINGS
from damas_cli.cli.status import ExitStatus

from .running import Outcome, damas, damas_process

GAME = b'[Result "1-0"] 1. 10-14 23-15 1-0\n'
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str, name: str = "damas.toml") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Outcome]:
    def run(*arguments: str, folder: str = "", **options: Any) -> Outcome:
        return damas(*arguments, folder=str(tmp_path / folder), stdin=GAME, **options)

    return run


def shown(outcome: Outcome) -> dict[str, Any]:
    assert (outcome.status, outcome.err) == (ExitStatus.OK, "")
    return tomllib.loads(outcome.out)


# What every setting may be given as: in a file, in a variable, and what both then are.
VALUES: Mapping[str, tuple[object, str, object]] = {
    "select": (["M", "R004"], "M,R004", None),
    "ignore": (["quantity-law"], "quantity-law", None),
    "fail-on": ("error", "error", "error"),
    "output-format": ("jsonl", "jsonl", "jsonl"),
    "variant": ("russian", "russian", "russian"),
    "rules": ("club.toml", "club.toml", None),
    "no-progress": (25, "25", 25),
    "parser": ("lark", "lark", "lark"),
    "jobs": (2, "2", 2),
    "color": ("always", "always", "always"),
    "lang": ("es", "es", "es"),
}


def test_every_setting_is_tried() -> None:
    assert set(VALUES) == set(SETTINGS)


@pytest.mark.parametrize("key", SETTINGS)
def test_a_file_sets_it(key: str, write: Write, run: Callable[..., Outcome]) -> None:
    value, _, read = VALUES[key]
    path = write(f"{key} = {json.dumps(value)}\n")
    expected = str(path.parent / "club.toml") if key == "rules" else read or value
    result = run("check", "--show-settings")
    assert shown(result)[key] == expected
    assert f"# {path}: {key}\n" in result.out


@pytest.mark.parametrize("key", SETTINGS)
def test_a_variable_sets_it(key: str, write: Write, run: Callable[..., Outcome]) -> None:
    value, text, read = VALUES[key]
    write('select = ["S"]\nfail-on = "info"\nlang = "en"\n')
    result = run("check", "--show-settings", variables={SETTINGS[key].variable: text})
    assert shown(result)[key] in (read, value, [text])
    assert f"# {SETTINGS[key].variable}\n" in result.out


@pytest.mark.parametrize("key", SETTINGS)
def test_the_command_line_goes_first(key: str, write: Write, run: Callable[..., Outcome]) -> None:
    value, text, read = VALUES[key]
    write('select = ["S"]\nfail-on = "info"\nlang = "en"\n')
    result = run(
        *("check", "--show-settings", SETTINGS[key].option, text),
        variables={SETTINGS[key].variable: "nonsense"},
    )
    assert shown(result)[key] in (read, value, [text])
    assert "nonsense" not in result.out


def test_what_nobody_set_is_the_default(run: Callable[..., Outcome]) -> None:
    result = run("check", "--show-settings")
    assert shown(result) == {
        "select": ["ALL"],
        "ignore": [],
        "fail-on": "warning",
        "output-format": "full",
        "parser": "compiled",
        "jobs": "auto",
        "color": "auto",
        "lang": "en",
    }
    assert [line.split()[0] for line in result.out.splitlines() if line[0] != "#"] == list(
        shown(result)
    )
    assert {line[2:].split(":")[0] for line in result.out.splitlines() if line[0] == "#"} == {
        "variant",
        "rules",
        "no-progress",
    }


def test_shown_settings_are_a_configuration_file(write: Write, run: Callable[..., Outcome]) -> None:
    first = run("check", "--show-settings", "--select", "M,R", "--no-progress", "9")
    write(first.out)
    assert shown(run("check", "--show-settings")) == shown(first)


def test_settings_do_what_options_do(write: Write, run: Callable[..., Outcome]) -> None:
    write('select = "M"\noutput-format = "concise"\nfail-on = "info"\n')
    assert run("check").out.startswith("-:1:25: M001 ")
    assert run("check", "--select", "R").out == ""
    assert "-:1:25: M001 illegal-move" in run("check", "--isolated").out


@pytest.mark.parametrize(
    ("files", "source"),
    [
        ({"damas.toml": "jobs = 2"}, "damas.toml"),
        ({"a/damas.toml": "jobs = 2", "damas.toml": "jobs = 3"}, "a/damas.toml"),
        ({"a/b/pyproject.toml": "[tool.damas]\njobs = 2"}, "a/b/pyproject.toml"),
        ({"damas.toml": "jobs = 2", "pyproject.toml": "[tool.damas]\njobs = 3"}, "damas.toml"),
        ({"pyproject.toml": "tool = { damas = { jobs = 2 } }"}, "pyproject.toml"),
        # These say nothing to damas, and the search goes on.
        ({"a/b/pyproject.toml": "[project]\nname = 'x'", "damas.toml": "jobs = 2"}, "damas.toml"),
        ({"a/pyproject.toml": "[tool.ruff]\n# damas", "damas.toml": "jobs = 2"}, "damas.toml"),
        ({"a/pyproject.toml": "this is not TOML", "damas.toml": "jobs = 2"}, "damas.toml"),
        ({"a/b/damas.toml/x": "", "damas.toml": "jobs = 2"}, "damas.toml"),
    ],
)
def test_the_nearest_file_upwards_is_read(
    files: dict[str, str], source: str, write: Write, run: Callable[..., Outcome], tmp_path: Path
) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    for name, text in files.items():
        write(text, name)
    result = run("check", "--show-settings", folder="a/b")
    assert shown(result)["jobs"] == 2
    assert f"# {tmp_path / source}: jobs\n" in result.out


def test_a_file_can_be_named(write: Write, run: Callable[..., Outcome]) -> None:
    write("jobs = 2")
    other = write("jobs = 3", "other/other.toml")
    project = write("[tool.damas]\njobs = 4", "other/pyproject.toml")
    assert shown(run("check", "--show-settings", "--config", str(other)))["jobs"] == 3
    assert shown(run("check", "--show-settings", f"--config={project}"))["jobs"] == 4
    assert shown(run("check", "--show-settings", "--isolated"))["jobs"] == "auto"
    both = run("check", "--isolated", "--config", str(other))
    assert both.status == ExitStatus.USAGE
    assert "'--isolated'" in both.err


def test_a_named_file_that_is_not_there(run: Callable[..., Outcome], tmp_path: Path) -> None:
    result = run("check", "--config", str(tmp_path / "none.toml"))
    assert result.status == ExitStatus.UNREADABLE
    assert "none.toml: No such file" in result.err
    empty = tmp_path / "pyproject.toml"
    empty.write_text("[project]\n")
    result = run("check", "--config", str(empty))
    assert result.status == ExitStatus.USAGE
    assert "[tool.damas]" in result.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('selct = "M"', "'selct' is no setting; did you mean 'select'?"),
        ('fail_on = "info"', "'fail_on' is no setting; did you mean 'fail-on'?"),
        ("zzzzzz = 1", "'zzzzzz' is no setting\n"),
        ("exit-zero = true", "'exit-zero' is no setting\n"),
        ("jobs = true", 'jobs: must be a whole number or "auto", not a truth value'),
        ("jobs = 1.5", 'jobs: must be a whole number or "auto", not a number with a point'),
        ('jobs = "2"', 'jobs: must be a whole number or "auto", not a text'),
        ("no-progress = 1.5", "no-progress: must be a whole number, not a number with a point"),
        ("select = 1", "select: must be a list of texts, not a number"),
        ('select = ["M", 1]', "select: the list may hold texts only"),
        ("lang = {}", "lang: must be a text, not a table"),
        ("color = 2024-01-01", "color: must be a text, not a date"),
        ('select = "M"\nselect = "R"', "damas.toml:2: not TOML"),
        ("jobs = ", "damas.toml:1: not TOML"),
        ("\x00", "damas.toml:1: not TOML"),
    ],
)
def test_a_file_that_makes_no_sense(
    text: str, told: str, write: Write, run: Callable[..., Outcome]
) -> None:
    path = write(text)
    result = run("check")
    assert result.status == ExitStatus.USAGE
    assert str(path) in result.err
    assert told in result.err
    assert result.out == ""


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("select", "M,X", "no rule is called 'X'"),
        ("fail-on", "never", "'never'"),
        ("output-format", "xml", "'xml'"),
        ("variant", "klingon", "klingon"),
        ("no-progress", "0", "0"),
        ("jobs", "many", "'many'"),
        ("color", "red", "'red'"),
        ("lang", "fr", "'fr'"),
        ("parser", "yacc", "'yacc'"),
    ],
)
def test_a_bad_value_is_blamed_on_where_it_comes_from(
    key: str, value: str, told: str, write: Write, run: Callable[..., Outcome]
) -> None:
    variable = SETTINGS[key].variable
    result = run("check", variables={variable: value})
    assert result.status == ExitStatus.USAGE
    assert f"Invalid value for {variable}: " in result.err
    assert told in result.err
    path = write(f"{key} = {value if value == '0' else json.dumps(value)}")
    result = run("check")
    assert result.status == ExitStatus.USAGE
    assert f"{path}: {key}: " in result.err


def test_rules_are_beside_the_file_that_names_them(
    write: Write, run: Callable[..., Outcome], tmp_path: Path
) -> None:
    write('rules = "rules/club.toml"')
    write('base = "spanish"\nname = "club"\n[draw.no_progress]\nmoves = 1\n', "rules/club.toml")
    (tmp_path / "deep").mkdir()
    result = run("check", folder="deep")
    assert result.status in (ExitStatus.FINDINGS, ExitStatus.USAGE)
    write('rules = "missing.toml"')
    result = run("check", folder="deep")
    assert result.status == ExitStatus.UNREADABLE
    assert str(tmp_path / "missing.toml") in result.err


def test_paths_of_odd_characters(run: Callable[..., Outcome], write: Write) -> None:
    write('rules = "a\\u0000\\u001b.toml"')
    result = run("check")
    assert result.status == ExitStatus.UNREADABLE
    assert "\\x00\\x1b.toml" in result.err
    path = write("jobs = 2", "odd\n\x1b/damas.toml")
    result = run("check", "--show-settings", "--config", str(path))
    assert shown(result)["jobs"] == 2
    assert "odd\\n\\x1b" in result.out
    assert "\x1b" not in run("check", "--config", str(path) + "x").err


def test_a_variant_from_nearer_by_overrules_rules_from_afar(
    write: Write, run: Callable[..., Outcome]
) -> None:
    write('rules = "missing.toml"')
    assert run("check", "--variant", "spanish").status == ExitStatus.FINDINGS
    assert run("check", variables={"DAMAS_VARIANT": "spanish"}).status == ExitStatus.FINDINGS
    write('variant = "klingon"')
    assert run("check", "--rules", "examples/reglas-club.toml").status == ExitStatus.FINDINGS
    write('variant = "spanish"\nrules = "missing.toml"')
    result = run("check")
    assert result.status == ExitStatus.USAGE
    assert "damas.toml: rules: goes without --variant" in result.err


keys = st.sampled_from([*SETTINGS, "exit-zero", ""]) | st.text()
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@given(table=st.dictionaries(keys, values, max_size=3), tail=st.binary(max_size=9))
def test_no_file_makes_damas_crash(
    table: dict[str, object], tail: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    lines = [f"{json.dumps(key)} = {json.dumps(value)}\n" for key, value in table.items()]
    path.write_bytes("".join(lines).encode("utf-8", "replace") + tail)
    result = damas("check", "--config", str(path), stdin=GAME)
    assert result.status in (ExitStatus.OK, ExitStatus.FINDINGS, ExitStatus.USAGE, 3)
    assert (result.status == ExitStatus.USAGE) <= (str(path) in result.err)


@given(
    variables=st.dictionaries(st.sampled_from([s.variable for s in SETTINGS.values()]), st.text())
)
def test_no_variable_makes_damas_crash(variables: dict[str, str]) -> None:
    result = damas("check", stdin=GAME, variables=variables)
    assert result.status in (ExitStatus.OK, ExitStatus.FINDINGS, ExitStatus.USAGE, 3)
    if result.status == ExitStatus.USAGE:
        assert any(variable in result.err for variable in variables)


def test_an_empty_variable_says_nothing(run: Callable[..., Outcome]) -> None:
    assert shown(run("check", "--show-settings", variables={"DAMAS_SELECT": ""}))["select"] == [
        "ALL"
    ]


def test_other_variables_are_nobodys_business(run: Callable[..., Outcome]) -> None:
    others = {"DAMAS_SELCT": "M", "DAMAS_PURE": "1", "DAMAS_CORPUS": "x", "DAMAS_TRACEBACK": ""}
    assert run("check", "--show-settings", variables=others).err == ""


def test_other_commands_take_what_concerns_them(write: Write, run: Callable[..., Outcome]) -> None:
    write('variant = "international"\nselect = "M"\njobs = 99\nno-progress = 3\n')

    def first_moves(*arguments: str, **options: Any) -> str:
        return run("perft", "1", *arguments, **options).out.split()[1]

    assert first_moves() == "9"
    assert first_moves("--isolated") == "7"
    assert first_moves(variables={"DAMAS_VARIANT": "spanish"}) == "7"
    assert len(run("variants").out.splitlines()) > 10
    write("nonsense = 1")
    assert run("perft", "1").status == ExitStatus.USAGE
    assert run("variants").status == ExitStatus.OK


@pytest.mark.parametrize("arguments", [["check", "--help"], ["perft", "-h"], ["--version"]])
def test_help_needs_no_settings(
    arguments: list[str], write: Write, run: Callable[..., Outcome]
) -> None:
    asked = damas(*arguments)
    write("nonsense = 1")
    told = run(*arguments, variables={"DAMAS_OUTPUT_FORMAT": "json"})
    assert (told.status, told.out) == (ExitStatus.OK, asked.out)


@pytest.mark.parametrize("command", [check, perft.command, variants.command])
def test_help_names_the_variables(command: Any) -> None:
    told = " ".join(damas(str(command.name), "--help").out.split())
    for setting in SETTINGS.values():
        named = f"[env: {setting.variable}]" in told
        assert named == (setting.commands is None or command.name in setting.commands)


def test_the_language_of_a_file_is_spoken(write: Write, run: Callable[..., Outcome]) -> None:
    def language(*arguments: str, **options: Any) -> object:
        return shown(run("check", "--show-settings", *arguments, **options))["lang"]

    path = write('lang = "es"')
    assert language(variables={"LC_ALL": "C"}) == "es"
    assert language("--lang", "en") == "en"
    assert language(variables={"DAMAS_LANG": "en"}) == "en"
    assert language("--isolated") == "en"
    other = write('lang = "en"', "other.toml")
    assert language("--config", str(other), variables={"LANG": "es_ES"}) == "en"
    assert language(f"--config={path}", folder="..") == "es"


def test_a_process_looks_where_it_was_started(write: Write, tmp_path: Path) -> None:
    write('select = "M"\noutput-format = "concise"\n')
    result = damas_process("check", "-q", input=GAME.decode(), cwd=tmp_path)
    assert result.stdout.startswith("-:1:25: M001 ")
    assert result.stdout.count("\n") == 1
