"""How a turn file is opened by a double click: what a desktop must be told, as files, and where they go.

Linux: the shared MIME database and desktop entries of freedesktop.org (XDG). Windows: a file for its registry. macOS: the
part of a property list that an application has to have. The last two are for somebody to use, and change nothing here.
"""

from __future__ import annotations

import plistlib
import shutil
import subprocess  # the desktop's own tools, named here, without a shell
from collections.abc import Iterable, Mapping
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.bytes.records import frozen
from pbem.bytes.system_words import system_says
from pbem.store import atomic

MIME = "application/vnd.pbem"
_ENTRY, _TYPE, _ICON = "pbem.desktop", "vnd.pbem.xml", "pbem.svg"
_TYPE_ICON = f"{MIME.replace('/', '-')}.svg"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./")
_SECONDS = 30
_PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<path d="M32 3 58 18v28L32 61 6 46V18z" fill="#6f8a5b" stroke="#26331d" stroke-width="3"/>
<rect x="15" y="19" width="34" height="26" rx="3" fill="#e9e2cb" stroke="#26331d" stroke-width="2.5"/>
<path d="m16 21 16 13 16-13" fill="none" stroke="#9b1c1c" stroke-width="3"/></svg>
"""


@frozen(kw_only=True)
class Told:
    """What was written or taken away, and which tools of the desktop are missing."""

    files: tuple[Path, ...]
    missing: tuple[str, ...] = ()


def files(program: Iterable[str]) -> dict[str, str]:
    """The files of the desktop by their places under XDG_DATA_HOME; ``program`` is the command that opens a file."""
    command = " ".join([*map(quoted, program), "open", "--pause", "%f"])
    magic = "".join(f"\\x{byte:02x}" for byte in container.MAGIC)
    entry = (
        "[Desktop Entry]\nType=Application\nName=pbem\nComment=Wargames by mail: look at a turn file\n"
        "Comment[es]=Juegos de guerra por correo: mirar un envío\n"
        f"Exec={command}\nIcon=pbem\nTerminal=true\nNoDisplay=true\nMimeType={MIME};\nCategories=Game;StrategyGame;\n"
    )
    kind = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">\n'
        f'  <mime-type type="{MIME}">\n    <comment>turn file of a wargame</comment>\n'
        '    <comment xml:lang="es">envío de un juego de guerra</comment>\n'
        f'    <magic priority="80"><match type="string" offset="0" value="{magic}"/></magic>\n'
        '    <glob pattern="*.pbem"/>\n  </mime-type>\n</mime-info>\n'
    )
    return {
        f"applications/{_ENTRY}": entry,
        f"mime/packages/{_TYPE}": kind,
        f"icons/hicolor/scalable/apps/{_ICON}": _PICTURE,
        f"icons/hicolor/scalable/mimetypes/{_TYPE_ICON}": _PICTURE,
    }


def install(program: Iterable[str], data: Path) -> Told:
    """Tell the desktop whose data lie in ``data`` that pbem opens turn files. Raises UsageError ``no-folder``."""
    written = {data / name: text for name, text in files(program).items()}
    for path, text in written.items():
        put(path, text)
    return Told(files=tuple(written), missing=_refreshed(data, chosen=True))


def folder(environ: Mapping[str, str], name: str, usual: str) -> Path:
    """A folder of what belongs to one user (XDG Base Directory Specification): of the variable, else the usual one."""
    given = environ.get(name, "")
    return Path(given) if given.startswith("/") else Path.home() / usual


def put(path: Path, text: str) -> None:
    """A file of somebody's desktop or shell, in a folder that may not be there yet. Raises UsageError ``no-folder``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic.write_bytes(path, text.encode(), mode=0o644)
    except OSError as error:
        raise UsageError.of(
            "no-folder", "{path} cannot be written: {reason}.", path=path, reason=system_says(error)
        ) from error


def remove(data: Path) -> Told:
    """Take away what :func:`install` wrote."""
    gone = [path for path in (data / name for name in files(())) if path.is_file()]
    for path in gone:
        path.unlink()
    return Told(files=tuple(gone), missing=_refreshed(data, chosen=False) if gone else ())


def registry(program: Iterable[str]) -> str:
    """A file for the registry of Windows: a double click on it lets turn files of this user be opened by pbem."""
    command = " ".join([*(f'"{each}"' for each in program), "open", "--pause", '"%1"'])
    classes = r"HKEY_CURRENT_USER\Software\Classes"
    return "\r\n".join(
        (
            *(
                "Windows Registry Editor Version 5.00",
                "",
                rf"[{classes}\.pbem]",
                '@="pbem.turn"',
                f'"Content Type"="{MIME}"',
            ),
            *("", rf"[{classes}\pbem.turn]", '@="Turn file of a wargame"', ""),
            *(rf"[{classes}\pbem.turn\shell\open\command]", f'@="{_escaped(command)}"', ""),
        )
    )


def property_list() -> bytes:
    """The part of the Info.plist of a macOS application that lets it open turn files."""
    kind = {
        "UTTypeIdentifier": "org.pbem.turn",
        "UTTypeDescription": "Turn file of a wargame",
        "UTTypeConformsTo": ["public.data"],
        "UTTypeTagSpecification": {"public.filename-extension": ["pbem"], "public.mime-type": [MIME]},
    }
    opens = {
        "CFBundleTypeName": "Turn file",
        "CFBundleTypeRole": "Viewer",
        "LSItemContentTypes": ["org.pbem.turn"],
    }
    return plistlib.dumps({"UTExportedTypeDeclarations": [kind], "CFBundleDocumentTypes": [opens]})


def called(name: str, *words: str, seconds: int = _SECONDS) -> bool:
    """Whether one of the system's tools, named in this program, is there and did what it was asked."""
    tool = shutil.which(name)
    if tool is None:
        return False
    try:
        done = subprocess.run([tool, *words], check=False, capture_output=True, timeout=seconds)  # noqa: S603  # as above
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def _refreshed(data: Path, *, chosen: bool) -> tuple[str, ...]:
    """Let the desktop read its folders again; the tools of it that are not here."""
    calls = [
        ("update-mime-database", str(data / "mime")),
        ("update-desktop-database", str(data / "applications")),
        *([("xdg-mime", "default", _ENTRY, MIME)] if chosen else []),
    ]
    missing = []
    for name, *words in calls:
        tool = shutil.which(name)
        if tool is None:
            missing.append(name)
            continue
        subprocess.run([tool, *words], check=False, capture_output=True, timeout=_SECONDS)  # noqa: S603  # named above
    return tuple(missing)


def quoted(word: str) -> str:
    """An argument of an Exec key (Desktop Entry Specification 1.5, "The Exec key")."""
    word = word.replace("%", "%%")
    if word and set(word) <= _PLAIN | {"%"}:
        return word
    inner = "".join(f"\\{char}" if char in '"`$\\' else char for char in word)
    return '"' + inner.replace("\\", "\\\\") + '"'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
