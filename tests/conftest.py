"""What tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Very many examples, for hours at night: `HYPOTHESIS_PROFILE=nightly` or
# `--hypothesis-profile=nightly`. How many each test then takes is said there.
settings.register_profile(
    "nightly",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
if profile := os.environ.get("HYPOTHESIS_PROFILE"):
    settings.load_profile(profile)

# Tests that start processes read English, whatever language the tester has.
os.environ.pop("DAMAS_LANG", None)
os.environ["LC_ALL"] = "C.UTF-8"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real PDN files, which are not part of this project."""
    beside = Path(__file__).parents[2] / "shared" / "corpus"
    folder = Path(os.environ.get("DAMAS_CORPUS", beside))
    if not folder.is_dir():
        pytest.skip("no corpus: neither ../shared/corpus nor $DAMAS_CORPUS is there")
    return folder
