"""What runs is compiled: uncompiled it is as right, but silently hundreds of times slower."""

from __future__ import annotations

import os

import pytest

from damas_cli.pdn import engine
from damas_cli.rules import kernels

pytestmark = pytest.mark.skipif(
    os.environ.get("DAMAS_PURE", "0") not in ("", "0"), reason="DAMAS_PURE asks for uncompiled code"
)


@pytest.mark.parametrize("family", [family.name for family in kernels.families()])
def test_the_kernel_is_compiled(family: str) -> None:
    assert kernels.load(family).compiled


def test_the_parser_driver_is_compiled() -> None:
    assert engine.compiled
