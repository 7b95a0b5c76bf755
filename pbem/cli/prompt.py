"""A sitting at one game: orders and commands are typed at a prompt, and what decides nothing writes itself."""

from __future__ import annotations

import shlex

import click

from pbem.bytes.errors import PbemError
from pbem.bytes.records import define, field
from pbem.cli import former_words, language, output, questions
from pbem.cli.app import Setting, main, told
from pbem.cli.clock import now
from pbem.cli.do import give
from pbem.cli.in_advance import what_waits
from pbem.cli.sitting_lines import tell_recommended, tell_since
from pbem.cli.typed_lines import typed_lines
from pbem.dev import practice
from pbem.home import games, sentences
from pbem.home.disputes import overdue
from pbem.home.identity import Identity
from pbem.home.kept_papers import game_over
from pbem.home.play import order_help, order_lines
from pbem.home.play import orders as playing
from pbem.home.play.completing import candidates
from pbem.home.play.left_open import AFTER_ALL
from pbem.home.play.passing import only_legal_order
from pbem.home.practice import is_practice
from pbem.home.sitting import last_visit, news
from pbem.home.sitting.needed import needed
from pbem.home.standing.going_on import Progress
from pbem.home.standing.open_roll import open_for
from pbem.log import ChainEnd
from pbem.port.messages import Message, Series
from pbem.protocol.session import Session
from pbem.store import sittings
from pbem.store.game import GameFolder

_LAST = 25
_LEAVE = ("quit", "exit", "q", "bye", "salir")
_SPANISH = {
    "ayuda": "help",
    "órdenes": "orders",
    "ordenes": "orders",
    "mapa": "map",
    "nota": "note",
    "estado": "status",
    "deshacer": "undo",
    "enviar": "send",
    "importar": "import",
    "partidas": "games",
    "reglas": "rules",
    "probabilidades": "odds",
    "recibir": "import",
    "verificar": "verify",
}
"""What the words of the prompt are called in Spanish; a word of an order that is owed comes first."""
_HELP = Message(
    "Type an order as it comes to mind: capitals do not matter, names may be cut short, `;` "
    "stands between orders.\n  orders [KIND, UNIT or HEX]    what you may do now          "
    "help KIND       a kind of order explained\n  odds [ORDER]                  what an "
    "attack may bring     map [--around]  the map in letters\n  undo, orders hand, status     "
    "as on the command line       note TEXT       a word that goes with your next turn\n  "
    "send, import, import FILE     turns out and in             games NAME      another game "
    "of yours\n  quit                          leave; nothing is lost\nEvery other command of "
    "pbem works here, too, without its first word."
)
_LOOKS = ("?", "help", "manual", "map", "note", "odds", "orders", "replay", "rules", "status", "verify")
"""What is only looked at: it is answered at every question, which is asked again then."""
_NAMED = ("--unit", "--hex", "--target", "--around", "--from")
_SHORT = {"import": ("--yes",)}
"""What a command gets here besides what was typed."""


