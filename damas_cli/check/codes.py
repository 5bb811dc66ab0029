"""The findings there are: code, name and severity. A code is never used for something else."""

from __future__ import annotations

ERROR = "error"
WARNING = "warning"
INFO = "info"


class Code:
    """One kind of finding.

    Attributes:
        code: family letter and number, such as `M003`.
        name: kebab-case name, such as `quantity-law`.
        severity: `error`, `warning` or `info`.
    """

    __slots__ = ("code", "name", "severity")

    def __init__(self, code: str, name: str, severity: str) -> None:
        self.code = code
        self.name = name
        self.severity = severity

    def __repr__(self) -> str:
        return f"<Code {self.code} {self.name}>"


CODES = {
    code.code: code
    for code in (
        Code("S001", "syntax-error", ERROR),
        Code("S002", "unclosed-comment", ERROR),
        Code("S003", "unbalanced-variation", ERROR),
        Code("S004", "malformed-tag", ERROR),
        Code("S005", "not-utf8", WARNING),
        Code("S006", "limit-exceeded", ERROR),
        Code("S007", "unused-suppression", WARNING),
        Code("T001", "missing-tag", INFO),
        Code("T002", "duplicate-tag", WARNING),
        Code("T003", "unknown-gametype", WARNING),
        Code("T004", "wrong-gametype", WARNING),
        Code("T005", "bad-fen", ERROR),
        Code("T006", "bad-date", INFO),
        Code("T007", "setup-tag", INFO),
        Code("T008", "impossible-position", WARNING),
        Code("N001", "move-number", WARNING),
        Code("N002", "separator", INFO),
        Code("N003", "ambiguous-capture", ERROR),
        Code("N004", "non-canonical-move", INFO),
        Code("N005", "setup-in-movetext", INFO),
        Code("N006", "unknown-move", WARNING),
        Code("M001", "illegal-move", ERROR),
        Code("M002", "capture-missed", ERROR),
        Code("M003", "quantity-law", ERROR),
        Code("M004", "quality-law", ERROR),
        Code("M005", "capture-priority", ERROR),
        Code("M006", "move-after-end", ERROR),
        Code("M007", "wrong-side", ERROR),
        Code("M008", "capture-not-completed", ERROR),
        Code("D001", "threefold-missed", WARNING),
        Code("D002", "no-progress-missed", WARNING),
        Code("D003", "ending-limit-missed", WARNING),
        Code("R001", "result-mismatch", ERROR),
        Code("R002", "result-against-position", ERROR),
        Code("R003", "result-against-draw", WARNING),
        Code("R004", "missing-result", INFO),
        Code("R005", "decided-unrecorded", INFO),
        Code("R006", "unknown-result", WARNING),
        Code("R007", "missing-terminator", INFO),
    )
}

# The law that a move breaks, as `damas_cli.rules.judge` names it, to its code.
CODE_OF_LAW = {code.name: code.code for code in CODES.values() if code.code[0] == "M"}


def codes_of(selector: str) -> frozenset[str]:
    """Return the codes that a selector stands for: a code, its beginning, a rule's name, or `ALL`.

    Case does not matter; what is none of these stands for no code.

    >>> sorted(codes_of("D")), sorted(codes_of("quantity-law")), sorted(codes_of("D9"))
    (['D001', 'D002', 'D003'], ['M003'], [])
    """
    wanted = selector.upper()
    if not wanted:
        return frozenset()
    return frozenset(
        code.code
        for code in CODES.values()
        if wanted in ("ALL", code.name.upper()) or code.code.startswith(wanted)
    )


# What `--fix` mends safely, mostly or always; `check/fixes/` knows each case.
MENDED = frozenset(("S005", "S007", "T002", "T004", "T006", "T007", "N001", "N002", "N004", "R007"))
