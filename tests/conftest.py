"""What tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real PDN files, which are not part of this project."""
    beside = Path(__file__).parents[2] / "shared" / "corpus"
    folder = Path(os.environ.get("DAMAS_CORPUS", beside))
    if not folder.is_dir():
        pytest.skip("no corpus: neither ../shared/corpus nor $DAMAS_CORPUS is there")
    return folder
