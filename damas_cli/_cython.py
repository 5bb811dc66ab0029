"""Just enough of `cython` for the sources of the kernel and the parser driver to run uncompiled.

Those sources are Cython's pure Python mode. `setup.py` compiles them with the real `cython`; here
every decorator returns its function and every C type is a plain `int`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

compiled = False


def cfunc(function: _F) -> _F:
    """Mark a C function; here it stays a Python one."""
    return function


def cclass(cls: _F) -> _F:
    """Mark an extension type; here it stays a Python class."""
    return cls


def inline(function: _F) -> _F:
    """Ask the C compiler to inline; nothing to do here."""
    return function


def exceptval(*_: Any, **__: Any) -> Callable[[_F], _F]:
    """Say how a C function reports errors; Python functions raise."""
    return lambda function: function


class _NoGil:
    """`cython.nogil`: a decorator and a context manager, both without effect."""

    def __call__(self, function: _F) -> _F:
        return function

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


nogil = _NoGil()
