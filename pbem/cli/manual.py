"""``pbem manual``: the pages of the manual, in the reader's language."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from shutil import get_terminal_size

import click

from pbem.bytes.errors import UsageError
from pbem.cli import language, output
from pbem.cli.manual_text import WIDEST, rendered
from pbem.port.messages import ENGLISH

_PAGE, _FRONT = ".md", "README.md"


@click.command(name="manual")
@click.argument("topic", required=False)
def manual_(topic: str | None) -> None:
    """Read a page of the manual. Without TOPIC, list the pages.

    A page that is not there in your language is shown in English.

    \b
    Examples:
      pbem manual
      pbem manual trouble
    """
    found = pages(language.code())
    if topic is None:
        wide = max(map(len, found)) + 2
        for name, page in found.items():
            output.data(f"{name:<{wide}}{_title(page)}")
        output.talk("Next: pbem manual TOPIC")
        return
    if topic not in found:
        raise UsageError.of(
            "no-page",
            "The manual has no page {topic!r}.",
            topic=topic,
            names=", ".join(found),
            hint="Pages: {names}.",
        )
    wide = min(get_terminal_size().columns, WIDEST)
    click.echo_via_pager(rendered(found[topic].read_text(encoding="utf-8"), wide))


def pages(code: str) -> dict[str, Traversable]:
    """The pages by topic: those of a language, and the English ones where it has none."""
    folder = files("pbem") / "manual"
    found = _in(folder / ENGLISH.code)
    if (folder / code).is_dir():
        found |= _in(folder / code)
    return dict(sorted(found.items()))


def _in(folder: Traversable) -> dict[str, Traversable]:
    pages = (each for each in folder.iterdir() if each.name.endswith(_PAGE) and each.name != _FRONT)
    return {each.name.removesuffix(_PAGE): each for each in pages}


def _title(page: Traversable) -> str:
    return page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


COMMAND = manual_
