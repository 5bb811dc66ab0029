"""Archives for tests, and tasks asked of them without any process."""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.archive.joining import Joiner
from damas_cli.archive.task import ArchiveOptions, ArchiveTask, Entry, Reply
from damas_cli.convert.inputs import labelled_blocks
from damas_cli.pdn.sources import Source


def replies(
    task: ArchiveTask, *texts: bytes, name: str = "{}.pdn", form: str | None = None, chunk: int = 0
) -> Iterator[Reply]:
    """Yield the replies to files with these contents, each read in pieces of `chunk` bytes."""
    for number, text in enumerate(texts, 1):
        size = chunk or len(text) or 1
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        source = Source(name.format(number), lambda pieces=pieces: iter(pieces))
        before = 0
        for block in labelled_blocks(source, form, task.reading):
            for reply in Reply.from_bytes(task(block) if block else b""):
                reply.before = before
                before += reply.games
                yield reply


class Copy(ArchiveTask):
    """Gives the games back as they stand."""

    def work(self, entries: Iterator[Entry]) -> object:
        return [(entry.text, entry.joins) for entry in entries]

    def lost(self, entry: Entry) -> object:
        return [(entry.text, entry.joins)]


def copied(*texts: bytes, form: str | None = None, chunk: int = 0) -> bytes:
    """Return all games of some files, joined."""
    joiner = Joiner()
    parts = []
    for reply in replies(Copy(ArchiveOptions()), *texts, form=form, chunk=chunk):
        parts.append(joiner.more(reply.rest))
        parts += [joiner.add(text, joins) for text, joins in reply.payload or ()]
    return b"".join([*parts, joiner.end()])
