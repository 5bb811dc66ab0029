"""The parser driver: runs the tables of a grammar over bytes and knows nothing of the language.

The driver parses a prefix: where the next token does not fit, the text may end there and the token
could begin another text, it ends. What it leaves is the tape, three numbers a token (kind, start,
end), with the offsets relative to the text's beginning.

Instead of a stack of parser states it keeps one number, a node: a node stands for a whole stack,
and what a token does to a stack is worked out once, by Lark's table, and remembered. Nesting is
limited, so the nodes are few.

The class is compiled together with `_driver.pxd`, which gives the C types; uncompiled it is the
same, only slow.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from .. import _cython as cython
from .driver_codes import (
    BAD_END,
    BAD_TOKEN,
    DONE,
    ENDS,
    FOUND,
    FULL,
    GUARDED,
    LONG_RUN,
    MORE,
    NO_MATCH,
    NO_TOKEN,
    NOTHING,
    PAUSED,
    REFUSED,
    STAYS,
    TOO_DEEP,
    UNDECIDED,
    UNKNOWN,
    UNSEEN,
    raw_bytes,
    raw_nodes,
    raw_words,
)

if TYPE_CHECKING:
    from .tables import Tables


def _bit(kind: int) -> int:
    one = 1
    return one << kind


class Driver:
    """Parses one text after the other out of a window of bytes."""

    def __init__(
        self,
        tables: Tables,
        opening: int,
        closing: int,
        depth_limit: int,
        tentative: int,
        fillers: int,
    ) -> None:
        """Prepare to parse by `tables`.

        `opening` and `closing` are the kinds that nest. `tentative` is a mask of kinds that may
        end the text: what follows decides, `fillers` (a mask) and nested parts aside.
        """
        self._classes = tables.classes
        self._transitions = tables.transitions
        self._forbidden = tables.forbidden
        self._skipped = tables.skipped
        self._guarded_kind = tables.guarded_kind
        self._width = tables.width
        self._ignored = tables.ignored
        self._end_kind = tables.end
        self._tables = tables
        self._opening = opening
        self._closing = closing
        self._depth_limit = depth_limit
        self._fillers = fillers
        self._watched = tentative | 1 << opening | 1 << closing

        self._row = 1 << tables.end.bit_length()
        self._states = [tables.start_state]
        self._parents = [-1]
        self._children: dict[tuple[int, int], int] = {}
        self._targets = array("i", bytes(4 * self._row * 16))

        self._tape_array = array("I", bytes(4 * 3 * 256))
        self._tape = self._tape_array
        self._room = 256

        self._data = b""
        self._limit = 0
        self._final = False
        self._base = 0
        self._memory_start = 0
        self._memory_end = 0
        self._memory_state = 0
        self._memory_last = 0
        self.position = 0
        self.token_end = 0
        self.kind = -1
        self.begin(0, 0)

    # ---- the window

    def feed(self, data: bytes, shift: int) -> None:
        """Take a new window; the byte at `shift` of the old one is its first."""
        if self._memory_start < self._memory_end:
            self._recall(shift)
        self._memory_start = max(0, self._memory_start - shift)
        self._memory_end = max(0, self._memory_end - shift)
        self._data = data
        self._base -= shift
        self.position -= shift

    def bound(self, limit: int, final: bool) -> None:
        """Read no byte at `limit` or after it; `final` says that the input ends there."""
        self._limit = limit
        self._final = final

    def begin(self, base: int, position: int) -> None:
        """Begin a text at `position`; offsets on the tape count from `base`."""
        self._base = base
        self.position = position
        self._node = 0
        self.count = 0
        self.kinds = 0
        self.depth = 0
        self.mark = -1
        self.mark_depth = 0
        self._mark_kinds = 0
        self._attention = self._watched

    # ---- parsing

    def run(self) -> int:
        """Parse on from `position`; return the status."""
        while True:
            with cython.nogil:
                status = self._run()
            if status == UNKNOWN:
                self._targets[self._node * self._row + self.kind] = self._work_out()
            elif status == FULL:
                self._grow()
            else:
                break
        if self.mark >= 0 and status != MORE and status != PAUSED and self.mark_depth == 0:
            # Nothing confirmed that the text goes on: it ended at the tentative token.
            self.cut()
            return DONE
        return status

    def confirm(self) -> None:
        """Say that the text goes on after the tentative token; then `run` again."""
        self.mark = -1
        self._attention = self._watched

    def cut(self) -> None:
        """Say that the text ended with the tentative token."""
        kind = self._tape[3 * self.mark]
        self.count = self.mark + 1
        self.kinds = self._mark_kinds | _bit(kind)
        self.position = self._base + self._tape[3 * self.mark + 2]
        self.mark = -1

    def cut_before(self) -> None:
        """Take back the tentative token and what came after it."""
        self.count = self.mark
        self.kinds = self._mark_kinds
        self.position = self._base + self._tape[3 * self.mark + 1]
        self.mark = -1

    def find_back(self, kind: int) -> int:
        """Return the last token of `kind` before the tentative one, on its level; -1 if none."""
        depth = 0
        index = self.mark - 1
        while index >= 0:
            token = self._tape[3 * index]
            if token == self._closing:
                depth += 1
            elif token == self._opening:
                depth -= 1
                if depth < 0:
                    return -1
            elif token == kind and depth == 0:
                return index
            index -= 1
        return -1

    def tape(self) -> array[int]:
        """Return a copy of the tape."""
        return self._tape_array[: 3 * self.count]

    def start_of(self, index: int) -> int:
        """Return where the token number `index` on the tape begins, in the window."""
        return self._base + self._tape[3 * index + 1]

    def end_of(self, index: int) -> int:
        """Return where the token number `index` on the tape ends, in the window."""
        return self._base + self._tape[3 * index + 2]

    def _run(self) -> int:
        node = self._node
        count = self.count
        position = self.position
        kinds = self.kinds
        kind = -1
        data = raw_bytes(self._data)
        skipped = raw_bytes(self._skipped)
        targets = raw_nodes(self._targets)
        tape = raw_words(self._tape)
        status = MORE
        while True:
            while position < self._limit and skipped[data[position]]:
                position += 1
            if position >= self._limit:
                if not self._final:
                    break
                kind = self._end_kind
                self.token_end = position
            else:
                kind = self._lex(position)
                if kind < 0:
                    status = MORE if kind == UNDECIDED else NO_TOKEN
                    break
                if self._ignored >> kind & 1:
                    position = self.token_end
                    continue
                if self._attention >> kind & 1:
                    status = self._attend(kind)
                    if status != FOUND:
                        break
                    status = MORE
            target = targets[node * self._row + kind]
            if target > 0:
                if count >= self._room:
                    status = FULL
                    break
                tape[3 * count] = kind
                tape[3 * count + 1] = position - self._base
                tape[3 * count + 2] = self.token_end - self._base
                if self._watched >> kind & 1:
                    self._shifted(kind, count, kinds)
                kinds |= _bit(kind)
                count += 1
                position = self.token_end
                node = target >> 1
                if target & 1:
                    status = DONE
                    break
            elif target == 0:
                status = UNKNOWN
                break
            elif target == ENDS:
                status = NOTHING if kind == self._end_kind and count == 0 else DONE
                break
            else:
                status = BAD_END if kind == self._end_kind else BAD_TOKEN
                break
        self._node = node
        self.count = count
        self.kinds = kinds
        self.position = position
        self.kind = kind
        return status

    def _attend(self, kind: int) -> int:
        """Look at a watched token before it is taken; return FOUND if it may be."""
        if kind == self._opening:
            if self.depth >= self._depth_limit:
                return TOO_DEEP
            return FOUND
        if self.mark < 0:
            return FOUND
        if kind == self._closing:
            if self.depth == self.mark_depth:
                # The end of the level it stands in: no end of the text.
                self.mark = -1
                self._attention = self._watched
            return FOUND
        return PAUSED if self.depth == self.mark_depth else FOUND

    def _shifted(self, kind: int, count: int, kinds: int) -> None:
        """Follow the nesting, and set the mark at a tentative end."""
        if kind == self._opening:
            self.depth += 1
        elif kind == self._closing:
            self.depth -= 1
        elif self.mark < 0:
            self.mark = count
            self.mark_depth = self.depth
            self._mark_kinds = kinds
            self._attention = ~self._fillers

    def _grow(self) -> None:
        self._tape_array = self._tape_array + self._tape_array
        self._tape = self._tape_array
        self._room *= 2

    # ---- skipping

    def go(self, position: int) -> None:
        """Stand at `position`; the tape stays."""
        self.position = position

    def seek(self, targets: int, heads: int, previous: int, given_up: int) -> int:
        """Go on from `position`, whatever stands there, to a token of `targets` (a mask).

        A token of `heads` counts only if the one before it is not of `heads` too; `previous` is
        the kind before `position`, -1 for none. What is no token is passed byte by byte, as is,
        before `given_up`, what the window does not decide. Returns FOUND, MORE or, at the end of
        the input, NOTHING; `passed` collects the kinds on the way, `previous` the last of them.
        """
        self.passed = 0
        self.previous = previous
        with cython.nogil:
            return self._seek(targets, heads, given_up)

    def _seek(self, targets: int, heads: int, given_up: int) -> int:
        while self.position < self._limit:
            if self._skipped[self._data[self.position]]:
                self.position += 1
                continue
            kind = self._lex(self.position)
            if kind == UNDECIDED and self.position >= given_up:
                return MORE
            if kind < 0:
                # Not even what may be a token is cut short more often than once.
                self.previous = -1
                self.position = max(self.position + 1, self.token_end)
                continue
            if not self._ignored >> kind & 1:
                if targets >> kind & 1 and not (
                    heads >> kind & 1 and self.previous >= 0 and heads >> self.previous & 1
                ):
                    self.kind = kind
                    return FOUND
                self.passed |= _bit(kind)
                self.previous = kind
            self.position = self.token_end
        return NOTHING if self._final else MORE

    # ---- the lexer

    def _lex(self, start: int) -> int:
        """Find the token at `start` and where it ends (`token_end`); return its kind.

        NO_MATCH if there is none, UNDECIDED if the window ends too early to tell.
        """
        data = raw_bytes(self._data)
        classes = raw_bytes(self._classes)
        transitions = raw_words(self._transitions)
        limit = self._limit
        entry = self._width << 16
        position = start
        best = UNSEEN
        end = start
        if start < self._memory_end and self._remembered(start):
            position = self._memory_end
            entry = self._memory_last
        while position < limit:
            entry = transitions[(entry >> 16) + classes[data[position]]]
            if entry == 0:
                break
            position += 1
            kind = entry & 0xFF
            if kind <= best:
                best = kind
                end = position
            if entry & 0x300:
                if entry & GUARDED:
                    kind = self._guarded_kind
                    if kind <= best and (position >= limit or not self._forbidden[data[position]]):
                        best = kind
                        end = position
                if entry & STAYS:
                    row = entry >> 16
                    while position < limit and transitions[row + classes[data[position]]] == entry:
                        position += 1
                    if best == entry & 0xFF:
                        end = position
        self.token_end = end
        if best == UNSEEN and position - start > LONG_RUN:
            self._remember(start, position, entry)
        if entry != 0 and position >= limit and not self._final:
            return UNDECIDED
        return NO_MATCH if best == UNSEEN else best

    # An opening without its end can make the lexer run far for nothing, and text full of them
    # would take quadratic time. The last such run is remembered: a run that comes to the same
    # state at the same byte would go on in the same way.

    def _remember(self, start: int, end: int, last: int) -> None:
        self._memory_start = start
        self._memory_state = self._width << 16
        self._memory_end = end
        self._memory_last = last

    def _recall(self, position: int) -> None:
        """Move the beginning of the remembered run to `position`, as long as it goes so far."""
        while self._memory_start < position and self._memory_start < self._memory_end:
            byte = self._data[self._memory_start]
            self._memory_state = self._transitions[(self._memory_state >> 16) + self._classes[byte]]
            self._memory_start += 1

    def _remembered(self, start: int) -> bool:
        """Tell whether a token that begins at `start` goes the way of the remembered run."""
        if start < self._memory_start or start + 1 >= self._memory_end:
            return False
        self._recall(start + 1)
        return (
            self._transitions[self._width + self._classes[self._data[start]]] == self._memory_state
        )

    # ---- stacks as nodes

    def _work_out(self) -> int:
        """Return what the token `kind` does in the present node, by the grammar's own table."""
        node = self._node
        columns = self._end_kind + 1
        tables = self._tables
        while True:
            action = tables.actions[self._states[node] * columns + self.kind]
            if action > 0:
                child = self._child(node, action - 1)
                return 2 * child + self._is_final(child)
            if action == 0:
                return self._refusal()
            node = self._reduced(node, -action - 1)
            if self._states[node] == tables.end_state:
                return ENDS

    def _reduced(self, node: int, rule: int) -> int:
        tables = self._tables
        for _ in range(tables.rule_lengths[rule]):
            node = self._parents[node]
        goto = self._states[node] * tables.nonterminals + tables.rule_results[rule]
        return self._child(node, tables.gotos[goto])

    def _child(self, parent: int, state: int) -> int:
        """Return the node of the stack `parent` with `state` on top of it."""
        node = self._children.get((parent, state))
        if node is None:
            node = len(self._states)
            self._children[parent, state] = node
            self._states.append(state)
            self._parents.append(parent)
            if (node + 1) * self._row > len(self._targets):
                self._targets = array("i", self._targets) + array(
                    "i", bytes(4 * len(self._targets))
                )
        return node

    def _is_final(self, node: int) -> bool:
        """Tell whether nothing but the end may follow."""
        first = self._states[node] * (self._end_kind + 1)
        actions = self._tables.actions
        return not any(actions[first + kind] for kind in range(self._end_kind))

    def _refusal(self) -> int:
        """Return what to do with a token that the table refuses in the present node."""
        kind = self.kind
        actions = self._tables.actions
        if kind == self._end_kind or self._node == 0 or not actions[kind]:
            return REFUSED
        self.kind = self._end_kind
        ends = self._work_out()
        self.kind = kind
        return ends
