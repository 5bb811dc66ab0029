"""Where the bytes come from: files, folders, standard input, packed files, and their encodings.

A source is a name to show and its bytes, unpacked and without a byte order mark, in chunks; an
empty chunk says that a pipe has no more at the moment. What cannot be read raises `SourceError`,
after the bytes before the fault: the caller says so and goes on with the next source.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import BinaryIO

from damas_cli.language import Phrase, SpokenError, system_reason

_CHUNK = 1 << 18
# A block of four bytes may unpack to 128 KiB.
_ZSTD_PIECE = 1 << 10
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
# The names of the files that a folder or an archive stands for end like this.
PDN_SUFFIXES = (".pdn",)
UTF_8_MARK = b"\xef\xbb\xbf"
# It begins as one of UTF-16 does. Nobody writes PDN like that, and it is read as what it is not.
_UTF_32_MARK = b"\xff\xfe\0\0"
UTF_16_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


class SourceError(SpokenError):
    """An input that cannot be read; `reason` is a key, the exception's text the whole story.

    `problem` is that text without the path.

    Reasons: "missing", "unreadable", "no-pdn-files", "truncated", "damaged", "no-zstandard".
    """

    def __init__(self, path: str, reason: str, problem: Phrase | str) -> None:
        """Tell the problem with the input at `path`."""
        super().__init__(Phrase("{path}: {problem}", path=path, problem=problem))
        self.path = path
        self.reason = reason
        self.problem = problem


class Source:
    """An input: `path` as it is shown, and its bytes.

    `kind` tells what it is: "file", "stream" (standard input) and "pipe" (a path that can be read
    once) have their bytes as they are, those of something "packed" have to be unpacked.
    """

    __slots__ = ("_chunks", "kind", "path")

    def __init__(
        self, path: str, chunks: Callable[[], Iterator[bytes]], kind: str = "packed"
    ) -> None:
        """Name the input; `chunks` opens it when its bytes are asked for."""
        self.path = path
        self.kind = kind
        self._chunks = chunks

    def __repr__(self) -> str:
        """Return the path."""
        return f"<Source {self.path}>"

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes: unpacked, UTF-16 as UTF-8, without a byte order mark."""
        return self.marked_chunks()[1]

    def marked_chunks(self, errors: str = "replace") -> tuple[bytes, Iterator[bytes]]:
        """Return the byte order mark, empty if there is none, and the bytes as `chunks` has them.

        `errors` is what becomes of UTF-16 that is none: it is replaced, or "strict" makes it a
        `SourceError`.
        """
        mark, chunks = _without_mark(self._chunks())
        if mark in UTF_16_MARKS:
            chunks = _transcoded(self.path, chunks, UTF_16_MARKS[mark], errors)
        return mark, chunks


def open_sources(
    paths: Iterable[str],
    *,
    stdin: BinaryIO | None = None,
    stdin_filename: str = "-",
    suffixes: tuple[str, ...] = PDN_SUFFIXES,
) -> Iterator[Source | SourceError]:
    """Yield the sources that `paths` stand for, in their order; an error stands for its path.

    A folder means the files in it and below whose names end in one of `suffixes`, in byte order of
    their names; `-` is standard input, shown as `stdin_filename`; a zip archive means such members
    or its only member.
    """
    for path in paths:
        if path == "-":
            yield from _or_error(partial(_standard_input, stdin, stdin_filename, suffixes))
        elif os.path.isdir(path):
            yield from _folder_sources(path, suffixes)
        else:
            yield from _or_error(partial(_file_sources, path, suffixes))


def _or_error(sources: Callable[[], Iterator[Source]]) -> Iterator[Source | SourceError]:
    """Yield what `sources` gives; an error ends it, and nothing else."""
    try:
        yield from sources()
    except SourceError as error:
        yield error


def _standard_input(
    stdin: BinaryIO | None, shown: str, suffixes: tuple[str, ...]
) -> Iterator[Source]:
    if stdin is None:
        raise SourceError(shown, "unreadable", Phrase("standard input is closed"))
    yield from _stream_sources(shown, stdin, suffixes)


