"""No English escapes the catalogue: neither a text that is not marked, nor one in Spanish help."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from damas_cli import language
from damas_cli.check.run import check_text
from damas_cli.cli import application, click_phrases
from damas_cli.cli.status import ExitStatus
from damas_cli.rules.variant import get_variant, variant_names

from .catalogue import KEYWORDS, PACKAGE, called
from .cli.commands import EVERY_COMMAND
from .cli.running import Outcome, damas

# What hands its words to the user, and options whose words are shown in the help.
SAYING = {"say", "complain", "print", "BadParameter", "UsageError", "bad", "SourceError"}
SHOWN = {"help", "metavar", "epilog"}
# Calls whose arguments are keys and the like.
NO_WORDS = {"join", "replace", "get", "dumps"}
# Data, which is the same in every language: the last row of `perft --divide`, metavars, names.
DATA = {"total", "FEN", "MIB", "bash", "zsh", "fish"}

MODULES = sorted([*(PACKAGE / "cli").rglob("*.py"), *(PACKAGE / "check").rglob("*.py")])


def unmarked(node: ast.AST) -> Iterator[str]:
    """Yield the words in a value that no keyword of the catalogue takes."""
    if isinstance(node, ast.Call):
        if called(node) not in KEYWORDS and called(node) not in NO_WORDS:
            if ast.unparse(node) == "str(error)":  # English, whoever says it
                yield "str(error)"
            for argument in node.args:
                yield from unmarked(argument)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and not node.value.startswith("damas "):  # a command line
            yield from re.findall(r"(?<![-\w])[A-Za-z]{3,}", node.value)
    elif not isinstance(node, ast.Subscript | ast.Compare | ast.FormattedValue):
        for child in ast.iter_child_nodes(node):
            yield from unmarked(child)
    elif isinstance(node, ast.FormattedValue):
        yield from unmarked(node.value)


def escapes(source: str) -> list[tuple[int, str]]:
    """Return the English that a module shows to users without the catalogue, with its line."""
    found = []
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        shown = [word.value for word in call.keywords if word.arg in SHOWN]
        itself = isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "self"
        if called(call) in SAYING and not itself:
            shown += call.args[1:] if called(call) in ("bad", "SourceError") else call.args
        for value in shown:
            # The lines below the heading of an epilog are commands.
            if isinstance(value, ast.Constant) and str(value.value).startswith("\b\nExamples:\n"):
                continue
            found += [(call.lineno, word) for word in unmarked(value) if word not in DATA]
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_what_is_said_is_marked(module: Path) -> None:
    assert not escapes(module.read_text("utf-8"))


@pytest.mark.parametrize(
    "source",
    [
        'env.say("no games")',
        'env.complain(f"{path}: no games")',
        'env.say(f"{count} " + ("games" if count else "none"))',
        'typer.Option("--json", help="Print one object.")',
        'raise bad("--suite", "goes alone")',
        'env.print(shown("one line a file"))',
        "env.complain(visible(str(error)))",
    ],
)
def test_what_is_not_marked_is_found(source: str) -> None:
    assert escapes(source)


# Words that Spanish does not have, and that hardly any English sentence does without.
ENGLISH = re.compile(
    r"\b(the|of|and|is|are|not|with|without|for|from|this|that|which|what|where|when|it|its|by|to"
    r"|an|all|each|more|than|must|only|did|you|mean|see|try|show|print|missing|invalid|options?"
    r"|usage|arguments?|commands?|default|required|value|file|rules?|name|move|games?|errors?:)\b",
    re.IGNORECASE,
)
# Names of the command line, and what stands in the rules' own language.
NAMES = re.compile(
    r"--?[\w-]+|'[^']*'|`[^`]*`|\[[a-z|-]+\]|\bALL\b"
    r"|^    (?:damas|zcat) .*|^  [a-z]+  |damas [a-z]+",
    re.MULTILINE,
)


def english_in(text: str) -> set[str]:
    return {match[0].lower() for match in ENGLISH.finditer(NAMES.sub(" ", text))} - {"error:"}


HELPED = [[], *(typed.split() for typed in EVERY_COMMAND)]


@pytest.mark.parametrize("command", HELPED, ids=lambda command: " ".join(command) or "damas")
class TestHelp:
    def test_in_spanish_it_holds_no_english(self, command: list[str]) -> None:
        told = damas(*command, "--lang", "es", "--help").out
        assert told.startswith("Uso: damas")
        assert not english_in(told)

    def test_the_other_language_leaves_no_trace(self, command: list[str]) -> None:
        before = damas(*command, "--help").out
        assert len(english_in(before)) > 3
        assert damas(*command, "--help", "--lang=es").out != before
        assert damas(*command, "--help").out == before

    def test_the_option_is_described(self, command: list[str]) -> None:
        assert "--lang [en|es]" in damas(*command, "--help").out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["chek"],
        ["zzz"],
        ["--verzion"],
        ["check", "--foo"],
        ["check", "--quieta"],
        ["check", "--color", "blau"],
        ["check", "--jobs", "0"],
        ["check", "--jobs", "many"],
        ["check", "--variant"],
        ["check", "--variant", "25"],
        ["check", "--variant", "english", "--rules", "x.toml"],
        ["check", "--quiet=2"],
        ["check", "--lang", "fr"],
        ["check", "falta.pdn"],
        ["check", "--rules", "falta.toml"],
        ["perft"],
        ["perft", "1", "2", "3"],
        ["perft", "deep"],
        ["perft", "999999"],
        ["perft", "2", "--fen", "W:W99"],
        ["perft", "2", "--max-nodes", "3"],
        ["perft", "2", "--suite", "x.tsv", "--divide"],
        ["perft", "0", "--divide"],
        ["perft", "--suite", "falta.tsv"],
        ["perft", "9", "--hash", "9999999999"],
        ["variants", "inglesas"],
    ],
    ids=" ".join,
)
def test_what_is_wrong_is_said_in_spanish(arguments: list[str]) -> None:
    result: Outcome = damas(*arguments, variables={"LC_ALL": "es_ES.UTF-8"})
    assert result.status in (2, 3)
    assert result.out == ""
    # What the system says of a file stays as the system says it.
    assert not english_in(result.err.replace("No such file or directory", ""))
    assert result.err != damas(*arguments).err


class TestTheLanguage:
    @pytest.mark.parametrize(
        ("variables", "spoken"),
        [
            ({}, "en"),
            ({"LANG": "es_MX.UTF-8"}, "es"),
            ({"LANG": "es_ES", "LC_ALL": "C"}, "en"),
            ({"LC_ALL": "C", "DAMAS_LANG": "es"}, "es"),
            ({"LANG": "es_ES", "DAMAS_LANG": "en"}, "en"),
            ({"LANG": "est_EE"}, "en"),
        ],
    )
    def test_of_the_variables(self, variables: dict[str, str], spoken: str) -> None:
        told = damas("check", stdin=b"", variables=variables).err
        assert ("partidas" if spoken == "es" else "games") in told

    @pytest.mark.parametrize("place", [0, 1, 2, 3])
    def test_the_option_may_stand_anywhere(self, place: int) -> None:
        arguments = ["check", "-q", "-"]
        arguments[place:place] = ["--lang", "es"]
        told = damas(*arguments, stdin=b"1. 10-15 *", variables={"LANG": "en"})
        assert "no consta" in told.out
        assert damas(*arguments, "--nope").err.startswith("damas check: error: No existe la opción")

    def test_the_last_option_counts_and_none_after_two_dashes(self) -> None:
        assert "partidas" in damas("--lang", "en", "check", "--lang=es").err
        told = damas("check", "--", "--lang", "es").err
        assert "--lang: No such file" in told
        assert "0 games" in told

    def test_english_reads_no_catalogue(self, monkeypatch: pytest.MonkeyPatch) -> None:
        opened: list[str] = []
        monkeypatch.setattr(language, "_catalogue", opened.append)
        assert damas("check", "-", stdin=b"1. 10-15 *").status == 1
        assert damas("check", "--nope").status == 2
        assert not opened

    def test_another_language_is_wrong_usage(self) -> None:
        result = damas("check", "--lang", "fr")
        assert result.status == 2
        assert "'fr' is not one of 'en', 'es'" in result.err


class TestClick:
    """What the list of click's phrases holds is what the installed click and typer say."""

    def phrases(self) -> set[str]:
        import click
        import typer

        return {
            text
            for module in (click, typer)
            for file in Path(module.__file__ or "").parent.glob("*.py")
            for call in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(call, ast.Call) and called(call) in ("_", "ngettext")
            for argument in call.args[:2]
            for text in self.strings(argument)
        }

    def strings(self, node: ast.expr) -> Iterator[str]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value

    def test_it_says_each_of_them(self) -> None:
        listed = {*click_phrases.PHRASES, *sum(click_phrases.PLURALS, ())}
        assert listed <= self.phrases() | {"required"}

    def test_older_ones_are_said_no_more(self) -> None:
        assert not set(click_phrases.OLDER) & set(click_phrases.PHRASES)


