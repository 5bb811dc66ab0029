"""Text of any encoding as UTF-8, and text of anybody's as text that UTF-8 can hold."""

from __future__ import annotations

import codecs

from damas_cli.pdn.model import decoded


def as_utf_8(data: bytes) -> bytes:
    """Return `data` in UTF-8: what is that stays, and every other byte is read as CP1252.

    A file put together from several may hold both.

    >>> as_utf_8(b"\\xf1 \\xc3\\xb1").decode()
    'ñ ñ'
    """
    return data.decode("utf-8", CP1252).encode()


def _read_as_cp1252(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    # Byte by byte, so that none that begins a character of UTF-8 is taken with it.
    return decoded(error.object[error.start : error.start + 1]), error.start + 1


#: The handler of errors in UTF-8 that reads bytes as CP1252.
CP1252 = "damas-cp1252"
codecs.register_error(CP1252, _read_as_cp1252)


def as_characters(text: str) -> str:
    """Return `text` without halves of characters, which JSON can write and no file can hold.

    >>> as_characters("\\ud83d\\ude00 \\ud83d") == "\\U0001f600 \\ufffd"
    True
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
