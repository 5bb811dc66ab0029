"""Show an input of the fuzz job, what `damas check` says to it, and hold it to the job's laws.

python -m tests.fuzz SEED KIND
"""

from __future__ import annotations

import sys

from ..cli.running import damas
from .inputs import KINDS, fuzz_input
from .judging import AFTER, BEFORE
from .test_fuzz import hold


def main() -> None:
    """Replay one input."""
    if len(sys.argv) != 3 or sys.argv[2] not in KINDS:
        sys.exit(f"python -m tests.fuzz SEED {'|'.join(KINDS)}")
    seed, kind = int(sys.argv[1]), sys.argv[2]
    data = fuzz_input(kind, seed)
    print(data)
    for name, text in (("alone", data), ("between", BEFORE + data + b"\n\n" + AFTER)):
        outcome = damas("check", stdin=text)
        print(f"\n---- {name}: status {outcome.status:d}\n{outcome.out}{outcome.err}")
    hold(kind, seed)
    print("It holds.")


if __name__ == "__main__":
    main()