@pytest.mark.parametrize("name", variant_names())
def test_the_rules_of_a_variant_are_told_in_spanish(name: str) -> None:
    told = damas("variants", name, "--lang", "es").out
    assert told.lower().startswith(f"{name}: {get_variant(name).title['es']}\n")
    # Sources and articles are called what they are called.
    rules, heading, _ = told.partition("\nFuentes\n")
    assert heading
    assert not english_in(re.sub(r"\[[^]]*\]", "", rules).replace("--no-progress", ""))


def test_the_table_of_variants_fits_its_columns_in_spanish() -> None:
    result = damas("variants", "--lang", "es", terminals="stdout")
    assert result.out.splitlines()[0].split() == [
        *("NOMBRE", "TÍTULO", "TABLERO", "TIPO", "DAMA", "CAPTURAS", "TABLAS")
    ]
    assert "Damas españolas" in result.out
    assert not english_in(result.out)


@pytest.mark.parametrize("name", language.LANGUAGES)
def test_each_command_is_told_in_one_line(name: str) -> None:
    told = damas("--lang", name, "--help").out.split("\n\n")
    lists = [part.splitlines()[1:] for part in told if part.startswith(("Commands:", "Órdenes:"))]
    assert [[line.split()[0] for line in commands] for commands in lists] == [
        list(application.COMMANDS)
    ]
    assert all(line.endswith(".") and "..." not in line for line in lists[0])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["check", "missing.pdn"], "no existe el archivo o la carpeta"),
        (["check", "--config", "."], "es una carpeta"),
        (["check", "--output-file", "missing/report"], "no existe el archivo o la carpeta"),
        (["perft", "--suite", "."], "es una carpeta"),
        (["variants", "--rules", "missing.toml"], "no existe el archivo o la carpeta"),
    ],
)
def test_what_the_system_says_is_told_in_spanish(arguments: list[str], reason: str) -> None:
    result = damas(*arguments, "--lang", "es")
    assert result.status == ExitStatus.UNREADABLE
    assert result.err.splitlines()[0].endswith(f": {reason}")


SITUATIONS = sorted((Path(__file__).parent / "check" / "situations").glob("*.toml"))


@pytest.mark.parametrize("file", SITUATIONS, ids=lambda file: file.stem)
def test_the_same_is_found_and_told_in_spanish(file: Path) -> None:
    tables = [table for many in tomllib.loads(file.read_text("utf-8")).values() for table in many]
    texts = [value for table in tables for key, value in table.items() if key in ("pdn", "twin")]
    assert texts
    for text in texts:
        english, spanish = check_text(text), check_text(text, language="es")
        for one, other in zip(english, spanish, strict=True):
            # Names of variants are said as titles; a text of the file is quoted as it stands.
            assert {**one, "message": None} == {**other, "message": None}
            told = re.sub(
                r"\"[^\"]*\"|\b(Event|Site|White|Black|Result|Date)\b", "", other["message"]
            )
            assert not english_in(told)
            assert "{" not in told or "{damas:" in told
