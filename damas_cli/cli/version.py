"""`damas --version`: what runs here."""

from __future__ import annotations

from .. import __version__


def version_text(program: str, *, verbose: bool) -> str:
    """Return the text of `--version`; a verbose one tells all that a fault report needs.

    A report is read by whoever mends damas: it is the same in every language.
    """
    text = f"{program} {__version__}"
    return f"{text}\n{_details()}" if verbose else text


def _details() -> str:
    """Return one line each on Python, the kernel, the parser driver and the grammar."""
    import platform

    from ..pdn import engine
    from ..rules import kernels

    rows = {
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "system": f"{platform.system()} {platform.machine()}",
        "kernel": _compiled(kernels.load().compiled),
        "parser": _compiled(engine.compiled),
        "grammar": _grammar(),
    }
    return "\n".join(f"{name}: {value}" for name, value in rows.items())


def _grammar() -> str:
    """Return the check sum of the grammar that the parser follows, and the Lark that read it."""
    from pathlib import Path

    from ..pdn import tables

    lark = tables.load().lark_version
    path = tables.grammar_path()
    if path is None:
        return f"as installed (Lark {lark})"
    grammar = Path(path).read_bytes().replace(b"\r\n", b"\n")
    return f"{tables.grammar_hash(grammar, lark):016x} (Lark {lark})"


def _compiled(compiled: bool) -> str:
    return "compiled" if compiled else "uncompiled"
