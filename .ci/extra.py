"""Print what an extra of `pyproject.toml` asks for, one requirement a line."""

import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def requirements(extra: str) -> list[str]:
    """Return the requirements of the extra called `extra`."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    found: list[str] = project["optional-dependencies"][extra]
    return found


if __name__ == "__main__":
    print("\n".join(requirements(sys.argv[1])))
