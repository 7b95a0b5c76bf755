"""Files without a turn: what each is, by its first bytes, and what to do with it.

Nothing is unpacked for this: of a zip only the list of its files is read.
"""

from __future__ import annotations

import io
import zipfile

from pbem.bytes.container import MAX_PACKED
from pbem.bytes.records import frozen
from pbem.port.messages import Message

_AGAIN = Message("It was not saved or sent whole: ask for it once more.")
_UNPACK = Message("Unpack it yourself, and import what is in it: pbem import PATH...")
_ANOTHER = Message(
    "The turn file is another file, with .pbem at the end of its name: import that one, or ask for it."
)
_ZIP = b"PK\x03\x04"
_LOCKED = 1
"""The bit of a zip's entry that says that a password opens it."""


@frozen(kw_only=True)
class Kind:
    """A kind of file: ``what`` it is, and what to do. ``packed``: a turn may be in it all the same."""

    what: str
    hint: str
    packed: bool = False


_PACKED = (
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"BZh", "bzip2"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
)
_OTHERS = (
    (b"%PDF-", Message("It is a PDF, and no turn file.")),
    (b"\x89PNG\r\n", Message("It is a picture, and no turn file.")),
    (b"\xff\xd8\xff", Message("It is a picture, and no turn file.")),
    (b"GIF8", Message("It is a picture, and no turn file.")),
    (b"RIFF", Message("It is a picture or a sound, and no turn file.")),
    (b"\xd0\xcf\x11\xe0", Message("It is a document of Word, Excel or Outlook, and no turn is in it.")),
)
_FILM = b"ftyp"
"""Behind the first four bytes of HEIC, in which telephones take pictures, and of MP4."""
_ENCRYPTED = b"-----BEGIN PGP MESSAGE-----"
_BACKUP = b"pbem-backup-"


def kind_of(data: bytes) -> Kind | None:
    """What a file is; None for text, mails, and everything that is not known by its first bytes."""
    if not data.strip():
        return Kind(what=Message("It is empty."), hint=_AGAIN)
    if data.startswith(_BACKUP):
        hint = Message("To put it back: pbem backup restore FILE --home DIR")
        return Kind(what=Message("It is the backup of a home, and no turn file."), hint=hint)
    if data.startswith(_ZIP):
        return _zip(data)
    if data.startswith(b"\x1f\x8b"):
        return Kind(
            what=Message("It is a gz file, and no whole turn file is in it."), hint=_AGAIN, packed=True
        )
    for first, name in _PACKED:
        if data.startswith(first):
            what = Message("It is a {name} archive, which pbem does not unpack.", name=name)
            return Kind(what=what, hint=_UNPACK, packed=True)
    if data.lstrip().startswith(_ENCRYPTED):
        hint = Message("Open it in your mail program, save the attachment there, and import that file.")
        return Kind(what=Message("It is encrypted, and pbem cannot open it."), hint=hint)
    if data[4:8] == _FILM:
        return Kind(what=Message("It is a picture or a film, and no turn file."), hint=_ANOTHER)
    found = next((what for first, what in _OTHERS if data.startswith(first)), None)
    return Kind(what=found, hint=_ANOTHER) if found is not None else None


def _zip(data: bytes) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError):
        return Kind(what=Message("It is a zip that is cut off or damaged."), hint=_AGAIN, packed=True)
    if any(each.flag_bits & _LOCKED for each in inside):
        hint = Message("Unpack it with its password, and import what is in it: pbem import PATH...")
        return Kind(what=Message("It is a zip with a password."), hint=hint, packed=True)
    if any(each.file_size > MAX_PACKED for each in inside):
        what = Message("It is a zip, and no turn file: what is in it is larger than any turn.")
        return Kind(what=what, hint=_ANOTHER)
    return Kind(what=Message("It is a zip, and no turn file is in it."), hint=_ANOTHER)
