"""``pbem demo``: two players play a scenario by mail."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from pbem.cli import output
from pbem.cli.app import json_option
from pbem.cli.scenario_options import options_option, scenario_option, typed_options
from pbem.dev import demo as played
from pbem.dev import demo_mail


@click.command()
@click.option("--game", default="june6", show_default=True, metavar="GAME", help="The game to play.")
@scenario_option
@options_option
@click.option(
    "--turns",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="Stop after so many turns; 0: play to the end.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same number plays the same game.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("pbem-demo"),
    show_default=True,
    metavar="DIR",
    help="Where campaign, maps and report go.",
)
@click.option(
    "--mail",
    type=click.Choice(("files", "smtp")),
    default="files",
    show_default=True,
    help="How the mails go: as files, or through Postfix and Dovecot, started here on loopback, with two programs that act.",
)
@json_option
def demo(  # a game is begun with that much
    game: str,
    scenario: str,
    options: tuple[str, ...],
    turns: int,
    seed: int,
    out: Path,
    mail: str,
    as_json: bool,
) -> None:
    """Two players with their own keys play a turn through real mail files; both verify, both states agree.

    \b
    Example:
      pbem demo --out pbem-demo
    """
    chosen = typed_options(options)
    with demo_mail.opened() if mail == "smtp" else nullcontext() as office:
        if office is not None:
            output.talk(
                "{servers} listen on this machine, ports {smtp} and {imap}.",
                servers=office.servers.name,
                smtp=office.servers.smtp,
                imap=office.servers.imap,
            )
        found = played.run(
            game=game,
            scenario=scenario,
            options=chosen,
            seed=seed,
            turns=turns or None,
            out=out,
            progress=output.talk,
            office=office,
        )
    output.figures(found, as_json)
    output.talk(
        "They sat down so often: {n}. The other mails their programs wrote, as both had said in advance: pbem manual "
        "few-mails",
        n=found["sittings"],
    )
    output.talk("Look at {out} and the maps {out_a} ...", out=out / "report.md", out_a=played.first_map(out))
    output.talk(
        "Next: pbem verify {out}; then change one byte of it, and try again.", out=out / "campaign.pbem"
    )


COMMAND = demo
