"""Messages know how they were made; catalogues say them in Spanish, whole, and never otherwise than they were meant."""

import ast
import pickle
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from pbem.bytes.errors import UsageError
from pbem.port.messages import ENGLISH, Capital, Catalogue, Message, Series, catalogue, counted
from tests.lists import held
from tests.tools import catalogues

ROOT = Path(__file__).resolve().parents[1]
SPANISH = catalogue("es", "ford_rules.ford", "pbem_rules")
SPOKEN = catalogue("es", "pbem", "pbem_rules")


def test_a_message_is_its_english_sentence() -> None:
    said = Message("{unit} moved to {hex}.", unit="R/1", hex="0301")
    assert said == "R/1 moved to 0301."
    assert ENGLISH.say(said) == "R/1 moved to 0301."


def test_braces_in_a_name_are_only_letters() -> None:
    assert SPANISH.say(Message("{unit} moved to {hex}.", unit="{hex}", hex="{0}")) == "{hex} mueve a {0}."


def test_what_a_template_names_must_be_given() -> None:
    with pytest.raises(KeyError):
        Message("{unit} moved to {hex}.", unit="R/1")


def test_a_message_is_said_in_spanish_with_the_messages_in_it() -> None:
    said = Message("{what} is not due", what=Message("the roll {roll}", roll="attack/1"))
    assert said == "the roll attack/1 is not due"
    assert SPANISH.say(said) == "no toca la tirada attack/1"


def test_what_no_catalogue_has_stays_english() -> None:
    assert SPANISH.say(Message("{n} wet feet", n=3)) == "3 wet feet"
    assert SPANISH.say("wet feet") == "wet feet"


def test_a_translation_like_its_english_is_filled_in_the_language() -> None:
    """ "{what} x{n}" is the same in both: the word in its hole is not."""
    spoken = catalogue("es", "pbem_rules.pegasus")
    assert "líderes muertos x2" == spoken.say(Message("{what} x{n}", what=Message("leaders killed"), n=2))


def test_numbers_choose_their_sentence_in_both_languages() -> None:
    class Plural:
        def ngettext(self, one: str, many: str, n: int) -> str:
            return "{n} hexágono" if n == 1 else "{n} hexágonos"

    spanish = Catalogue(code="es", found=(Plural(),))
    said = [counted(n, "{n} hex", "{n} hexes") for n in (0, 1, 2)]
    assert [*said] == ["0 hexes", "1 hex", "2 hexes"]
    assert [spanish.say(each) for each in said] == ["0 hexágonos", "1 hexágono", "2 hexágonos"]


