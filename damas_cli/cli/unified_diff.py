r"""A unified diff made of the changes themselves, in one pass and as bytes.

Nothing is compared: who knows what was changed need not find it out, and a file with any number of
changes takes time as it has bytes. Lines end with `\n`, as `patch` sees them.
"""

from __future__ import annotations

from collections.abc import Iterator

# Lines that stay, shown before and after a change.
_CONTEXT = 3
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class UnifiedDiff:
    r"""The diff of one file, as its changes come.

    >>> diff = UnifiedDiff(b"a.pdn")
    >>> parts = [*diff.same(b"1. 9"), *diff.change(b"x", b"-"), *diff.same(b"13\n"), *diff.end()]
    >>> b"".join(parts)
    b'--- a.pdn\n+++ a.pdn\n@@ -1,1 +1,1 @@\n-1. 9x13\n+1. 9-13\n'
    """

    __slots__ = ("_changed", "_header", "_hunk", "_line", "_new", "_new_line", "_old", "_recent")

    def __init__(self, path: bytes) -> None:
        name = _quoted(path)
        self._header = b"--- %s\n+++ %s\n" % (name, name)
        # The bytes of lines that are not whole yet, as they were and as they are.
        self._old: list[bytes] = []
        self._new: list[bytes] = []
        self._changed = False
        # The last lines that stayed, since the last change in the open hunk.
        self._recent: list[bytes] = []
        self._hunk: _Hunk | None = None
        # Lines so far, in the old text and in the new one.
        self._line = self._new_line = 0

    def same(self, data: bytes) -> Iterator[bytes]:
        """Yield what can be told of the diff after bytes that stay."""
        at = 0
        if self._old or self._new:
            at = data.find(b"\n") + 1
            self._old.append(data[:at] if at else data)
            self._new.append(data[:at] if at else data)
            if not at:
                return
            yield from self._settle()
        end = max(at, data.rfind(b"\n") + 1)
        yield from self._keep(data, at, end)
        if end < len(data):
            self._old.append(data[end:])
            self._new.append(data[end:])

    def change(self, old: bytes, new: bytes) -> Iterator[bytes]:
        """Take what is written in the place of `old`; it is told when its lines are whole."""
        self._old.append(old)
        self._new.append(new)
        self._changed = True
        yield from ()

    def end(self) -> Iterator[bytes]:
        """Yield the rest of the diff; there is none if nothing was changed."""
        if self._old or self._new:
            yield from self._settle()
        if self._hunk is not None:
            yield self._close()

    def _settle(self) -> Iterator[bytes]:
        """Take the lines that have become whole."""
        old, new = b"".join(self._old), b"".join(self._new)
        changed = self._changed
        self._old, self._new, self._changed = [], [], False
        if not changed:
            yield from self._keep(old, 0, len(old))
            return
        gone, come = _lines(old), _lines(new)
        first = 0
        while first < min(len(gone), len(come)) and gone[first] == come[first]:
            first += 1
        last = 0
        while last < min(len(gone), len(come)) - first and gone[-1 - last] == come[-1 - last]:
            last += 1
        before, after = b"".join(gone[:first]), b"".join(gone[len(gone) - last :])
        yield from self._keep(before, 0, len(before))
        if len(gone) + len(come) > first + last + first + last:
            self._replace(gone[first : len(gone) - last], come[first : len(come) - last])
        yield from self._keep(after, 0, len(after))

    def _replace(self, gone: list[bytes], come: list[bytes]) -> None:
        """Put changed lines into the open hunk, or begin one with the lines before."""
        if self._hunk is None:
            context = self._recent[-_CONTEXT:]
            self._hunk = _Hunk(self._line - len(context), self._new_line - len(context), context)
        else:
            self._hunk.keep(self._recent)
        self._recent = []
        self._hunk.replace(gone, come)
        self._line += len(gone)
        self._new_line += len(come)

    def _keep(self, data: bytes, start: int, end: int) -> Iterator[bytes]:
        """Take whole lines that stay: some are context, the others are only counted."""
        if start == end:
            return
        number = data.count(b"\n", start, end) + (not data.endswith(b"\n", start, end))
        recent = self._recent
        if self._hunk is not None:
            self._recent = recent + _lines(_first_lines(data, start, end, 2 * _CONTEXT + 1))
            if len(self._recent) > 2 * _CONTEXT:
                yield self._close()
        if self._hunk is None:
            last = _lines(_last_lines(data, start, end, _CONTEXT))
            self._recent = [*recent, *last][-_CONTEXT:]
        self._line += number
        self._new_line += number

    def _close(self) -> bytes:
        """Return the open hunk with the context after it, and the header before the first one."""
        assert self._hunk is not None
        self._hunk.keep(self._recent[:_CONTEXT])
        text = self._header + self._hunk.text()
        self._header = b""
        self._hunk = None
        return text


class _Hunk:
    """Lines that were changed, among some that were not."""

    __slots__ = ("_lines", "_new", "_new_start", "_old", "_start")

    def __init__(self, start: int, new_start: int, context: list[bytes]) -> None:
        """Begin after so many lines of the old text and of the new one."""
        self._start, self._new_start = start, new_start
        self._old = self._new = 0
        self._lines: list[bytes] = []
        self.keep(context)

    def keep(self, lines: list[bytes]) -> None:
        """Add lines that stay."""
        self._add(b" ", lines)
        self._old += len(lines)
        self._new += len(lines)

    def replace(self, gone: list[bytes], come: list[bytes]) -> None:
        """Add lines that were, and those that take their place."""
        self._add(b"-", gone)
        self._add(b"+", come)
        self._old += len(gone)
        self._new += len(come)

    def _add(self, sign: bytes, lines: list[bytes]) -> None:
        for line in lines:
            self._lines += (sign, line)
            if not line.endswith(b"\n"):
                self._lines.append(b"\n\\ No newline at end of file\n")

    def text(self) -> bytes:
        """Return the hunk with its line of numbers; of no lines the one before them is told."""
        numbers = (
            self._start + (self._old > 0),
            self._old,
            self._new_start + (self._new > 0),
            self._new,
        )
        return b"@@ -%d,%d +%d,%d @@\n" % numbers + b"".join(self._lines)


def _lines(data: bytes) -> list[bytes]:
    """Return the lines, each with its end."""
    lines = data.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def _first_lines(data: bytes, start: int, end: int, number: int) -> bytes:
    at = start
    while number and at < end:
        at = data.find(b"\n", at, end) + 1 or end
        number -= 1
    return data[start:at]


def _last_lines(data: bytes, start: int, end: int, number: int) -> bytes:
    at = end
    while number and at > start:
        at = data.rfind(b"\n", start, at - 1) + 1 or start
        number -= 1
    return data[at:end]


def _quoted(path: bytes) -> bytes:
    """Return a file name as `patch` and git read it: odd ones in quotes, a tab after blanks."""
    odd = any(byte < 0x20 or byte in b'"\\\x7f' for byte in path)
    if odd:
        text = "".join(
            _ESCAPES.get(chr(byte), chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}")
            for byte in path
        )
        return f'"{text}"'.encode()
    return path + b"\t" if b" " in path else path
