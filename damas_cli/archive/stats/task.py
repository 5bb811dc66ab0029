"""A report's count of a block: what a worker does."""

from __future__ import annotations

from collections.abc import Iterator

from damas_cli.archive.task import ArchiveOptions, ArchiveTask, Entry

from . import Count, StatsOptions, load


class StatsTask(ArchiveTask):
    """Counts the games of each block for one report."""

    def __init__(self, report: str, stats: StatsOptions) -> None:
        super().__init__(ArchiveOptions(stats.variant, stats.language))
        self.report = report
        self.stats = stats

    def new_count(self) -> Count:
        """Return a count of no games."""
        count: Count = load(self.report).Count(self.stats)
        return count

    def work(self, entries: Iterator[Entry]) -> Count:
        """Return the count of a block's games."""
        count, rulebook = self.new_count(), self.rulebook
        for entry in entries:
            count.add(entry, rulebook)
        return count

    def lost(self, entry: Entry) -> Count:
        """Return the count of a game of which there is but the text."""
        count = self.new_count()
        count.add(entry, self.rulebook)
        return count