@define(kw_only=True)
class Sitting:
    """A player at a game. ``note`` goes with the next turn.

    The game is kept in memory while its files stay as they are.
    """

    known: Setting
    folder: GameFolder
    identity: Identity
    note: str = ""
    _session: Session | None = field(default=None, init=False)
    _stored: tuple[bytes, tuple[bytes, ...]] = field(default=(b"", ()), init=False)
    _asked: str = field(default="", init=False)
    _told: tuple[ChainEnd | None, int] = field(default=(None, 0), init=False)
    _left: bool = field(default=False, init=False)
    _asking: bool = field(default=False, init=False)

    def run(self) -> None:
        """Read lines until the player leaves."""
        self.known.keep(self.identity)
        self.known.wanted = self.folder.name
        said = {each: word for word, each in reversed(_SPANISH.items())} if language.code() == "es" else {}
        with questions.aside(self._aside), output.at_prompt((*main.later, *main.unlisted), said):
            self._sits()
            told(self._greet)
            for line in typed_lines(self._label, self._completions):
                self._take(line)
                if self._left:
                    break
        told(self._leave)

    def _sits(self, *, over: bool = False) -> None:
        sittings.note(self.known.home.path, self.folder.name, now(), over=over)

    def _take(self, line: str) -> None:
        """Do what a line says; whatever is wrong with it is said, and ends nothing."""
        self._sits()
        if line.strip().lower() in _LEAVE:
            self._left = True
        else:
            told(lambda: self._obey(line))

    def _aside(self, line: str) -> bool:
        """Answer a line at a question that it does not answer, where it is only looked at something."""
        words = line.lower().split()
        words = words[words[0] == "pbem" :]
        if not words or _SPANISH.get(words[0], words[0]) not in _LOOKS:
            return False
        self._take(line)
        return True

    def _leave(self) -> None:
        self._sits(over=True)
        last_visit.go_on(self.folder, self.current())
        if playing.undoable(self.current())[0]:
            output.talk("Your draft is kept: pbem play goes on, pbem send signs it.")

    def current(self) -> Session:
        """The game as it lies in the home; opened again only when another program has written."""
        known = self._session
        if known is None or self._stored != (self.folder.log(), self.folder.draft(known.end.head.hex())):
            self._keep(games.open_session(self.folder, self.identity))
        assert self._session is not None
        return self._session

    def _keep(self, session: Session) -> None:
        self._session, self._stored = session, (self.folder.log(), session.draft)

    # --- what is typed --------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        words = line.split()
        if words and words[0].lower() == "pbem":
            words = words[1:]
        if not words or words[0].startswith("#"):
            return
        name, rest = self._called(words[0]), line.split(words[0], 1)[1].strip()
        if name in ("?", "help"):
            self._help(rest)
        elif name == "note":
            self._note(rest)
        elif name == "do" and rest:
            self._orders(rest)
        elif words[-1] in ("-h", "--help") and not main.knows(name):
            self._help(name)
        elif main.knows(name) and name not in playing.kinds_of(self.current().owed):
            self._command(name, rest)
        else:
            self._orders(line.split("pbem ", 1)[-1].strip())

    def _called(self, word: str) -> str:
        """The word of the prompt that is meant, in English; any other as it is."""
        name = _SPANISH.get(word.lower(), word.lower())
        owed = name != word.lower() and playing.order_reader(self.current()).words.exactly(word)
        return word.lower() if owed else name

    def _help(self, kind: str) -> None:
        if not kind:
            output.data(_HELP)
            return
        output.data_all(order_help.explained(games.look(self.folder), kind.split(maxsplit=1)[0]))

    def _note(self, text: str) -> None:
        self.note = text
        output.talk(
            Message("It goes with your next turn.") if text else Message("No word goes with your next turn.")
        )

    def _orders(self, line: str) -> None:
        """Orders one after the other; what decides nothing between them is passed over."""
        game_over.check(self.folder)
        texts = order_lines.several((line,))
        for text in texts if texts[1:] else ():  # none is given where one of them is of no kind of order
            if not order_lines.is_recommended(text):
                playing.order_reader(self.current()).plain(text)
        for n, text in enumerate(texts):
            code = told(lambda text=text: self._give(text))  # type: ignore[misc]  # the text of this turn of the loop
            left = texts[n + 1 :]
            if code == 0 and (not left or self._may_go_on()):
                continue
            if left:
                output.talk("Not given: {left}", left="; ".join(left))
            return

    def _give(self, text: str) -> None:
        computer, before = is_practice(self.folder), self.current()
        given = give(self.folder, ((1, text),), session=self.current(), onward=computer)
        self._heard(given.after)
        after = given.after
        self._onward()
        # The computer answers at once: what it has answered is signed, and stands.
        now = self.current()
        if given.unmoved and computer and now.end == after.end and playing.undoable(now)[1]:
            output.talk(AFTER_ALL)
        elif given.unmoved and computer:
            back = before.position.count - 1
            output.talk("To move them after all: pbem offer takeback --to {n}, then pbem send.", n=back)

    def _may_go_on(self) -> bool:
        session = self.current()
        decides = session.is_my_turn and session.owed.kind in playing.DECISIONS
        return decides or open_for(session)

    def _command(self, name: str, rest: str) -> None:
        try:
            words = shlex.split(rest)
        except ValueError:
            words = rest.split()
        words = _unquoted(words)
        if name == "map" and not {"-o", "--out", "--text"} & set(words):
            words.append("--text")
        if name == "send" and self.note:
            words += ["--note", self.note]
        command = main.get_command(click.get_current_context(), name)
        if command is None:
            former_words.check(name)
        assert command is not None
        root = click.get_current_context().find_root()
        with command.make_context(name, [*words, *_SHORT.get(name, ())], parent=root) as context:
            context.command.invoke(context)
        if name == "send":
            self.note = ""
        if name == "play":  # that sitting took its place, and is over
            self._left = True
        elif name in ("games", "practice") and words:
            self.folder, self._session = games.choose(self.known.home), None
            self.known.wanted = self.folder.name
            self._greet()
        elif name in ("import", "send", "offer", "dispute", "practice", "standing"):
            self._onward()

    # --- what writes itself ---------------------------------------------------------------------------------------

    def _greet(self) -> None:
        view = games.look(self.folder)
        output.talk(
            "{title}: you play {side}. Type help for help, quit to leave.",
            title=view.game.info.title,
            side=Message(view.side),
        )
        known, began = last_visit.read(self.folder, view.log), last_visit.begin(self.folder, view).before
        new = view.log.bundles[began.bundles if known is not None else 0 :]
        if new and new[-1].header.by != view.seat:
            output.data_all([*sentences.in_short(view.last)][-_LAST:])
        compared = news.told(self.folder, view, began)
        tell_since(compared)
        self._onward()
        if compared is not None:
            tell_recommended(self.current())

    def _onward(self) -> None:
        """Write and say what decides nothing, up to the next decision or the other's turn."""
        while not (over := game_over.said(self.folder)):
            given = self._what_waits()
            session = given.session
            if not given.standing.halted and (order := only_legal_order(session)) is not None:
                self._pass(session, session.game.rules.actions.write(order))
            elif session.is_my_turn and session.owed.kind in playing.DECISIONS:
                self._say(Series((self._when(session), sentences.next_debt(session)), " "))
                return
            elif not session.owed.kind and not session.draft:
                self._say(Message("The game is over. Next: verify, audit, end result"))
                return
            elif is_practice(self.folder):
                if not self._computer(session):
                    return
            elif not (session.draft or session.is_my_turn):
                debt = sentences.next_debt(session), needed(self.folder, session)
                self._say(
                    Message(
                        "{debt} When their turn has come: import FILE, or import alone.",
                        debt=Series(filter(None, (*debt, overdue.since(self.folder, now()))), " "),
                    )
                )
                return
            elif not self._send(session):
                return
        self._say(over)

    def _what_waits(self) -> Progress:
        with self.known.home.lock():
            given = what_waits(self.folder, self.identity, self.current())
            self._keep(given.session)
        return given

    def _pass(self, session: Session, text: str) -> None:
        output.talk(
            "{when} Nothing can be done but {text}: it is written.",
            when=self._when(session),
            text=order_lines.said(session.game.rules, text),
        )
        self._heard(give(self.folder, ((1, text),), session=session).after)

    def _heard(self, session: Session) -> None:
        """Keep a game of which everything has been said that its draft brought about."""
        self._keep(session)
        self._told = session.end, len(session.happened)

    def _computer(self, session: Session) -> bool:
        """Let the computer play; whether anything came of it."""
        found = practice.play_on(self.known.home, self.folder, self.identity, session)
        output.data_all(found.told())
        moved = found.session.end != session.end or found.session.draft != session.draft
        self._keep(found.session)
        return moved

    def _send(self, session: Session) -> bool:
        """Show the draft, and sign and send it when the player says so; whether there is more to go on with."""
        if self._asking:
            return False
        if not output.can_ask():
            self._say(Message("Nothing is left to decide before your turn goes. Next: send"))
            return False
        end, seen = self._told
        happened = session.happened[seen if end == session.end else 0 :]
        output.talk(Message("Your turn is complete:") if happened else Message("Your turn is complete."))
        output.talk_all(sentences.in_short(happened))
        if self.note:
            output.talk("With a word: {note}", note=self.note)
        return self._answered(session)

    def _answered(self, session: Session) -> bool:
        """Ask whether the turn is to go; every line works here as at the prompt. Whether there is more to go on with."""
        self._asking = True
        try:
            while isinstance(
                said := questions.answered(Message("Sign and send it? What is sent stands"), default=True),
                str,
            ):
                self._take(said)
                now = self.current()
                if self._left or now.end != session.end or now.draft != session.draft:
                    return not self._left
        finally:
            self._asking = False
        if said:
            self._command("send", "")
        else:
            output.talk("Nothing was sent. undo takes orders back; send sends.")
        return False

    def _say(self, text: str) -> None:
        """Say where the game stands, once."""
        if text != self._asked:
            output.talk(text)
        self._asked = text

    @staticmethod
    def _when(session: Session) -> str:
        moment = sentences.begun(session.game.rules.moment(session.position.game))
        return Message("{moment}.", moment=moment)

    def _label(self) -> str:
        try:
            session = self.current()
        except (PbemError, OSError):  # what is wrong with the game is said by whatever is typed
            return "pbem> "
        side = language.say(Message(session.side))
        return f"{session.log.invite.game} {side}> "

    def _completions(self, typed: tuple[str, ...], begun: str) -> tuple[str, ...]:
        found = tuple(map(language.typed, candidates(playing.order_reader(self.current()), typed, begun)))
        known = (
            ()
            if typed
            else tuple(name for name in (*main.later, "help", "quit", "note") if name.startswith(begun))
        )
        return (*found, *known)


def _unquoted(words: list[str]) -> list[str]:
    """Words where the name behind an option is one word, though it was typed without quotes (``--unit 3 Br``)."""
    found: list[str] = []
    for word in words:
        if len(found) > 1 and found[-2] in _NAMED and not word.startswith("-"):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found
