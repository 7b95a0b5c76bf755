"""Tar and zip files from strangers: opened within bounds of memory and of bytes unpacked, each member's failure its own.

What a packed file claims is never believed: a header of gigabytes, a dictionary of gigabytes or a few bytes that unpack to
terabytes end in a sentence about that file. At most ``BUDGET`` is held or ``RATIO`` times the packed bytes are unpacked.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
from collections.abc import Iterator
from typing import IO, Protocol, cast

from attrs import define, field

from pbem.bytes.errors import FormatError
from pbem.port.messages import Message

RATIO, LEAST = 100, 256 * 1024 * 1024
"""Bytes that may be unpacked of a file: so many times its own, and so many in any case. Logs are packed already, so that an
archive of them has a ratio of about 1; one of mails in base64 about 2."""
HEADER = 64 * 1024
"""Bytes of a member's extended header (POSIX pax, a long name of GNU tar): names have 4,096 at most."""
DIRECTORY = 16 * 1024 * 1024
"""Bytes of a zip file's directory, which is read at once: some 150,000 files with names as they are usual."""
DICTIONARY = 96 * 1024 * 1024
"""Memory of the decoder of xz: its largest preset, -9, takes 65 MiB."""

_CHUNK = 64 * 1024
_XZ, _GZIP, _BZ2 = b"\xfd7zXZ\x00", b"\x1f\x8b", b"BZh"
_END, _END64, _DIRECTORY64 = struct.Struct("<4s4H2LH"), struct.Struct("<4sLQL"), struct.Struct("<4sQ2H2L4Q")
_END_SIGN, _END64_SIGN, _DIRECTORY64_SIGN = b"PK\x05\x06", b"PK\x06\x07", b"PK\x06\x06"
_COMMENT = 1 << 16
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2})


class Readable(Protocol):
    """Bytes, as far as they are asked for."""

    def read(self, size: int = -1, /) -> bytes: ...


@define
class Budget:
    """How many bytes may still be unpacked of one packed file."""

    left: int

    @classmethod
    def of(cls, file: IO[bytes]) -> Budget:
        """The budget of a packed file, which is wound back."""
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        return cls(left=max(LEAST, RATIO * size))

    def spend(self, data: bytes) -> bytes:
        """The bytes, paid for. Raises FormatError ``too-much``."""
        self.left -= len(data)
        if self.left < 0:
            raise FormatError(
                "too-much",
                Message("unpacks to more than {ratio} times its size; it was left there", ratio=RATIO),
            )
        return data


@define(slots=False)
class _Paid(io.RawIOBase):
    """A file whose bytes are paid for as they are read."""

    file: Readable
    budget: Budget

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self.budget.spend(self.file.read(_CHUNK if size is None or size < 0 else size))


@define(slots=False)
class _Xz(io.RawIOBase):
    """An xz file, unpacked with a decoder whose memory is bounded (``lzma.open`` takes what a header asks for)."""

    file: IO[bytes]
    _decoder: lzma.LZMADecompressor = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=DICTIONARY)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        while True:
            packed = self.file.read(_CHUNK) if self._decoder.needs_input else b""
            if self._decoder.eof:
                return b""
            found = self._decoder.decompress(packed, max_length=_CHUNK if size < 0 else size)
            if found or (not packed and self._decoder.needs_input):
                return found


class _Header(tarfile.TarInfo):
    """A member of a tar file whose headers have a bound: the module reads each at once, however long it says it is."""

    problem = ""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type == tarfile.GNUTYPE_SPARSE:
            raise _sparse()
        if self.type in _LONG and self.size > HEADER:
            self.problem = Message("has a header of {size:,} bytes", size=self.size)
            self.type = tarfile.XHDTYPE
            return self._proc_builtin(archive)  # type: ignore[no-any-return,attr-defined]  # passed over like a strange kind
        if self.type == tarfile.XGLTYPE and len(archive.pax_headers) > _GLOBALS:
            raise FormatError("long-header", Message("has more headers for all files than a few"))
        return super()._proc_member(archive)  # type: ignore[misc,no-any-return]  # made to be overridden, and without types

    def _proc_gnusparse_10(self, *_: object) -> None:
        raise _sparse()


_LONG = frozenset(
    {
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.SOLARIS_XHDTYPE,
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
    }
)


def _sparse() -> FormatError:
    return FormatError("sparse", Message("has a file with holes, whose list has no bound; it was left there"))


def of_tar(file: IO[bytes]) -> Iterator[tuple[str, Readable | str]]:
    """The files of a tar file, packed or not, in their order: name and bytes, each to be read before the next, or a problem.

    Links, devices and pipes in it are passed over. Raises FormatError, and whatever ``tarfile`` and the decoders raise.
    """
    paid = _Paid(_unpacked(file), Budget.of(file))
    with tarfile.open(fileobj=cast("IO[bytes]", paid), mode="r|", tarinfo=_Header) as archive:
        while (info := archive.next()) is not None:
            archive.members = []  # type: ignore[attr-defined]  # the module keeps each that it has seen
            if isinstance(info, _Header) and info.problem:
                yield info.name, info.problem
            elif info.isfile() and (member := archive.extractfile(info)) is not None:
                yield info.name, member


def _unpacked(file: IO[bytes]) -> Readable:
    head = file.read(len(_XZ))
    file.seek(0)
    if head.startswith(_GZIP):
        return gzip.GzipFile(fileobj=file)
    if head.startswith(_BZ2):
        return bz2.BZ2File(file)
    return _Xz(file) if head == _XZ else file


def of_zip(file: IO[bytes]) -> Iterator[tuple[str, Readable | str]]:
    """The files of a zip file in the order of its directory: name and bytes, each to be read before the next, or a problem.

    Raises FormatError, and whatever ``zipfile`` raises.
    """
    budget = Budget.of(file)
    if (size := _directory(file)) > DIRECTORY:
        raise FormatError("long-header", Message("has a directory of {size:,} bytes", size=size))
    begun = set[int]()
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if info.header_offset in begun:
                raise FormatError(
                    "shared-bytes", Message("two of its files share their bytes; it was left there")
                )
            begun.add(info.header_offset)
            if info.is_dir():
                continue
            if info.compress_type not in _METHODS:
                yield info.filename, Message("is packed in a way that is not read here: use deflate")
                continue
            try:
                with archive.open(info) as member:
                    yield info.filename, _Paid(member, budget)
            except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError) as error:
                yield info.filename, Message("cannot be read: {error}", error=error)


def _directory(file: IO[bytes]) -> int:
    """How long the directory of a zip file says it is, in bytes (APPNOTE.TXT 4.3.14 to 4.3.16); 0 without an end record."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _END.size - _COMMENT))
    tail = file.read()
    if (at := tail.rfind(_END_SIGN)) < 0 or len(tail) - at < _END.size:
        return 0
    found = int(_END.unpack_from(tail, at)[5])
    if at >= _END64.size and tail[at - _END64.size :].startswith(_END64_SIGN):
        file.seek(int(_END64.unpack_from(tail, at - _END64.size)[2]))
        record = file.read(_DIRECTORY64.size)
        if record.startswith(_DIRECTORY64_SIGN) and len(record) == _DIRECTORY64.size:
            found = max(found if found != _NONE else 0, int(_DIRECTORY64.unpack(record)[8]))
    return found


_NONE = 0xFFFFFFFF
_GLOBALS = 64
