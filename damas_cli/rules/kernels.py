"""Which kernels there are, how they are built, and `load`, which gives the one that runs.

A kernel is one source, `damas_cli/rules/kernel/`, written in Cython's pure Python mode. `setup.py`
compiles it once a rule family, to `damas_cli.rules._kernel_<family>`; uncompiled it runs as a
package of that folder, under a name of its own for each family.
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
    "replaying.py",
)

#: Put before the joined source: there the constants come from C, not from constants.py.
HEADER = """
from cython.cimports.constants import *
"""

_loaded: dict[str, Kernel] = {}
_families: dict[str, Family] = {}


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
    if os.environ.get("DAMAS_PURE", "") in ("", "0"):
        name = f"{__package__}._kernel_{family}"
        try:
            __import__(name)
        except ModuleNotFoundError as error:
            # Not built here; any other missing module is a fault that must be seen.
            if error.name != name:
                raise
        else:
            compiled: Kernel = sys.modules[name]  # type: ignore[assignment]
            return compiled
    for known in families():
        if known.name == family:
            return load_uncompiled(known)
    raise ValueError(f"no kernel for the rule family {family!r}")


def for_rules(data: Mapping[str, Any]) -> Kernel:
    """Return the kernel for the rules of a user's own file, read as TOML."""
    from .family import Family

    return load_uncompiled(Family.from_variant({**data, "family": "own"}))


def load_uncompiled(family: Family) -> Kernel:
    """Return the kernel of `family` as plain Python, for debugging and where no compiler is."""
    from importlib.util import module_from_spec, spec_from_file_location

    name = f"{__package__}._uncompiled_{family.name}"
    if _families.get(name) != family:
        for module in [key for key in sys.modules if key == name or key.startswith(name + ".")]:
            del sys.modules[module]
        folder = _folder() / "kernel"
        spec = spec_from_file_location(
            name, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None
        assert spec.loader is not None
        package = module_from_spec(spec)
        _families[name] = family
        sys.modules[name] = package
        spec.loader.exec_module(package)
    kernel: Kernel = sys.modules[name]  # type: ignore[assignment]
    return kernel


def family_of(package: str) -> Family:
    """Return the family whose uncompiled kernel runs as `package`; Spanish for the folder itself.

    >>> family_of("damas_cli.rules.kernel").name
    'spanish'
    """
    known = _families.get(package)
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