def _folder_sources(folder: str, suffixes: tuple[str, ...]) -> Iterator[Source | SourceError]:
    """Yield the sources of the files in and below `folder`, in byte order of their names.

    A file or a folder that cannot be read hides none of the others.
    """
    errors: list[SourceError] = []

    def note(error: OSError) -> None:
        errors.append(_system_error(os.fspath(error.filename or folder), error))

    names = [
        os.path.join(parent, name)
        for parent, _, names in os.walk(folder, onerror=note)
        for name in names
        if name.lower().endswith(suffixes)
    ]
    yield from errors
    if not names and not errors:
        problem = Phrase("no {suffixes} files in this folder", suffixes=", ".join(suffixes))
        yield SourceError(folder, "no-pdn-files", problem)
    for name in sorted(names, key=os.fsencode):
        if os.path.exists(name) and not os.path.isfile(name):
            # Who names a folder does not mean its pipes, which might keep us waiting.
            yield SourceError(name, "unreadable", Phrase("not a file"))
        else:
            yield from _or_error(partial(_file_sources, name, suffixes))


def _system_error(path: str, error: OSError) -> SourceError:
    reason = "missing" if isinstance(error, FileNotFoundError) else "unreadable"
    return SourceError(path, reason, system_reason(error))


def _open(path: str) -> BinaryIO:
    try:
        return open(path, "rb")
    except OSError as error:
        raise _system_error(path, error) from None


def _file_sources(path: str, suffixes: tuple[str, ...]) -> Iterator[Source]:
    """Yield the source of one file, or those of the members of an archive."""
    with _open(path) as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            # What a pipe gave it gives to nobody else: it is read while it is open.
            yield from _stream_sources(path, stream, suffixes, "pipe")
            return
        first = _read_first(path, stream)
        archive = first.startswith(_ZIP)
        names = _member_names(path, stream, suffixes) if archive else []
    if not archive:
        yield Source(path, lambda: _unpacked_file(path), "packed" if _is_packed(first) else "file")
    for name in names:
        yield Source(f"{path}/{name}", partial(_member, path, partial(_open, path), name))


def _stream_sources(
    path: str, stream: BinaryIO, suffixes: tuple[str, ...], kind: str = "stream"
) -> Iterator[Source]:
    """Yield the source or sources that a stream is, which can be read once."""
    first = _read_first(path, stream)
    if not first.startswith(_ZIP):
        kind = "packed" if _is_packed(first) else kind
        yield Source(path, lambda: _unpacked(path, stream, first), kind)
        return
    import io

    data = b"".join(_plain(path, stream, first))
    for name in _member_names(path, io.BytesIO(data), suffixes):
        yield Source(f"{path}/{name}", partial(_member, path, partial(io.BytesIO, data), name))


def _read_first(path: str, stream: BinaryIO) -> bytes:
    try:
        return stream.read(4)
    except OSError as error:
        raise _system_error(path, error) from None


def _is_packed(first: bytes) -> bool:
    return first.startswith(_GZIP) or first == _ZSTD


def _unpacked_file(path: str) -> Iterator[bytes]:
    with _open(path) as stream:
        yield from _unpacked(path, stream, _read_first(path, stream))


def _unpacked(path: str, stream: BinaryIO, first: bytes) -> Iterator[bytes]:
    if first.startswith(_GZIP):
        return _gunzipped(path, _plain(path, stream, first))
    if first == _ZSTD:
        return _zstd_unpacked(path, _plain(path, stream, first))
    return _plain(path, stream, first)


def _plain(path: str, stream: BinaryIO, first: bytes) -> Iterator[bytes]:
    if first:
        yield first
    # Of a pipe that delivers slowly, take what there is.
    read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    while True:
        try:
            chunk = read(_CHUNK)
        except OSError as error:
            raise _system_error(path, error) from None
        if not chunk:
            return
        yield chunk
        if len(chunk) < _CHUNK and _pauses(stream):
            yield b""


def _pauses(stream: BinaryIO) -> bool:
    """Tell whether a stream is a pipe, or the like, that has nothing more at the moment."""
    import select

    try:
        if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return False
        return not select.select([stream], [], [], 0)[0]
    except (OSError, ValueError):  # it has no file, or the system can ask sockets only
        return False


def _gunzipped(path: str, packed: Iterator[bytes]) -> Iterator[bytes]:
    """Unpack one gzip member after the other; zeros after the last are padding."""
    import zlib

    unpacker = None
    for chunk in _pieces(packed):
        while chunk:
            if unpacker is None:
                chunk = chunk.lstrip(b"\0")
                if not chunk:
                    break
                unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
            try:
                data = unpacker.decompress(chunk, _CHUNK)
            except zlib.error as error:
                raise SourceError(
                    path, "damaged", Phrase("damaged gzip data: {error}", error=error)
                ) from None
            if data:
                yield data
            if unpacker.eof:
                chunk = unpacker.unused_data
                unpacker = None
            else:
                chunk = unpacker.unconsumed_tail
    if unpacker is not None:
        yield from _last(unpacker.flush())
        raise SourceError(path, "truncated", Phrase("the gzip data end too early"))


