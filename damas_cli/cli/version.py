"""`damas --version`: what runs here."""

from __future__ import annotations

from .. import __version__


def version_text(program: str, *, verbose: bool) -> str:
    """Return the text of `--version`; a verbose one tells all that a fault report needs."""
    text = f"{program} {__version__}"
    return f"{text}\n{_details()}" if verbose else text


def _details() -> str:
    """Return one line each on Python, the kernel, the parser driver and the grammar."""
    import platform

    from ..rules import kernels

    kernel = kernels.load("spanish")
    rows = {
        "python": f"{platform.python_version()} ({platform.python_implementation()})",
        "system": f"{platform.system()} {platform.machine()}",
        "kernel": _compiled(kernel.compiled),
    }
    return "\n".join(f"{name}: {value}" for name, value in rows.items())


def _compiled(compiled: bool) -> str:
    return "compiled" if compiled else "uncompiled"
