"""``pbem map``: the picture of a position, whole or in part, with layers over it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.files import write
from pbem.cli.log_lines import film_of, lang_option, pack_option
from pbem.cli.scenario_options import side_called
from pbem.cli.verdict_first import judging
from pbem.home import games, verdict_sentence
from pbem.home.viewing import languages, latest, map_options
from pbem.home.viewing.logs import Film
from pbem.home.viewing.stills import Still
from pbem.port.messages import Message
from pbem.view.language import scene as in_language
from pbem.view.map.svg import draw
from pbem.view.text import draw_text

_FILE = click.Path(path_type=Path)


@click.command(name="map")
@click.argument("file", required=False, type=_FILE)
@click.option("--at", "entry", type=click.IntRange(min=0), metavar="N", help="As it was after entry N.")
@click.option("--side", type=side_called, default=None, metavar="SIDE", help="Only what this side may see.")
@click.option("--text", is_flag=True, help="Draw it with letters, as a terminal does without -o.")
@click.option(
    "--zoc",
    type=side_called,
    multiple=True,
    metavar="SIDE",
    help="Show this side's zones of control (both: twice).",
)
@click.option(
    "--supply", type=side_called, multiple=True, metavar="SIDE", help="Show this side's lines of supply."
)
@click.option(
    "--around", multiple=True, metavar="HEX[,HEX...]", help="Only the part around these hexes or places."
)
@click.option(
    "--radius", type=click.IntRange(1, 100), metavar="N", help="So many hexes on each side (with --around)."
)
@click.option("--hexes", default="", metavar="A-B", help="Only the part from one corner hex to another.")
@click.option("--bare", is_flag=True, help="Without counters and arrows.")
@click.option(
    "--mode",
    type=click.Choice(map_options.MODES),
    default="units",
    help="What to look at: the units, who holds what, who is supplied, or the ground alone.",
)
@click.option(
    "--zoom",
    type=click.FloatRange(0.1, 8),
    metavar="TIMES",
    help="How large: 1 draws a hex 72 pixels wide. Without it, as large as a screen shows.",
)
@click.option(
    "--width",
    type=click.IntRange(300, 20000),
    metavar="PIXELS",
    help="How wide it will be shown: what could not be read then is drawn larger or left out.",
)
@click.option("-o", "--out", type=_FILE, metavar="OUT", help="The picture to write: OUT.svg, or OUT.png.")
@lang_option
@pack_option
@home_options
def map_(  # noqa: PLR0913  # a map has as many ways to look at it
    *,
    file: Path | None,
    entry: int | None,
    side: str | None,
    text: bool,
    zoc: tuple[str, ...],
    supply: tuple[str, ...],
    around: tuple[str, ...],
    radius: int | None,
    hexes: str,
    bare: bool,
    mode: str,
    zoom: float | None,
    width: int | None,
    out: Path | None,
    lang: str,
    pack: Path | None,
) -> None:
    """Draw the map of a game, as an SVG or PNG picture or with letters. Without FILE, the game of this home.

    \b
    Examples:
      pbem map -o now.svg
      pbem map campaign.pbem --at 120 --text
      pbem map --text --around Caen --radius 6
      pbem map --around Caen --zoc german --supply allied -o caen.png
    """
    if zoom is not None and width is not None:
        raise UsageError.of("two-sizes", "Give either --zoom or --width, not both.")
    text = text or (out is None and sys.stdout.isatty())
    name, found = _found(file, entry, pack)
    side = games.side_of(setting().folder(), found.log) if file is None and side is None else side
    with judging(name, found.verdict, said=text):
        still = found if isinstance(found, Still) else found.still(entry)
        scene, title = still.scene(side), still.game.info.title
        wanted = (*(("zoc", each) for each in zoc), *(("supply", each) for each in supply))
        scene = map_options.in_mode(still.position, scene, mode)
        if wanted:
            scene = map_options.layered(still.position, title, scene, wanted)
        if bare:
            scene = map_options.bare(scene)
        tongue = languages.tongue(still.game, lang)
        scene = in_language(tongue, scene)
        warning = tongue.say(verdict_sentence.warning(still.verdict))
        frame = map_options.framed(scene.ground, between=hexes, around=around, radius=radius)
        if out is None and not text:
            raise UsageError.of(
                "no-output", "Say where to draw.", hint="Add -o OUT.svg, or --text for the terminal."
            )
        if text:
            output.data(
                draw_text(
                    scene, width=_width(), frame=frame, warning=warning, colour=True, word=tongue.say
                ).rstrip("\n")
            )
        if out is not None:
            drawn = draw(
                scene,
                title=title,
                frame=frame,
                word=tongue.say,
                warning=warning,
                width=float(width or 0),
                size=zoom or 0.0,
            )
            write(out, map_options.encoded(drawn, out))
            output.talk("Wrote {shown}.", shown=shown(out))


def _found(file: Path | None, entry: int | None, pack: Path | None) -> tuple[str, Film | Still]:
    """The log named, or the game of this home, and what it is called."""
    if file is not None:
        return film_of(file, pack)
    folder = setting().folder()
    return Message("game {name}", name=folder.name), latest.of_game(folder, entry)


def _width() -> int:
    return shutil.get_terminal_size((100, 24)).columns


COMMAND = map_
