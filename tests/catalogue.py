"""The catalogue of Spanish: what the code says, what is translated, and how the two are written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "damas_cli"
PO = PACKAGE / "locale" / "es" / "LC_MESSAGES" / "damas.po"
MO = PO.with_suffix(".mo")
# What takes English words as a literal, and which of its arguments they are.
KEYWORDS = {"mark": 1, "Phrase": 1, "words": 1, "plural": 2}

# Fields that the Spanish may do without: click fills them with English words.
LEFT_OUT = {"{value!r} is not a valid {number_type}.": {("number_type", "", "")}}

Texts = str | tuple[str, ...]


def called(call: ast.Call) -> str:
    """Return the name of what is called: `words` of `look.words(...)`."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def marked(tree: ast.AST) -> Iterator[tuple[Texts, ast.Call]]:
    """Yield the texts that are said in a module, each with the call that takes it, in order.

    Babel's own reader of Python goes by tokens, and takes a method named `words` for a call.
    """
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        given = call.args[: KEYWORDS.get(called(call), 0)]
        found = [
            argument.value
            for argument in given
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if found and len(found) == KEYWORDS[called(call)]:
            yield (found[0] if len(found) == 1 else tuple(found)), call


def said(folder: Path = PACKAGE) -> Catalog:
    """Return the texts of the code in the order of its files, each with the files that say it."""
    catalogue = Catalog()
    for file in sorted(folder.rglob("*.py")):
        place = file.relative_to(folder.parent).as_posix()
        for text, call in marked(ast.parse(file.read_text("utf-8"))):
            catalogue.add(text, locations=[(place, call.lineno)])
    # A per cent sign makes no format of C here.
    for message in catalogue:
        message.flags -= {"python-format", "python-brace-format"}
    return catalogue


def translated() -> Catalog:
    """Return the catalogue as its file has it."""
    with PO.open("rb") as file:
        return read_po(file)


def built() -> Catalog:
    """Return the catalogue as gettext reads it."""
    with MO.open("rb") as file:
        return read_mo(file)


def messages(catalogue: Catalog) -> dict[Texts, Message]:
    """Return the messages by their English, without the header."""
    return {
        tuple(message.id) if isinstance(message.id, list | tuple) else message.id: message
        for message in catalogue
        if message.id
    }


def texts(strings: Texts | list[str] | None) -> list[str]:
    """Return the one text, or the texts for one and for many; an empty one where there is none."""
    return [strings or ""] if isinstance(strings, str | None) else list(strings)


def fields(text: str) -> set[tuple[str, str, str]]:
    """Return the fields of `text`: name, how it is said, and conversion."""
    return {
        (name, spec or "", conversion or "")
        for _, name, spec, conversion in Formatter().parse(text)
        if name is not None
    }


def faults(english: Texts, message: Message) -> Iterator[str]:
    """Yield what is wrong with one translation."""
    spanish = texts(message.string)
    if message.fuzzy:
        yield "fuzzy"
    if not all(spanish) or len(spanish) != len(texts(english)):
        yield "not translated"
        return
    # "una pieza" may do without its number: of a pair, both together have the fields.
    wanted = set().union(*map(fields, texts(english))) - LEFT_OUT.get(english, set())
    if set().union(*map(fields, spanish)) != wanted:
        yield f"fields {wanted} expected"
    for one, other in zip(texts(english), spanish, strict=True):
        if re.match(r"\s*", one)[0] != re.match(r"\s*", other)[0]:
            yield "begins with other blanks"
        if re.search(r"\s*$", one)[0] != re.search(r"\s*$", other)[0]:
            yield "ends with other blanks"


def bring_up_to_date() -> list[str]:
    """Write the file anew with what the code says now; return the texts without their Spanish."""
    known = messages(translated())
    catalogue = said()
    missing = []
    for text, message in messages(catalogue).items():
        if text in known:
            message.string = known[text].string
            message.flags |= known[text].flags & {"fuzzy"}
        if not all(texts(message.string)):
            missing.append(texts(text)[0])
    write(catalogue)
    compile_catalogue()
    return missing


def write(catalogue: Catalog) -> None:
    """Write the texts of `catalogue` to the file under the head that it has."""
    # The head is prose, and the header that gettext needs; it is kept as it stands.
    head = PO.read_text("utf-8").partition("\n\n")[0]
    with PO.open("wb") as file:
        file.write(f"{head}\n\n".encode())
        write_po(
            file, catalogue, width=99, sort_by_file=True, omit_header=True, include_lineno=False
        )


def compile_catalogue() -> None:
    """Make the file that gettext reads, as setup.py does."""
    with MO.open("wb") as file:
        write_mo(file, translated())
