"""``pbem standing``: orders in advance, shown, written, drafted, given and dropped."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.bytes.errors import UsageError
from pbem.bytes.records import evolve, frozen
from pbem.cli import output, standing_sheets
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.language import say
from pbem.cli.words import Words
from pbem.games.packs.writing import toml_value
from pbem.home import games, sentences
from pbem.home.identity import Identity
from pbem.home.kept_papers import game_over
from pbem.home.play.orders import DECISIONS
from pbem.home.standing import answers, conditions, going_on, kept, lines, preparing, waiting
from pbem.home.standing.kept import Standing
from pbem.port.messages import Message, counted
from pbem.port.standing import NEXT, Line
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

_OCCASIONS = click.argument("occasions", nargs=-1, metavar="[OCCASION...]")


@click.group(name="standing", cls=Words)
def group() -> None:
    """Orders in advance: answers to what your opponent's turn asks, activations prepared, orders that wait for a roll.

    Each is a line: when it speaks, what it does or how it chooses, and when you want to be asked all the same. Lines lie
    locked in your home and nobody else sees them. pbem watch --act gives them, or pbem standing go; an order that waits is
    given by any command that writes orders.

    \b
    Examples:
      pbem standing usual
      pbem standing draft
      pbem standing show
    """


@frozen(kw_only=True)
class _Opened:
    folder: GameFolder
    identity: Identity
    session: Session
    standing: Standing

    def keep(self, standing: Standing) -> None:
        self.folder.save(kept.change(self.folder, self.identity, standing))


def _opened() -> _Opened:
    known = setting()
    folder, identity = known.folder(), known.unlocked()
    known.keep(identity)  # who is asked for a password is asked once
    session = games.open_session(folder, identity)
    standing = going_on.used_up(session, kept.read(folder, identity))
    return _Opened(folder=folder, identity=identity, session=session, standing=standing)


# --- show -------------------------------------------------------------------------------------------------------------


@group.command(short_help="Your lines as a sheet, and what they do now.")
@_OCCASIONS
@home_options
def show(occasions: tuple[str, ...]) -> None:
    """Print your lines, numbered, as a sheet that pbem standing edit takes back; say what waits, and what would wake you.

    \b
    Example:
      pbem standing show > lines.toml
    """
    with setting().home.lock():
        now = _opened()
    session, standing = now.session, now.standing
    numbered = [
        (n, each) for n, each in enumerate(standing.all, 1) if not occasions or each.line.when in occasions
    ]
    if not numbered:
        output.talk("No orders stand and none wait in this game.")
        output.talk("Next: pbem standing usual (or pbem standing edit)")
        return
    for n, each in numbered:
        above = [str(n), *((each.stopped,) if each.stopped else ())]
        output.data(say(lines.text(each.line, above)).rstrip("\n") + "\n")
    _halted(session, standing)
    for when in dict.fromkeys(each.line.when for _, each in numbered):
        for doubt in preparing.doubts(session, standing, when)[:1]:
            output.talk("{when} would wake you: {reason}.", when=when, reason=doubt)
    _tell_now(session, standing)
    standing_sheets.outlook(session, standing)


def _halted(session: Session, standing: Standing) -> None:
    """Why what waits is not given."""
    if dropped := conditions.void(session, standing.waiting):
        output.talk("What waits is not given any more: {why}.", why=dropped)
    elif standing.halted:
        tried = going_on.go_on(session, evolve(standing, halted=False), acting=False)
        output.talk(
            "What waits has stopped. pbem standing go gives what is legal, pbem standing drop N drops one."
        )
        output.talk_all(waiting.rule(each) for each in tried.violations if not tried.given)


def _tell_now(session: Session, standing: Standing) -> None:
    """What lines answer to what is owed now."""
    due = session.owed
    if due.seat != session.seat or due.kind not in DECISIONS or not standing.lines:
        output.talk(sentences.next_debt(session))
        return
    said = answers.prepared(session, standing)
    found = answers.by_kind(session, [each.line for each in standing.lines], answers.mixing(session))
    order, reason = said.order or found.action, said.reason or found.reason
    if order is None:
        message = Message(
            "{next_debt} It comes to you: {reason}.", next_debt=sentences.next_debt(session), reason=reason
        )
        output.talk(message)
        return
    write = session.game.rules.actions.write(order)
    output.talk("{next_debt} They answer: {write}", next_debt=sentences.next_debt(session), write=write)
    output.talk("Next: pbem standing go")


# --- written ----------------------------------------------------------------------------------------------------------


@group.command(short_help="Let the usual lines stand, without writing any.")
@click.option("--show", "only_show", is_flag=True, help="Print them; nothing stands yet.")
@home_options
def usual(only_show: bool) -> None:
    """Let losses, retreats and the like be answered as pbem would recommend, and be asked when much is at stake.

    Where an answer must not be foretold it is mixed with bytes that only your home has. Nobody else sees the lines.

    \b
    Example:
      pbem standing usual
    """
    folder = setting().folder()
    view = games.look(folder)
    new = lines.usual(view.game, view.position.game, view.side)
    if not new:
        lines.taking(view.game)
        said = Message("In {title} your opponent's turn asks nothing of you.", title=view.game.info.title)
        raise UsageError("nothing-asked", said)
    if only_show:
        output.data_all(say(lines.text(each)).rstrip("\n") + "\n" for each in new)
        output.talk("Next: pbem standing usual")
        return
    _stand(new)
    output.talk("Next: pbem watch --act answers from them (or pbem standing go)")


def _stand(new: tuple[Line, ...]) -> None:
    """Let lines stand in the place of those that speak of the same, and say so."""
    with setting().home.lock():
        now = _opened()
        now.keep(now.standing.replaced(conditions.written(now.session, new)))
    output.talk(counted(len(new), "{n} line stands.", "{n} lines stand."))
    output.talk("To read them: pbem standing show. To end them: pbem standing drop --all")


@group.command(short_help="Prepare occasions, as pbem would recommend.")
@_OCCASIONS
@click.option("--again", is_flag=True, help="Also those that are prepared and still stand.")
@home_options
def draft(occasions: tuple[str, ...], again: bool) -> None:
    """Prepare occasions of yours on the board as it is: these, or all that would wake you.

    They are your objectives that may be attacked next, and in June 6 your markers.

    \b
    Examples:
      pbem standing draft
      pbem standing draft 82 "21 Pz"
      pbem standing draft 2922
    """
    with setting().home.lock():
        now = _opened()
        wanted = occasions
        found = preparing.outlook(now.session, now.standing)
        if not occasions and not again and found is not None:
            wanted = found.open
            if not wanted:
                output.talk_all(found.said())
                output.talk("To draft them anew: pbem standing draft --again")
                return
        new = preparing.drafted(now.session, wanted)
        whens = {each.line.when for each in new}
        now.keep(now.standing.replaced(new))
    output.talk(counted(len(whens), "{n} plan was drafted.", "{n} plans were drafted."))
    output.talk_all(preparing.decisions(now.session, new))
    output.talk("Next: pbem standing show (and pbem watch --act carries them out)")


@group.command(short_help="Take all lines from a sheet; without one print a form.")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--check", is_flag=True, help="Name every slip and change nothing.")
@json_option
@home_options
def edit(file: Path | None, check: bool, as_json: bool) -> None:
    """Let the lines of FILE stand in the place of all. When there are slips none does, and each is named by its place.

    What waits for a roll goes on waiting as long as the sheet has it. Without FILE a commented form is printed with
    everything that lines may say in this game.

    \b
    Examples:
      pbem standing show > lines.toml
      pbem standing edit lines.toml
    """
    if file is None:
        view = games.look(setting().folder())
        lines.taking(view.game)
        output.data(say(lines.form(view.game, view.position.game, view.side)).rstrip("\n"))
        return
    data = standing_sheets.file_bytes(file)
    with setting().home.lock():
        now = _opened()
        new = standing_sheets.without_slips(now.session, data, file, as_json=as_json)
        if check:
            output.talk("Nothing is wrong with it.")
            return
        changed = standing_sheets.edited(now.session, now.standing, new)
        now.keep(changed)
    output.talk(counted(len(changed.lines), "{n} line stands.", "{n} lines stand."))
    standing_sheets.outlook(now.session, changed)


@group.command(short_help="Add a line.")
@click.argument("when")
@click.argument("do", nargs=-1, metavar="[ORDER...]")
@click.option("--where", metavar="TOML", default="", help="Where it speaks, such as 'odds = \"3:1\"'.")
@click.option("--choose", metavar="TOML", default="", help="How it chooses, such as 'by = \"weakest\"'.")
@click.option(
    "--ask", metavar="TOML", default="", help="When you are asked all the same, such as 'steps = 6'."
)
@click.option("--skip", is_flag=True, help="Leave out what is not legal instead of asking.")
@home_options
def add(when: str, do: tuple[str, ...], where: str, choose: str, ask: str, skip: bool) -> None:
    """Add a line behind those that stand. WHEN is a kind of order, an occasion, `any`, or `next`: then the ORDER waits.

    \b
    Examples:
      pbem standing add suffer --choose 'by = "weakest"'
      pbem standing add 82 "move HQ/82 W2723" fight "attack W2725 508/82" done
    """
    parts = {"where": where, "choose": choose, "ask": ask}
    row = f"[[order]]\nwhen = {toml_value(when)}\ndo = {toml_value([*do])}\n" + "".join(
        f"[order.{name}]\n{toml}\n" for name, toml in parts.items() if toml
    )
    with setting().home.lock():
        now = _opened()
        if when == NEXT:
            _wait(now, do)
            return
        (line,) = standing_sheets.without_slips(now.session, row.encode(), Path("-"), as_json=False)
        line = evolve(line, otherwise="skip") if skip else line
        now.keep(evolve(now.standing, lines=now.standing.lines + conditions.written(now.session, [line])))
    output.talk("{n}. {line}", n=len(now.standing.lines) + 1, line=when)
    output.talk("Next: pbem standing show")


def _wait(now: _Opened, orders: tuple[str, ...]) -> None:
    game_over.check(now.folder)
    more = waiting.typed(now.session, orders)
    standing = waiting.with_more(now.standing, more)
    now.keep(standing)
    output.talk_all(waiting.added(now.session, more, standing))


# --- given and dropped ------------------------------------------------------------------------------------------------


@group.command(short_help="Give what your lines say now.")
@_OCCASIONS
@click.option("--dry-run", is_flag=True, help="Say what would be given and write nothing.")
@home_options
def go(occasions: tuple[str, ...], dry_run: bool) -> None:
    """Write into your turn everything that your lines say, up to the first decision that is yours.

    You have looked: what was handed back or has stopped stands on the board as it is now; with OCCASION only what is
    prepared for that.

    \b
    Example:
      pbem standing go
    """
    known = setting()
    with known.home.lock():
        now = _opened()
        game_over.check(now.folder)
        if not now.standing.all:
            raise UsageError(
                "no-lines", Message("No orders stand and none wait in this game."), hint="pbem standing usual"
            )
        came = going_on.go_on(now.session, _looked(now, occasions), acting=True)
        if not dry_run:
            change = kept.change(now.folder, now.identity, came.standing)
            games.save_session(now.folder, now.identity, came.session, change=change)
    after = came.session
    output.talk_all(waiting.told(evolve(came, dropped="")))
    output.talk_all(sentences.told(after.happened[len(now.session.happened) :]))
    if came.answered:
        output.talk(counted(came.answered, "{n} answer from your lines.", "{n} answers from your lines."))
    if dry_run:
        output.talk("Nothing was written.")
    if came.reason:
        debt = sentences.next_debt(after)
        output.talk("{next_debt} It comes to you: {reason}.", next_debt=debt, reason=came.reason)
    output.talk(
        Message("Next: pbem orders")
        if came.reason
        else Message("Next: pbem send")
        if after.draft
        else Message("Next: pbem status")
    )


def _looked(now: _Opened, occasions: tuple[str, ...]) -> Standing:
    """The lines once their author has looked: those that stopped, or those for some occasions."""
    stopped = {each.line.when for each in now.standing.lines if each.stopped}
    wanted = {*occasions} or stopped
    standing_sheets.known(now.standing, occasions)
    some = tuple(each for each in now.standing.lines if each.line.when in wanted)
    halted = now.standing.waiting if now.standing.halted and not occasions else ()
    return going_on.with_board_of_now(now.session, now.standing, (*some, *halted))


@group.command(short_help="Drop lines: by number, occasion or kind, or all.")
@click.argument("some", nargs=-1, metavar="[N|WHEN...]")
@click.option("--all", "everything", is_flag=True, help="All of them, also when they cannot be read.")
@home_options
def drop(some: tuple[str, ...], everything: bool) -> None:
    """Remove lines, by their numbers in pbem standing show or by what they speak of; `next` drops all that waits.

    \b
    Examples:
      pbem standing drop 2
      pbem standing drop 82
      pbem standing drop --all
    """
    if some == ("all",):
        some, everything = (), True
    if everything == bool(some):
        raise UsageError.of("which-lines", "Name the lines, or type: pbem standing drop --all")
    known = setting()
    folder = known.folder()
    with known.home.lock():
        count = sum(folder.standing_counts())
        if everything:  # needs no key: lines that cannot be read go, too
            folder.save(kept.nothing(folder))
        elif some == (NEXT,):
            count = folder.standing_counts()[1]
            folder.save(kept.nothing_waits(folder))
        else:
            now = _opened()
            gone = standing_sheets.named(now.standing, some)
            now.keep(now.standing.without(gone))
            count = len(gone)
    output.talk(counted(count, "{n} line dropped.", "{n} lines dropped."))
    output.talk("Next: pbem status")


COMMAND = group
