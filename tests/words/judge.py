"""What is wrong with a sentence that a player reads: codes, names of the program, numbers that do not agree, doubled words.

What stands in quotes is typed and no sentence.
"""

import re
from collections.abc import Iterable, Iterator

from .dictionary import foreign, units

_TYPED = re.compile(
    r"`[^`]*`|\"[^\"]*\"|(?<!\w)'[^'\n]*'|https?://\S+|--[a-z-]+|\S+\.(?:pbem|toml|svg|png|csv|eml|html|md|paper|challenge)\b"
)
_SMALL = "[a-záéíóúñ]"
_CODES = {
    "an id with a slash": re.compile(rf"(?<![\w/.'’-])(?!y/o\b|and/or\b){_SMALL}[\w-]*/\w"),
    "an id with a colon": re.compile(r"(?<!\w)(?!UNI\w+:H)[A-Za-z][\w./-]*:[^\s\d/]"),
    "a name of the program": re.compile(r"\b[A-Za-z]+(?:_[A-Za-z0-9]+)+\b"),
    "a dotted name": re.compile(rf"\b{_SMALL}{{3,}}\.{_SMALL}*\d*\w"),
    "a code of an error": re.compile(rf"(?<!\S){_SMALL}+(?:-{_SMALL}+)+: [A-Z]"),
    "a code of a chart": re.compile(
        r"(?<![\w/])(?:[AD][1-7](?:\[\d\])?(?:/A\d)?|D[ER]|A[ER]|FF|EX|ENG|[EH]?/[EH]|\dH)(?![\w/])"
    ),
}  # fmt: skip
_GRAMMAR = {
    "en": {
        "a number that does not agree": re.compile(
            r"(?<![\w.,:/+-])1 (?!(?:as|is|less|was|has|acts|does|lands|becomes|crashes|loses|moves|goes|comes|this)\b)"
            r"[a-z]{2,}(?<!s)s\b"
        ),
        "an article": re.compile(r"\b(?:a (?!one\b|once\b)[aioAIO]\w+|an [b-dgj-kp-qtv-z]\w+)\b"),
        "less for fewer": re.compile(r"\b\d+ or less [a-z]+s\b"),
    },
    "es": {
        "a number that does not agree": re.compile(
            r"(?<![\w.,:/+-])1 (?!(?:es|más|menos|tras)\b)[a-záéíóúñ]{3,}s\b"
        ),
        "an article": re.compile(r"\b(?:de|a) el\b"),
    },
}
_EITHER = re.compile(r", or (?:is|has|its|at|there|isolated)\b|\bhas \w+ed or \w+ed\b")
_DOUBLED = re.compile(r"(?<![\w/])(?!(?:[A-Za-z]|\d{1,3}|Panzer)\b)([^\W_]+)[ ]\1\b(?![/-])", re.IGNORECASE)


def faults(text: str, code: str, what: str = "") -> Iterator[str]:
    """What is wrong with a text in a language, each with the letters that show it.

    ``what`` it is: ``order``, as it is typed, with ids in it; ``refusal``, which names the one reason that is true.
    """
    plain = units().sub("\N{MIDDLE DOT}", _TYPED.sub(" ", text))
    rules = {} if what == "order" else {**_CODES, **_GRAMMAR[code], "a doubled word": _DOUBLED}
    if what == "usage":  # `mode MODE`
        del rules["a doubled word"]
    if what == "refusal" and code == "en":
        rules["two reasons where one is true"] = _EITHER
    for fault, rule in rules.items():
        for shown in rule.finditer(plain):
            yield f"{fault}: {shown[0]}: {text[:160]}"
    if code == "es" and what != "order":
        yield from (f"English: {line}" for line in foreign(plain))


def judged(texts: Iterable[str], code: str) -> list[str]:
    """All that is wrong with texts, each fault once."""
    return [*dict.fromkeys(fault for text in dict.fromkeys(texts) for fault in faults(text, code))]
