"""Which kernels there are, how they are built, and `load`, which gives the one that runs.

A kernel is one source, `damas_cli/rules/kernel/`, written in Cython's pure Python mode. `setup.py`
compiles it once a rule family, to `damas_cli.rules._kernel_<family>`; uncompiled it runs as a
package of that folder, under a name of its own for each family. The kernels of 12x12 boards need a
C compiler with 128-bit words: they stay uncompiled where it has none.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from ._kernel import Kernel
    from .family import Family

#: The files of the kernel, in the order in which they are joined to be compiled.
PARTS = (
    "board.py",
    "captures.py",
    "counting.py",
    "replies.py",
    "hashing.py",
    "lines.py",
    "searching.py",
    "moves.py",
    "reading.py",
    "replaying.py",
    "matching.py",
)

#: Put before the joined source: there the constants come from C, not from constants.py.
HEADER = """
from cython.cimports.constants import *
"""

_loaded: dict[str, Kernel] = {}
#: The uncompiled kernels by family, and the families by the name of their kernel's package.
_uncompiled: dict[Family, Kernel] = {}
_packages: dict[str, Family] = {}


def load(family: str = "spanish") -> Kernel:
    """Return the kernel of `family`: the compiled one, or the uncompiled where there is none.

    `DAMAS_PURE=1` in the environment asks for the uncompiled one; the kernel's `compiled` tells
    which it is.

    >>> load("spanish").has_captures(True, 1 << 5, 1 << 0, 0)
    False
    """
    kernel = _loaded.get(family)
    if kernel is None:
        kernel = _load(family)
        _loaded[family] = kernel
    return kernel


def _load(family: str) -> Kernel:
    kernel = _compiled(family)
    if kernel is not None:
        return kernel
    for known in families():
        if known.name == family:
            return for_family(known)
    raise ValueError(f"no kernel for the rule family {family!r}")


def module_name(family: str) -> str:
    """Return what the compiled kernel of that family is called.

    >>> module_name("spanish-summary")
    '_kernel_spanish_summary'
    """
    return "_kernel_" + family.replace("-", "_")


def for_rules(data: Mapping[str, Any]) -> Kernel:
    """Return the kernel for the rules of a user's own file, read as TOML.

    Raises:
        ValueError: the file asks for what no kernel knows.
    """
    from .family import Family

    return for_family(Family.from_variant(data))


def for_family(family: Family) -> Kernel:
    """Return the kernel for rules that need not be a variant's of this package.

    It is the compiled kernel that was made for the same constants, whatever its name, and the
    uncompiled one where none was.

    >>> from damas_cli.rules.family import Family
    >>> for_family(Family("ours", priority=("most-pieces", "most-kings"))) is load("spanish")
    True
    """
    constants = family.constants()
    kernel = _compiled(family.name)
    if kernel is not None and constants == kernel.CONSTANTS:
        return kernel
    for known in families():
        kernel = _compiled(known.name) if known.constants() == constants else None
        if kernel is not None and constants == kernel.CONSTANTS:
            return kernel
    return load_uncompiled(family)


def _compiled(family: str) -> Kernel | None:
    """Return the compiled kernel of that name, if there is one and it is wanted."""
    if os.environ.get("DAMAS_PURE", "") not in ("", "0") or not module_name(family).isidentifier():
        return None
    name = f"{__package__}.{module_name(family)}"
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        # Not built here; any other missing module is a fault that must be seen.
        if error.name != name:
            raise
        return None
    kernel: Kernel = sys.modules[name]  # type: ignore[assignment]
    return kernel


def load_uncompiled(family: Family) -> Kernel:
    """Return the kernel of `family` as plain Python, for debugging and where no compiler is.

    Two families have two kernels, even of one name.
    """
    from importlib.util import module_from_spec, spec_from_file_location

    kernel = _uncompiled.get(family)
    if kernel is None:
        readable = "".join(letter if letter.isalnum() else "_" for letter in family.name)
        name = f"{__package__}._uncompiled_{len(_packages)}_{readable}"
        folder = _folder() / "kernel"
        spec = spec_from_file_location(
            name, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None
        assert spec.loader is not None
        package = module_from_spec(spec)
        _packages[name] = family
        sys.modules[name] = package
        spec.loader.exec_module(package)
        kernel = package  # type: ignore[assignment]
        _uncompiled[family] = kernel  # type: ignore[assignment]
    return kernel  # type: ignore[return-value]


def family_of(package: str) -> Family:
    """Return the family whose uncompiled kernel runs as `package`; Spanish for the folder itself.

    >>> family_of("damas_cli.rules.kernel").name
    'spanish'
    """
    known = _packages.get(package)
    return known or next(family for family in families() if family.name == "spanish")


def families() -> list[Family]:
    """Return the rule families that the variants' files ask for, by name.

    >>> [family.name for family in families() if family.rows == 10]
    ['international']

    Raises:
        ValueError: two variants give one family different constants.
    """
    import tomllib

    from .family import Family

    found: dict[str, Family] = {}
    for path in sorted((_folder() / "variants").glob("*.toml")):
        with path.open("rb") as file:
            family = Family.from_variant(tomllib.load(file))
        if found.setdefault(family.name, family) != family:
            raise ValueError(f"{path.name}: its moves are not those of the family {family.name}")
    return [found[name] for name in sorted(found)]


def compiled_families() -> list[Family]:
    """Return the families to compile: one of those that share all their constants."""
    alone = {tuple(family.constants().items()): family for family in reversed(families())}
    return sorted(alone.values(), key=lambda family: family.name)


def _folder() -> Path:
    from pathlib import Path

    return Path(__file__).parent


def inline_macro() -> list[tuple[str, str]]:
    """Return the macro that makes the C compiler inline every function marked so.

    Left to itself it does not, and colours and rules are then tested at run time.
    """
    if sys.platform == "win32":
        return [("CYTHON_INLINE", "__forceinline")]
    return [("CYTHON_INLINE", "inline __attribute__((always_inline))")]


def compile_arguments() -> list[str]:
    """Return the options for the C compiler of this machine."""
    import platform

    if sys.platform == "win32":
        return ["/O2"]
    arguments = ["-O3", "-g0"]
    x86 = platform.machine().lower() in ("x86_64", "amd64", "i386", "i686")
    # A build for both kinds of Mac must not be given an option that only one of them has.
    if x86 and "arm64" not in os.environ.get("ARCHFLAGS", ""):
        arguments.append("-mpopcnt")
    return arguments
