"""What an installed damas holds: every package and every file that the code opens."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETTINGS = PROJECT["tool"]["setuptools"]
DATA = {".lark", ".toml", ".pxd", ".pyi", ".h", ".typed", ".mo", ".html", ".css", ".js"}
HOLDERS = {
    ".mo": "damas_cli",
    **dict.fromkeys((".html", ".css", ".js"), "damas_cli.convert"),
}


def test_every_package_is_listed():
    folders = {file.parent for file in (ROOT / "damas_cli").rglob("*.py")}
    packages = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    packages |= {"damas_cli.rules.variants", "damas_cli.grammar"}
    assert sorted(packages) == SETTINGS["packages"]


def test_data_files_are_taken_along():
    patterns = SETTINGS["package-data"]
    for folder, package in ((ROOT / "grammar", "damas_cli.grammar"), (ROOT / "damas_cli", None)):
        for file in folder.rglob("*"):
            if file.suffix not in DATA:
                continue
            # What lies in folders without code is data of a package above.
            holder = HOLDERS.get(file.suffix)
            name = package or holder or ".".join(file.parent.relative_to(ROOT).parts)
            assert any(file.match(pattern) for pattern in patterns[name]), file
