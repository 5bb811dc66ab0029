"""`damas --version`: what runs here."""

from __future__ import annotations

from .. import __version__
from ..language import Words


def version_text(program: str, words: Words, *, verbose: bool) -> str:
    """Return the text of `--version`; a verbose one tells all that a fault report needs."""
    text = f"{program} {__version__}"
    return f"{text}\n{_details(words)}" if verbose else text


def _details(words: Words) -> str:
    """Return one line each on Python, the kernel, the parser driver and the grammar."""
    import platform

    from ..pdn import engine
    from ..rules import kernels

    rows = {
        words("python"): f"{platform.python_version()} ({platform.python_implementation()})",
        words("system"): f"{platform.system()} {platform.machine()}",
        words("kernel"): _compiled(kernels.load().compiled, words),
        words("parser"): _compiled(engine.compiled, words),
        words("grammar"): _grammar(words),
    }
    return "\n".join(f"{name}: {value}" for name, value in rows.items())


def _grammar(words: Words) -> str:
    """Return the check sum of the grammar that the parser follows, and the Lark that read it."""
    from pathlib import Path

    from ..pdn import tables

    lark = tables.load().lark_version
    path = tables.grammar_path()
    if path is None:
        return words("as installed (Lark {version})", version=lark)
    grammar = Path(path).read_bytes().replace(b"\r\n", b"\n")
    return f"{tables.grammar_hash(grammar, lark):016x} (Lark {lark})"


def _compiled(compiled: bool, words: Words) -> str:
    return words("compiled") if compiled else words("uncompiled")
