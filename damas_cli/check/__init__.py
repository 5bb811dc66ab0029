"""What is wrong with a game: codes, replay, results and reporters.

The folder can be called: `damas_cli.check(text)` is `check_text` of `damas_cli.check.run`. A public
function of the folder's own name could not be told from the folder otherwise.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _CallableFolder(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> list[dict[str, object]]:
        from .run import check_text

        return check_text(*arguments, **options)


sys.modules[__name__].__class__ = _CallableFolder
