"""Trust on first use: whom this home knows by which key, and what is said when a name comes under another one.

A key is all that another program shows of a person. Who was met once is known by it; a known name under another key,
or a name that looks like a known one, may be somebody else, and nothing is begun with them before the player says so.
"""

from __future__ import annotations

from pbem.bytes.errors import ConflictError, UsageError
from pbem.bytes.records import evolve, frozen
from pbem.crypto.keys import fingerprint
from pbem.home.identity import Card, Identity
from pbem.home.lookalikes import alike, same, told_apart
from pbem.home.succession import Friend, friends
from pbem.port.messages import Message, Series
from pbem.store.contacts import MAX_CONTACTS, Contact, read_contacts, write_contacts
from pbem.store.home import Home
from pbem.view.markup import clean

_STOPS = frozenset({"known-name", "looks-like", "given-up", "renamed-known"})
_PAPER = Message("A player who has changed their key sends a paper that says so: pbem seat follow FILE.")


@frozen(kw_only=True)
class Meeting:
    """What this home knows of somebody who comes with a name and an identity key.

    ``code``: met, renamed, stranger, own-key; and those that need an express word before anything is begun with them:
    known-name (under another key), looks-like (a known name under another key), renamed-known (a known key under somebody
    else's name), given-up (a key that was handed over). ``asides`` are said plainly.
    """

    code: str
    text: str
    asides: tuple[str, ...] = ()

    @property
    def warns(self) -> bool:
        """Whether it needs an express word."""
        return self.code in _STOPS

    @property
    def loud(self) -> bool:
        """Whether it is said as a warning."""
        return self.warns or self.code == "own-key"

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything there is to say."""
        return (self.text, *self.asides)

    @property
    def quiet(self) -> tuple[str, ...]:
        """What is left to say when the warning has been given."""
        return self.asides if self.loud else self.sentences

    def refuse(self) -> None:
        """Raises ConflictError with the code of the warning, when it is one."""
        if self.warns:
            raise ConflictError(
                self.code,
                " ".join(self.sentences),
                hint=Message(
                    "Nothing was begun. When the codes agree, type it again with --new-key. {paper}",
                    paper=_PAPER,
                ),
            )


def meet(home: Home, own: Identity | Card | None, who: str, key: bytes) -> Meeting:
    """Somebody comes with the name ``who`` and the identity key ``key`` (32 bytes). Nothing is stored.

    ``own`` is the identity of this home; a card knows only the key in force of it.
    """
    name, people = clean(who, 64), friends(home)
    if own is not None and key in _own_keys(own):
        return Meeting(
            code="own-key",
            text=Message(
                "This is signed with your own key, in the name of {name}. If you have not made it "
                "yourself, somebody else has your key: pbem seat rotate FILE, and tell your friends.",
                name=name,
            ),
        )
    asides = _own_name(own, who)
    for each in people:
        if key in each.before:
            return Meeting(
                code="given-up",
                text=Message(
                    "The key is one that {named} has given up: code {code}. Theirs is now "
                    "{now}. It may be somebody else: ask by voice whether this is genuine.",
                    named=named(each),
                    code=fingerprint(key),
                    now=fingerprint(each.key),
                ),
                asides=asides,
            )
    others = [each for each in people if key != each.key and any(alike(who, known) for known in each.names)]
    known = next((each for each in people if key == each.key), None)
    if known is not None and any(same(who, each) for each in known.names):
        return Meeting(code="met", text=_met(known), asides=asides)
    if others:
        code = "renamed-known" if known is not None else "known-name"
        exact = any(same(who, each) for other in others for each in other.names)
        more = (
            (Message("You know the key, too, as that of {named}.", named=named(known)),)
            if known is not None
            else ()
        )
        return Meeting(
            code=code if exact or known is not None else "looks-like",
            text=_other_key(name, who, key, others),
            asides=(*more, *asides),
        )
    if known is not None:
        renamed = Message(
            "You know this key as {named}; here it is called {name}. {met}",
            named=named(known),
            name=name,
            met=_met(known),
        )
        return Meeting(code="renamed", text=renamed, asides=asides)
    text = Message("You have not met this key: compare codes by voice.")
    return Meeting(code="stranger", text=text, asides=asides)


def remember(home: Home, who: str, key: bytes, *, game: str, day: str = "") -> None:
    """Keep somebody with whom a game has begun. A full list stays as it is: the log of the game says it, too."""
    with home.lock():
        kept = read_contacts(home.path)
        held = kept.get(key, Contact(key=key, names=(who,), game=game[:16], day=day))
        after = held.known_as(who)
        if kept.get(key) != after and (key in kept or len(kept) < MAX_CONTACTS):
            write_contacts(home.path, {**kept, key: after}.values())


def confirm(home: Home, word: str, day: str) -> Friend:
    """Mark the code of somebody as compared by voice on ``day``; ``word`` is their name, or their code (30 digits).

    Raises UsageError ``no-person``, and ``which-person`` when several are called so.
    """
    with home.lock():
        found = named_so(friends(home), word)
        kept = read_contacts(home.path)
        held = kept.get(found.key, Contact(key=found.key, names=found.names[:1]))
        write_contacts(home.path, {**kept, found.key: evolve(held, compared=day)}.values())
    return next(each for each in friends(home) if each.key == found.key)


def named_so(people: tuple[Friend, ...], word: str) -> Friend:
    """The one of these people who is called so, or whose code it is. Raises as :func:`confirm`."""
    digits = word.replace(" ", "")
    found = [each for each in people if fingerprint(each.key).replace(" ", "") == digits]
    found = found or [each for each in people if any(same(word, name) for name in each.names)]
    if len(found) > 1:
        codes = "; ".join(f"{named(each)}: {fingerprint(each.key)}" for each in found)
        raise UsageError.of(
            "which-person",
            "Several people are called so: {codes}.",
            codes=codes,
            hint="Name the code that was read to you instead, in quotation marks.",
        )
    if not found:
        raise UsageError.of(
            "no-person",
            "You have met nobody called {clean}.",
            clean=clean(word, 64),
            hint="See: pbem identity people",
        )
    return found[0]


def _own_keys(own: Identity | Card) -> tuple[bytes, ...]:
    return (own.public,) if isinstance(own, Card) else tuple(each.public for each in own.keypairs)


def _own_name(own: Identity | Card | None, who: str) -> tuple[str, ...]:
    if own is None or not alike(own.name, who):
        return ()
    if same(own.name, who):
        return (Message("They call themselves as you do, under a key that is not yours."),)
    return (
        Message("Their name looks like yours: it has {told_apart}.", told_apart=told_apart(who, own.name)),
    )


def _other_key(name: str, who: str, key: bytes, others: list[Friend]) -> str:
    """The loud warning: a name that is known, or looks like one, under another key."""
    codes = Series(
        (
            Message("{code} (compared by voice)", code=fingerprint(each.key))
            if each.compared
            else fingerprint(each.key)
            for each in others
        ),
        "; ",
    )
    known = next((known for known in others[0].names if alike(who, known)), others[0].name)
    if same(who, known):
        lead = Message(
            "You know {article} by another key: code {codes}.",
            article=_article(clean(known, 64)),
            codes=codes,
        )
    else:
        lead = Message(
            "{name} looks like {known}, whom you know by another key: code {codes}. It is written "
            "with {told_apart}.",
            name=name,
            known=clean(known, 64),
            codes=codes,
            told_apart=told_apart(who, known),
        )
    return Message(
        "{lead} This one is {code}; it may be somebody else. Compare the codes by voice before you go on.",
        lead=lead,
        code=fingerprint(key),
    )


def _met(known: Friend) -> str:
    """Who it is whose key this is."""
    since = (
        Message(" (they handed over the key {code})", code=fingerprint(known.before[-1]))
        if known.before
        else ""
    )
    game = (
        Message(", with whom you play {games}", games=known.games[0])
        if known.games
        else Message(", whom you have met before")
    )
    return Message("The key is that of {named}{game}{since}.", named=named(known), game=game, since=since)


def named(friend: Friend) -> str:
    """The first name of somebody, fit to be printed."""
    return clean(friend.name, 64)


def _article(name: str) -> str:
    return (
        Message("an {name}", name=name)
        if name[:1].lower() in set("aeiou")
        else Message("a {name}", name=name)
    )
