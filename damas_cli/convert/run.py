"""Files converted: from sources to the output, in the order of the input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from damas_cli.batch import run_in_order
from damas_cli.batch.numbers import Numbers
from damas_cli.language import Phrase, words_of
from damas_cli.pdn.sources import Source, SourceError

from . import Writer, load
from .inputs import labelled_blocks
from .options import ConvertOptions
from .task import Converted, ConvertTask

#: A source that cannot be read whole, told when it is come to.
Complain = Callable[[SourceError], object]


def _nobody(size: int) -> None:
    """Be told, and do nothing."""


@dataclass
class Conversion:
    """One run.

    Attributes:
        target: the format to write.
        source: the format to read; None to tell it by name or content, file by file.
        games: how many games were converted so far.
        incomplete: how many of them could not be read whole.
        faults: how many places of the input are no game.
        lost: how many games no worker survived.
        remarks: how many games something is to be said of, by what it is.
        advance: is told how many bytes of the input are done, as they are.
    """

    target: str
    options: ConvertOptions
    source: str | None = None
    jobs: int | None = 1
    games: int = 0
    incomplete: int = 0
    faults: int = 0
    lost: int = 0
    remarks: Counter[str] = field(default_factory=Counter)
    numbers: Numbers = field(default_factory=Numbers)
    advance: Callable[[int], object] = _nobody

    def run(
        self,
        sources: Iterable[Source | SourceError],
        complain: Complain,
        tell: Callable[[str, int, Phrase | str], object],
    ) -> Iterator[bytes]:
        """Yield the output; empty bytes where the input pauses.

        `complain` is called with a source that cannot be read, `tell` with the path, the line and
        the fault of what is no game.
        """
        writer = self._writer()
        yield from writer.assemble(self._pieces(writer, self._results(sources, complain), tell))

    def files(
        self,
        sources: Iterable[Source | SourceError],
        complain: Complain,
        tell: Callable[[str, int, Phrase | str], object],
    ) -> Iterator[tuple[str, bytes]]:
        """Yield the names and contents of the output's files; `run` tells the rest."""
        writer = self._writer()
        yield from writer.files(self._pieces(writer, self._results(sources, complain), tell))

    @property
    def fills_folders(self) -> bool:
        """Whether the output may be a folder of files."""
        return bool(load(self.target).Writer.fills_folders)

    def _writer(self) -> Writer:
        writer: Writer = load(self.target).Writer(self.options, words_of(self.options.language))
        return writer

    def _results(
        self, sources: Iterable[Source | SourceError], complain: Complain
    ) -> Iterator[bytes]:
        task = ConvertTask(self.target, self.options, self.numbers.first)
        return run_in_order(task, self._blocks(sources, complain), self.jobs)

    def _pieces(
        self,
        writer: Writer,
        done: Iterable[bytes],
        tell: Callable[[str, int, Phrase | str], object],
    ) -> Iterator[bytes]:
        yield writer.begin()
        has_begun, takes_in = False, ""
        for result in done:
            if not result:
                yield b""
            for converted in Converted.from_bytes(result):
                if converted.games or converted.data:
                    apart = has_begun and not converted.goes_on
                    before = writer.separator if apart else b""
                    before += converted.parts.get(takes_in, b"") if apart else b""
                    yield before + self.numbers.settle(converted.data, self.games)
                    has_begun = True
                takes_in = converted.takes_in if converted.games else takes_in
                self._count(converted)
                self.advance(converted.size)
                for line, fault in converted.faults:
                    tell(converted.path, line, fault)
        yield writer.end()

    def _count(self, converted: Converted) -> None:
        self.games += converted.games
        self.incomplete += converted.incomplete
        self.faults += len(converted.faults)
        self.lost += converted.lost
        self.remarks += converted.remarks

    def _blocks(
        self, sources: Iterable[Source | SourceError], complain: Complain
    ) -> Iterator[bytes]:
        for source in sources:
            try:
                if isinstance(source, SourceError):
                    raise source
                yield from labelled_blocks(source, self.source, self.options)
            except SourceError as error:
                complain(error)
