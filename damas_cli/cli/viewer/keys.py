"""What a terminal sends for keys, by their names."""

from __future__ import annotations

# After ESC and `[` or `O`, with whatever numbers of modifiers between them.
_FINAL = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "H": "home",
    "F": "end",
}
_NUMBERED = {"1": "home", "7": "home", "4": "end", "8": "end", "5": "page-up", "6": "page-down"}
_PLAIN = {" ": "space", "\x7f": "backspace", "\b": "backspace", "\r": "enter", "\n": "enter"}
_ESCAPE = "\x1b"
# No key of any terminal sends more.
_LONGEST = 16


class KeyDecoder:
    """Makes keys of bytes as they come; a key may come in pieces.

    >>> decoder = KeyDecoder()
    >>> decoder.feed(b"n\\x1b["), decoder.feed(b"1;5C?")
    (['n'], ['right', '?'])
    """

    def __init__(self) -> None:
        self._held = ""

    @property
    def is_waiting(self) -> bool:
        """Whether something came that may be the beginning of a key, or Escape by itself."""
        return bool(self._held)

    def feed(self, data: bytes) -> list[str]:
        """Return the keys that are complete with `data`; of an unknown one, nothing."""
        self._held += data.decode("utf-8", "replace")
        keys = []
        while self._held:
            key, length = self._next()
            if not length:
                break
            self._held = self._held[length:]
            if key:
                keys.append(key)
        return keys

    def flush(self) -> list[str]:
        """Return what is meant by what came, if nothing follows it: Escape by itself."""
        held, self._held = self._held, ""
        return ["escape"] if held.startswith(_ESCAPE) else []

    def _next(self) -> tuple[str, int]:
        """Return the next key, and how many characters it is; 0 if it is not complete."""
        held = self._held
        if held[0] != _ESCAPE:
            key = _PLAIN.get(held[0], held[0])
            return (key if key.isprintable() else ""), 1
        if len(held) == 1:
            return "", 0
        if held[1] == _ESCAPE:
            return "escape", 1
        if held[1] not in "[O":
            return "", 2  # a key with Alt
        for end in range(2, min(len(held), _LONGEST)):
            character = held[end]
            if "@" <= character <= "~":
                if character == "~":
                    return _NUMBERED.get(held[2:end].partition(";")[0], ""), end + 1
                return _FINAL.get(character, ""), end + 1
            if not " " <= character < "@":
                return "", end
        return ("", len(held)) if len(held) >= _LONGEST else ("", 0)
