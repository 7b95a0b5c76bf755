"""``pbem site``: the whole program as a folder of static files, and whether a hosted copy is the same."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from pbem.bytes.errors import UsageError, VerifyError
from pbem.cli import output
from pbem.home.installation import adding
from pbem.port.messages import Message

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group()
def site() -> None:
    """The whole program as a folder of static files, to verify, replay and play in the browser.

    \b
    Examples:
      pbem site build site
      pbem site check site
    """
    try:
        import werkzeug  # noqa: F401, PLC0415  the extra may not be installed
    except ModuleNotFoundError as error:
        raise UsageError.of(
            "no-site", "The site is an extra.", command=adding("werkzeug"), hint="Type: {command}"
        ) from error


@site.command(short_help="Make the folder.")
@click.argument("folder", type=_FOLDER, metavar="DIR")
def build(folder: Path) -> None:
    """Make the folder DIR, which any web host serves; npm fetches Python for browsers, once.

    \b
    Example:
      pbem site build site
    """
    from pbem.site import build as building  # noqa: PLC0415  the extra may not be installed
    from pbem.site import packages  # noqa: PLC0415

    digest = building.build(folder, packages.fetched(packages.cache(os.environ)))
    output.data(digest)
    output.talk("Wrote {folder}. The line above is the digest of this build.", folder=folder)
    output.talk("Next: python -m http.server -d {folder}", folder=folder)


@site.command(short_help="Is this copy the release?")
@click.argument("folder", type=_FOLDER, metavar="DIR")
@click.option("--at", "address", metavar="URL", help="Compare what is served there.")
@click.option("--digest", metavar="HEX", help="The digest that the release names.")
def check(folder: Path, address: str | None, digest: str | None) -> None:
    """Compare DIR, a build or a release, with its own digests, and with the copy that a host serves.

    Exit code 0 only when every file is the same. A host can serve others something else than you: see schemas/threats.md.

    \b
    Example:
      pbem site check site
    """
    from pbem.site import check as checking  # noqa: PLC0415  the extra may not be installed

    own = checking.compare(folder)
    found = checking.compare(folder, checking.hosted(address)) if address and own.good else own
    where = address if found is not own else str(folder)
    for names, word in (
        (found.other, Message("other than in the release")),
        (found.missing, Message("missing")),
        (found.strange, Message("not part of the release")),
    ):
        output.data_all(Message("{name}: {word}", name=name, word=word) for name in names)
    other = digest is not None and digest.lower() != found.digest
    if other:
        output.data("This is another build than {digest}.", digest=(digest or "")[:64])
    if found.good and not other:
        output.data("{where}: the same, all {files} files.", where=where, files=found.files)
    output.data("Build: {digest}", digest=found.digest)
    if other or not found.good:
        sys.exit(VerifyError.exit_code)


COMMAND = site