class _Early(NullTranslations):
    """gettext of Python 3.11.2: it does not find what has a plural."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "la entrada {letters}" if (msgid1, n) == ("entry {letters}", 1) else ""


def test_what_has_a_plural_is_found_without_a_number_on_every_python() -> None:
    early = Catalogue(code="es", found=(_Early(),))
    assert early.say(Message("entry {letters}", letters="B")) == "la entrada B"
    assert early.find("nothing of this") is None


def test_a_series_is_said_item_by_item() -> None:
    said = Series([Message("orders"), "R/1", Message("the game is over")], last=" and ")
    assert said == "orders, R/1 and the game is over"
    assert SPANISH.say(said).startswith("órdenes, R/1")


@pytest.mark.parametrize(
    "said",
    [
        Message("{unit} moved to {hex}.", unit="{hex}", hex="{0}"),
        counted(2, "{n} hex", "{n} hexes"),
        Series([Message("orders"), "R/1"], last=" and "),
    ],
)
def test_a_message_is_the_same_in_another_process(said: Message) -> None:
    again = pickle.loads(pickle.dumps(said))
    assert again == said
    assert SPANISH.say(again) == SPANISH.say(said)
    assert (type(again), again.many, again.number) == (type(said), said.many, said.number)


Texts = tuple[str | tuple[str, str], str | tuple[str, str]]


def entries() -> Iterator[tuple[str, Texts]]:
    """Every template of every catalogue with what translators have written for it, by package and template."""
    for package, _ in catalogues.packages():
        if catalogues.place(package).is_file():
            with catalogues.place(package).open("rb") as source:
                for each in read_po(source):
                    if each.id:
                        yield f"{package.name} {each.context or ''}{each.id!r}", (each.id, each.string)


def holes(template: str) -> Iterator[tuple[str, str, str]]:
    """The holes of a template with how they are filled: ``{n:+d}`` and ``{name!r}`` are other holes than ``{n}``."""
    for _, name, how, shown in Formatter().parse(template):
        if name is not None:
            yield name, how or "", shown or ""


def test_holes_are_told_apart_by_how_they_are_filled() -> None:
    assert [("n", "+d", ""), ("name", "", "r")] == [*holes("{n:+d} of {name!r}")]


def test_every_message_has_a_spanish_form_with_the_same_holes() -> None:
    held(entries(), _has_a_form)


def _has_a_form(texts: Texts) -> None:
    ours, theirs = ((each,) if isinstance(each, str) else each for each in texts)
    assert all(theirs), "it has no Spanish form"
    assert {hole for text in theirs for hole in holes(text)} == {
        hole for text in ours for hole in holes(text)
    }


def test_no_message_is_made_inside_an_f_string() -> None:
    """There the workshop does not find it, and what was put together is one text without a language."""
    sources = [*(ROOT / "pbem").rglob("*.py"), *(ROOT / "rules/pbem_rules").rglob("*.py")]
    inside = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sources
        for text in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in catalogues.KEYWORDS
    ]
    assert [] == inside


def test_what_begins_a_sentence_has_a_capital_in_every_language() -> None:
    said = Capital(Message("the game is over"))
    assert "The game is over" == said
    assert "La partida" in SPOKEN.say(said)
    assert "Wet feet" == SPOKEN.say(Capital("wet feet"))


def test_a_side_and_an_error_in_a_hole_are_said_too() -> None:
    error = UsageError("over", Message("The game is over."), hint="pbem end result")
    said = Message("The {side} side: {error}", side="allied", error=error)
    spoken = Catalogue(
        code="es", found=(Fixed({"The {side} side: {error}": "{side}: {error}"}), *SPOKEN.found)
    )
    assert "aliado: La partida ha terminado. pbem end result" == spoken.say(said)


class Fixed(NullTranslations):
    """A catalogue of a few texts."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__()
        self._texts = texts

    def gettext(self, message: str) -> str:
        return self._texts.get(message, "")


def test_the_catalogues_are_those_of_the_sources() -> None:
    for package, sources in catalogues.packages():
        catalogue_of_today = catalogues.brought_up(package, sources)
        if len(catalogue_of_today):
            files = (catalogues.place(package), catalogues.place(package).with_suffix(".mo"))
            for file, data in zip(files, catalogues.written(catalogue_of_today), strict=True):
                assert catalogues.same(file, data), file


def test_an_empty_text_stays_empty_in_every_language() -> None:
    """gettext keeps the head of a catalogue under it."""
    spoken = catalogue("es", "pbem")
    assert ["", "\n"] == [spoken.say(""), spoken.say("\n")]
    assert "" == spoken.say(Message("{nothing}", nothing=""))


def test_numbers_have_a_comma_in_spanish_and_a_space_between_thousands() -> None:
    spanish = Catalogue(code="es", found=(NullTranslations(),))
    said = Message("{a:.1f} {b:,} {c} {d:g} {e!r} {f}", a=2.5, b=12345, c=0.25, d=3.0, e=7, f=True)
    assert said == "2.5 12,345 0.25 3 7 True"
    assert spanish.say(said) == "2,5 12\N{NO-BREAK SPACE}345 0,25 3 7 True"