def _last(data: bytes) -> Iterator[bytes]:
    if data:
        yield data


def _zstd_unpacked(path: str, packed: Iterator[bytes]) -> Iterator[bytes]:
    try:
        import zstandard
    except ImportError:
        raise SourceError(
            path,
            "no-zstandard",
            Phrase("reading .zst needs the extra: pip install 'damas[zstd]'"),
        ) from None
    unpacker = None
    for chunk in _pieces(packed):
        while chunk:
            if unpacker is None:
                unpacker = zstandard.ZstdDecompressor().decompressobj()
            try:
                data = unpacker.decompress(chunk)
            except zstandard.ZstdError as error:
                raise SourceError(
                    path, "damaged", Phrase("damaged zstd data: {error}", error=error)
                ) from None
            if data:
                yield data
            chunk = b""
            if unpacker.eof:
                chunk = unpacker.unused_data
                unpacker = None
    if unpacker is not None:
        raise SourceError(path, "truncated", Phrase("the zstd data end too early"))


def _pieces(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the chunks in small pieces: a few bytes of zstd may unpack to very many."""
    for chunk in chunks:
        for start in range(0, len(chunk), _ZSTD_PIECE):
            yield chunk[start : start + _ZSTD_PIECE]


def _member_names(path: str, stream: BinaryIO, suffixes: tuple[str, ...]) -> list[str]:
    """Return the names of the members of a zip archive that are read, in their order."""
    import zipfile

    try:
        with zipfile.ZipFile(stream) as archive:
            names = [info.filename for info in archive.infolist() if not info.is_dir()]
    except _damages() as error:
        raise SourceError(
            path, "damaged", Phrase("damaged zip archive: {error}", error=error)
        ) from None
    chosen = [name for name in names if name.lower().endswith(suffixes)]
    if not chosen and len(names) == 1:
        chosen = names
    if not chosen:
        problem = Phrase("no {suffixes} files in this archive", suffixes=", ".join(suffixes))
        raise SourceError(path, "no-pdn-files", problem)
    return sorted(chosen, key=lambda name: name.encode("utf-8", "surrogateescape"))


def _member(path: str, opener: Callable[[], BinaryIO], name: str) -> Iterator[bytes]:
    import zipfile

    shown = f"{path}/{name}"
    try:
        with opener() as stream, zipfile.ZipFile(stream) as archive, archive.open(name) as member:
            while chunk := member.read(_CHUNK):
                yield chunk
    except EOFError:
        raise SourceError(shown, "truncated", Phrase("the packed data end too early")) from None
    except _damages() as error:
        raise SourceError(
            shown, "damaged", Phrase("cannot be unpacked: {error}", error=error)
        ) from None


def _damages() -> tuple[type[Exception], ...]:
    """Return what `zipfile` raises at a damaged archive, and at one of a kind it does not know."""
    import lzma
    import struct
    import zipfile
    import zlib

    formats = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error)
    return (*formats, OSError, ValueError, IndexError, RuntimeError)


def _without_mark(chunks: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Return the byte order mark that `chunks` begin with, and the bytes after it."""
    first = b""
    for chunk in chunks:
        first += chunk
        if len(first) >= len(_UTF_32_MARK):
            break
    marks = (*UTF_16_MARKS, UTF_8_MARK)
    mark = next((mark for mark in marks if first.startswith(mark)), b"")
    if first.startswith(_UTF_32_MARK):
        mark = b""
    return mark, chain(_last(first[len(mark) :]), chunks)


def _transcoded(path: str, chunks: Iterator[bytes], encoding: str, errors: str) -> Iterator[bytes]:
    """Turn UTF-16, which has to have a mark, to UTF-8."""
    import codecs

    decoder = codecs.getincrementaldecoder(encoding)(errors)
    try:
        for chunk in chunks:
            yield from _last(decoder.decode(chunk).encode("utf-8"))
        yield from _last(decoder.decode(b"", final=True).encode("utf-8"))
    except UnicodeDecodeError:
        raise SourceError(path, "damaged", Phrase("damaged UTF-16")) from None
