"""``pbem try``, ``demo``, ``bench`` and ``doctor``."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import click

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.dev import balance as balances
from pbem.dev import bench as measured
from pbem.dev import demo as played
from pbem.dev import demo_mail
from pbem.games import cases
from pbem.home import checkup
from pbem.home.packs import installed as packs

_MAX_FILES = 10_000


@click.command(short_help="Run case files.", name="try")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CASE...")
@json_option
def try_(paths: tuple[Path, ...], as_json: bool) -> None:
    """Run case files (or folders of them): a position, actions, the verdict. Exit code 0 only when all hold.

    \b
    Example:
      pbem try my-case.toml
    """
    failures = 0
    files = [file for path in paths for file in _files(path)]
    for file in files:
        try:
            tried = cases.run(cases.read(file))
        except DataError as error:
            tried = cases.Tried(
                name=file.name, title="", paragraphs=(), holds=False, expected="a case file", found=str(error)
            )
        failures += not tried.holds
        if as_json:
            output.data_json(
                {"file": str(file), "holds": tried.holds, "expected": tried.expected, "found": tried.found}
            )
            continue
        output.data(
            f"{output.good('holds') if tried.holds else output.bad('FAILS')}  {file.name}  {tried.title}"
        )
        if not tried.holds:
            output.data(f"       expected {tried.expected}")
            output.data(f"       found    {tried.found}")
    if not as_json:
        output.talk(f"{len(files) - failures} of {len(files)} cases hold.")
    if failures:
        sys.exit(3)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob("*.toml"))[:_MAX_FILES]
    if not found:
        raise UsageError("no-case", f"There is no case file in {path}.")
    return found


@click.command(short_help="Watch two players play a scenario by mail.")
@click.option("--game", default="june6", show_default=True, metavar="GAME", help="The game to play.")
@click.option("--scenario", default="", metavar="NAME", help="The scenario (else the game's first).")
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
    help="How the mails go: as files, or through Postfix and Dovecot, started here on loopback, with two responders.",
)
@json_option
def demo(game: str, scenario: str, seed: int, out: Path, mail: str, as_json: bool) -> None:
    """Two players with their own keys play a scenario through real mail files; both verify, both states agree.

    \b
    Example:
      pbem demo --out pbem-demo
    """
    if mail == "smtp":
        with demo_mail.opened() as office:
            output.talk(
                f"{office.servers.name} listen on this machine, ports {office.servers.smtp} and {office.servers.imap}."
            )
            found = played.run(
                game=game, scenario=scenario, seed=seed, out=out, progress=output.talk, office=office
            )
    else:
        found = played.run(game=game, scenario=scenario, seed=seed, out=out, progress=output.talk)
    _print(found, as_json)
    output.talk(f"Look at {out / 'report.md'} and the maps {out / 'turn-1.svg'} ...")
    output.talk(f"Next: pbem verify {out / 'campaign.pbem'}; then change one byte of it, and try again.")


@click.command(short_help="Play many games and count how they end.")
@click.argument("game")
@click.option("--scenario", default="", metavar="NAME", help="The scenario (else the game's first).")
@click.option(
    "--games", type=click.IntRange(1, 100_000), default=10, show_default=True, help="How many games."
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="The seed of the first game; the next has the next.",
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="How many processes.")
@click.option("--pack", type=click.Path(path_type=Path), metavar="PACK", help="On a data pack.")
@json_option
@home_options
def balance(
    game: str, scenario: str, games: int, seed: int, jobs: int, pack: Path | None, as_json: bool
) -> None:
    """Let the demonstration player play GAME against itself, in memory, and count how the games end.

    \b
    Example:
      pbem balance june6 --scenario landings --games 100 --jobs 4
    """
    found = balances.run(
        game,
        scenario=scenario,
        games=games,
        seed=seed,
        jobs=jobs,
        pack=packs.chosen(setting().home, pack),
        progress=output.talk,
    )
    _print(found, as_json)


@click.command(short_help="Measure on this machine.")
@json_option
def bench(as_json: bool) -> None:
    """Measure on this machine, as ratios against a floor measured in the same run.

    \b
    Example:
      pbem bench
    """
    found = measured.run(output.talk)
    if as_json:
        output.data_json(found)
        return
    for line in measured.told(found):
        output.data(line)


def _print(found: dict[str, Json], as_json: bool) -> None:
    """A table of two columns."""
    if as_json:
        output.data_json(found)
        return
    wide = max(len(name) for name in found)
    for name, value in found.items():
        text = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else str(value)
        output.data(f"{name.replace('_', ' '):<{wide}}  {text}")


@click.command(short_help="What could go wrong on this machine.")
@json_option
@home_options
def doctor(as_json: bool) -> None:
    """Say what could go wrong on this machine, and what to do about it.

    \b
    Example:
      pbem doctor
    """
    found = [
        checkup.Check(name="python", good=sys.version_info >= (3, 11), text=platform.python_version()),
        checkup.Check(name="pbem", good=True, text=checkup.installed_version()),
        checkup.Check(
            name="terminal",
            good="utf" in (sys.stdout.encoding or "").lower(),
            text=f"writes {sys.stdout.encoding}",
            hint="Set PYTHONUTF8=1, so that names are printed as they are.",
        ),
        *checkup.checks(setting().home),
    ]
    for each in found:
        if as_json:
            output.data_json({"name": each.name, "good": each.good, "text": each.text, "hint": each.hint})
            continue
        output.data(f"{output.good('good') if each.good else output.bad('BAD ')}  {each.name}: {each.text}")
        if not each.good and each.hint:
            output.data(f"      {each.hint}")
    if not all(each.good for each in found):
        sys.exit(1)


COMMANDS = (try_, demo, balance, bench, doctor)
