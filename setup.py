"""Build steps that `pyproject.toml` cannot say: parser tables, catalogues, kernel and driver.

The kernel and the driver are written in Cython's pure Python mode, in a few files each. They are
joined into one source before they are compiled, so that the C compiler sees the whole of it and
inlines across files; the kernel is compiled once a rule family, with that family's constants as C
macros.
"""

from __future__ import annotations

import ast
import multiprocessing
import os
import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path(__file__).parent.resolve()
GENERATED = ROOT / "build" / "generated"
# An isolated build does not put the project's own folder on the path.
sys.path.insert(0, str(ROOT))

from damas_cli.pdn import driver_parts, tables  # noqa: E402
from damas_cli.rules import kernels  # noqa: E402

# Where processes are started anew instead, each would run this file again.
FORKS = multiprocessing.get_start_method() == "fork"
DIRECTIVES = (
    "# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, "
    "initializedcheck=False\n"
)


def joined(parts: list[Path], header: str) -> str:
    """Return the sources of `parts` as one, without their docstrings and relative imports."""
    chunks = [DIRECTIVES, "import cython\n", header]
    for part in parts:
        text = part.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        for node in ast.parse(text).body:
            docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
            relative = isinstance(node, ast.ImportFrom) and node.level > 0
            if docstring or future or relative:
                assert node.end_lineno is not None
                for number in range(node.lineno - 1, node.end_lineno):
                    lines[number] = "\n"
        chunks.append(f"\n# {part.name}\n" + "".join(lines).strip("\n") + "\n")
    return "".join(chunks)


def renew(file: Path, text: str) -> None:
    """Write `text` to `file`, which is left as old as it is where that is what it holds."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def extension(
    name: str,
    parts: list[Path],
    header: str,
    macros: dict[str, str] | None = None,
    headers: list[Path] | None = None,
) -> Extension:
    """Return the extension `name`, made of `parts`; `headers` are .pxd and .h files they need."""
    source = GENERATED / (name.rsplit(".", 1)[1] + ".py")
    # The source holds the macros too: it is what tells whether to compile anew.
    told = "".join(f"# {macro} = {value}\n" for macro, value in (macros or {}).items())
    renew(source, joined(parts, told + header))
    for file in headers or []:
        renew(GENERATED / file.name, file.read_text(encoding="utf-8"))
    return Extension(
        name,
        [str(source.relative_to(ROOT))],
        define_macros=[*sorted((macros or {}).items()), *kernels.inline_macro()],
        include_dirs=[str(GENERATED.relative_to(ROOT))],
        extra_compile_args=kernels.compile_arguments(),
    )


def compile_catalogues(folder: Path) -> None:
    """Make the `.mo` beside each `.po` in `folder` and below: Spanish as gettext reads it."""
    for source in sorted(folder.rglob("*.po")):
        with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
            write_mo(mo, read_po(po))


compile_catalogues(ROOT / "damas_cli" / "locale")
tables.write(ROOT / "damas_cli" / "pdn" / "_tables.py")

DRIVER = extension(
    "damas_cli.pdn._driver",
    [ROOT / "damas_cli" / "pdn" / name for name in driver_parts.PARTS],
    driver_parts.HEADER,
)
FAMILIES = kernels.compiled_families()
KERNELS = [
    extension(
        f"damas_cli.rules.{kernels.module_name(family.name)}",
        [ROOT / "damas_cli" / "rules" / "kernel" / name for name in kernels.PARTS],
        kernels.HEADER,
        macros=family.macros(),
        headers=sorted((ROOT / "damas_cli" / "rules" / "kernel").glob("*.pxd")),
    )
    for family in FAMILIES
]
# An extension that is optional may fail to compile: its kernel then runs uncompiled.
OPTIONAL = {
    f"damas_cli.rules.{kernels.module_name(family.name)}" for family in FAMILIES if family.words > 1
}
CORES = os.cpu_count() or 1
PLACES: dict[str, Any] = {"include_path": [str(GENERATED), str(ROOT)], "build_dir": str(GENERATED)}
EXTENSIONS = [
    # The driver's C types are in _driver.pxd; its annotations are those of plain Python.
    *cythonize([DRIVER], compiler_directives={"annotation_typing": False}, **PLACES),
    *cythonize(KERNELS, nthreads=CORES if FORKS else 0, **PLACES),
]
for compiled in EXTENSIONS:
    compiled.optional = compiled.name in OPTIONAL

setup(ext_modules=EXTENSIONS, options={"build_ext": {"parallel": str(CORES)}})
