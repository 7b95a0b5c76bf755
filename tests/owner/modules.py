"""Modules and pictures of the tests' own making, as VASSAL writes them: a map with its grid, counters, charts."""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import quoteattr

MARK = b"owner-only"
"""Stands in every picture, so that a test can look for it anywhere."""


def png(width: int, height: int, colour: tuple[int, int, int] = (200, 180, 120), note: bytes = MARK) -> bytes:
    """A picture of one colour, with a note in it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes(colour) * width
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"tEXt", b"Comment\0" + note)
        + chunk(b"IDAT", zlib.compress(row * height))
        + chunk(b"IEND", b"")
    )


def slot(gpid: str, name: str, front: str, back: str = "", prototype: str = "") -> str:
    """A counter as a module lists it, two-faced when it has a back."""
    traits = [f"prototype;{prototype}"] if prototype else []
    if back:
        traits.append(
            f"emb2;;128;A;;128;;;128;;;F,130;1;false;0;0;{front},{back};,;false;Steps;;;false;;1;1;true;;;;1.0;;true"
        )
    traits.append(f"piece;;;{front};{name}")
    text = traits[-1]
    for each in reversed(traits[:-1]):
        text = each + "\t" + text.replace("\t", "\\\t")
    state = f"null;0;0;{gpid};1"
    for _ in traits[:-1]:
        state = "\t" + state.replace("\t", "\\\t")
    whole = f"+/null/{text.replace('/', chr(92) + '/')}/{state}"
    return (
        f"<VASSAL.build.widget.PieceSlot entryName={quoteattr(name)} gpid={quoteattr(gpid)}>"
        + whole.replace("&", "&amp;").replace("<", "&lt;")
        + "</VASSAL.build.widget.PieceSlot>"
    )


def grid(dx: float, dy: float, x0: float, y0: float, **numbering: str) -> str:
    """A grid of hexes; numbering by its attributes."""
    base = {
        "first": "H", "sep": "", "hType": "N", "vType": "N", "hLeading": "1", "vLeading": "1", "hOff": "0",
        "vOff": "0",
    }  # fmt: skip
    words = " ".join(
        f"{key}={quoteattr(value)}" for key, value in {**base, "stagger": "false", **numbering}.items()
    )
    sideways = numbering.get("sideways", "false")
    return (
        f'<VASSAL.build.module.map.boardPicker.board.HexGrid dx="{dx}" dy="{dy}" x0="{x0}" y0="{y0}" sideways="{sideways}">'
        f"<VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering {words}/>"
        "</VASSAL.build.module.map.boardPicker.board.HexGrid>"
    )


def board(name: str, image: str, inside: str) -> str:
    """A board with its grid on the main map."""
    return (
        '<VASSAL.build.module.Map mapName="Main" edgeWidth="20" edgeHeight="10"><VASSAL.build.module.map.BoardPicker>'
        f"<VASSAL.build.module.map.boardPicker.Board name={quoteattr(name)} image={quoteattr(image)}>{inside}"
        "</VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map>"
    )


def saved(laid: Sequence[tuple[str, str, int, int]], key: int = 0x5A) -> bytes:
    """A saved game: each counter by number, map and pixels, mixed with a key as the engine does."""
    commands = ["begin_save"]
    for n, (gpid, on, x, y) in enumerate(laid):
        commands.append(f"+/{n}/mark;Side\tpiece;;;x.png;Name/blue\t{on};{x};{y};{gpid};1")
    return saved_text("\x1b".join(commands), key)


def saved_text(commands: str, key: int = 0x5A) -> bytes:
    """A saved game of any commands."""
    text = commands.encode()
    found = b"!VCSK" + f"{key:02x}".encode() + bytes(each ^ key for each in text).hex().encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("savedGame", found)
    return packed.getvalue()


def vmod(plan: str, parts: Mapping[str, bytes]) -> bytes:
    """A module of a plan and its files."""
    whole = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<VASSAL.build.GameModule name="Ours, printed" version="1.2">'
        f"{plan}</VASSAL.build.GameModule>"
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("buildFile.xml", whole)
        for name, data in parts.items():
            made.writestr(name, data)
    return packed.getvalue()


def chart(name: str, image: str) -> str:
    """A chart, which is a picture."""
    return f"<VASSAL.build.widget.Chart chartName={quoteattr(name)} fileName={quoteattr(image)}/>"


def beginning(name: str, file: str) -> str:
    """A beginning that is a saved game."""
    return f"<VASSAL.build.module.PredefinedSetup name={quoteattr(name)} file={quoteattr(file)}/>"


def june6() -> bytes:
    """Sheet W of June 6, numbered upwards in rows that lie across, with counters, a chart and two beginnings."""
    inside = grid(51.96, 60.0, 40.0, 50.0, sideways="true", vDescend="true", hOff="-1", vOff="1")
    plan = (
        board(
            "Map W",
            "west.png",
            f"<VASSAL.build.module.map.boardPicker.board.ZonedGrid>{inside}{_BOX}</VASSAL.build.module.map.boardPicker.board.ZonedGrid>",
        )
        + slot("11", "505/82", "505.png", "505b.png", "Step")
        + slot("12", "82 / 507", "507.png", "507b.png")
        + slot("13", "Marker: out of supply", "oos.png")
        + slot("14", "no picture", "")
        + "<VASSAL.build.module.PrototypesContainer><VASSAL.build.module.PrototypeDefinition name='Step'>"
        "+/null/mark;Side\tpiece;;;;/\tnull;0;0;;0</VASSAL.build.module.PrototypeDefinition></VASSAL.build.module.PrototypesContainer>"
        + "<VASSAL.build.module.map.SetupStack owningBoard='Map W' name='x' x='1403' y='985'>"
        + slot("11", "505/82", "505.png", "505b.png")
        + "</VASSAL.build.module.map.SetupStack><VASSAL.build.module.DiceButton/>"
        + chart("Combat", "crt.png")
        + beginning("Landings", "landings.vsav")
    )
    size = {"west.png": (1920, 2660), "crt.png": (800, 500)}
    small = ("505.png", "505b.png", "507.png", "507b.png", "oos.png")
    pictures = {
        name: png(*size.get(name, (60, 60)), (n * 40, 90, 120)) for n, name in enumerate((*size, *small))
    }
    laid = (("12", "Main", 1423, 995), ("13", "Main", 0, 0), ("99", "Elsewhere", 5, 5))
    return vmod(
        plan, {**{f"images/{name}": data for name, data in pictures.items()}, "landings.vsav": saved(laid)}
    )


_BOX = (
    '<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="Turns" useParentGrid="false" '
    'locationFormat="$name$" path="0,0;300,0;300,300;0,300"/>'
)


def normandy() -> bytes:
    """A corner of sheet C of The Battle for Normandy, in columns that go down, with two counters."""
    plan = (
        board("Sheet C", "c.png", grid(52.0, 60.0, 10.0, 20.0))
        + slot("1", "1 Eng/1", "a.png")
        + slot("2", "Winnipeg (3 Cdn)", "b.png")
    )
    return vmod(
        plan,
        {
            "images/c.png": png(1800, 1500),
            "images/a.png": png(50, 50),
            "images/b.png": png(50, 50, (9, 9, 9)),
        },
    )
