"""`--output FOLDER/`: a folder of files, each of them written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable

from .output_file import OutputFileError, written


def is_folder(path: str) -> bool:
    """Tell whether `path` means a folder, be it there or not.

    >>> is_folder("diagrams/"), is_folder("diagrams.svg")
    (True, False)
    """
    return path.endswith(("/", os.sep)) or os.path.isdir(path)


def fill(folder: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write `files`, names and contents, into `folder`, which is made if it is not there.

    Raises:
        OutputFileError: the system refuses.
    """
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise OutputFileError(error) from error
    for name, content in files:
        with written(os.path.join(folder, name)) as write:
            write(content)
