"""Configuration files: `damas.toml`, or the table `[tool.damas]` of a `pyproject.toml`."""

from __future__ import annotations

import os
from typing import Any

from ..language import Phrase, SpokenError
from .settings import SETTINGS, Setting

_OWN_FILE = "damas.toml"
_SHARED_FILE = "pyproject.toml"
_SHARED_TABLE = "[tool.damas]"
# What a shared file must hold to be ours; most are not, and are not read as TOML.
_SIGN = b"damas"
_KINDS = {
    bool: Phrase("a truth value"),
    str: Phrase("a text"),
    int: Phrase("a number"),
    float: Phrase("a number with a point"),
    list: Phrase("a list"),
    dict: Phrase("a table"),
}
_WANTED = {
    "text": Phrase("a text"),
    "number": Phrase("a whole number"),
    "jobs": Phrase('a whole number or "auto"'),
    "list": Phrase("a list of texts"),
}


class ConfigError(SpokenError, ValueError):
    """A configuration file makes no sense; the text names the file and the line or the key."""


class Config:
    """A configuration file.

    Attributes:
        path: the file.
        values: what it sets, by key.
    """

    __slots__ = ("path", "values")

    def __init__(self, path: str, values: dict[str, Any]) -> None:
        self.path = path
        self.values = values

    @property
    def shown_path(self) -> str:
        """The file as it can be printed."""
        return shown(self.path)


def find_config(folder: str) -> Config | None:
    """Return the first configuration file in `folder` and the folders that it stands in.

    Raises:
        ConfigError: the file makes no sense.
        OSError: the file cannot be read.
    """
    while True:
        own = os.path.join(folder, _OWN_FILE)
        if os.path.isfile(own):
            return read_config(own)
        shared = os.path.join(folder, _SHARED_FILE)
        if os.path.isfile(shared) and (config := _shared_config(shared)) is not None:
            return config
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _shared_config(path: str) -> Config | None:
    """Return what the `pyproject.toml` of some project says to damas, if anything."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:  # it need not be any of our business
        return None
    return _of_table(path, data) if _SIGN in data else None


def read_config(path: str) -> Config:
    """Return the configuration file `path`, whose name tells which of the two kinds it is.

    Raises:
        ConfigError: the file makes no sense.
        OSError: the file cannot be read.
    """
    with open(path, "rb") as file:
        data = file.read()
    if os.path.basename(path) != _SHARED_FILE:
        return Config(path, _checked(path, _tables(path, data)))
    config = _of_table(path, data)
    if config is None:
        raise ConfigError(
            Phrase("{path}: there is no table {table}", path=shown(path), table=_SHARED_TABLE)
        )
    return config


def _of_table(path: str, data: bytes) -> Config | None:
    tool = _tables(path, data).get("tool")
    own = tool.get("damas") if isinstance(tool, dict) else None
    if own is None:
        return None
    if not isinstance(own, dict):
        raise ConfigError(
            Phrase("{path}: {table} is no table", path=shown(path), table="tool.damas")
        )
    return Config(path, _checked(path, own))


def _tables(path: str, data: bytes) -> dict[str, Any]:
    from ..rules.variant_file import RulesError, read_toml  # only here: few runs have such a file

    try:
        return read_toml(data, path)
    except RulesError as error:
        raise ConfigError(error.phrase) from None


def _checked(path: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return `values`, each of a known key and of its type; paths are made relative to the file."""
    checked = {}
    for key, value in values.items():
        setting = SETTINGS.get(key)
        if setting is None:
            raise ConfigError(_unknown(path, key))
        if setting.kind == "list" and isinstance(value, list) and not _fits(value, setting):
            raise ConfigError(
                Phrase("{path}: {key}: the list may hold texts only", path=shown(path), key=key)
            )
        if not _fits(value, setting):
            raise ConfigError(
                Phrase(
                    "{path}: {key}: must be {wanted}, not {given}",
                    path=shown(path),
                    key=key,
                    wanted=_WANTED[setting.kind],
                    given=_kind_of(value),
                )
            )
        if setting.is_path:
            value = os.path.join(os.path.dirname(path), value)
        checked[key] = value
    return checked


def _fits(value: object, setting: Setting) -> bool:
    if setting.kind == "jobs" and value == "auto":
        return True
    if setting.kind in ("number", "jobs"):
        return isinstance(value, int) and not isinstance(value, bool)
    if setting.kind == "list" and isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    return isinstance(value, str)


def _kind_of(value: object) -> Phrase:
    return next(
        (phrase for kind, phrase in _KINDS.items() if isinstance(value, kind)), Phrase("a date")
    )


def _unknown(path: str, key: str) -> Phrase:
    from difflib import get_close_matches

    close = get_close_matches(key.lower().replace("_", "-"), SETTINGS, 1)
    values: dict[str, object] = {"path": shown(path), "key": key}
    if not close:
        return Phrase("{path}: {key!r} is no setting", **values)
    return Phrase(
        "{path}: {key!r} is no setting; did you mean {close!r}?", close=close[0], **values
    )


def shown(path: str) -> str:
    """Return `path` with escapes for what a terminal, or a line, would take for something else."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in path)
