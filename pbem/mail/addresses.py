"""Mail addresses as people type them and as mail programs copy them; one is looked at before anything is signed."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from pbem.bytes.errors import UsageError

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
# With a hyphen first a mail program would take it for an option.
_PLAIN = re.compile(rf"(?!-)(?=[^@]{{1,64}}@.{{1,190}}\Z){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")
_QUOTED = re.compile(r'"[^"]*"')
_ANGLES = re.compile(r"<([^<>]*)>")
_UNSEEN = {"Cf", "Cc", "Zl", "Zp", "Zs"}
# Letters that the older rule, which the library knows, makes others of: another domain would be meant.
_KEPT = frozenset("ßς")
_MAX = 2_000
_SHOWN = 80


def is_plain(text: str) -> bool:
    """Whether a text is an address as it can stand in a header: RFC 5322's ``dot-atom@dot-atom``, nothing else."""
    return _PLAIN.fullmatch(text) is not None


def plain(text: str) -> str:
    """The one address in a text such as ``Ann Smith <ann@example.org>`` or ``mailto:ann@example.org``; "" in a blank one.

    Its domain is given in the letters of the wire (IDNA). UsageError ``bad-address``; ``many-addresses`` where there are
    several: a game has one opponent.
    """
    seen = "".join(" " if unicodedata.category(char) in _UNSEEN else char for char in text[:_MAX]).strip()
    if not seen:
        return ""
    parts = [part for part in re.split("[,;]", _QUOTED.sub("", seen)) if "@" in part] or [seen]
    named = tuple(dict.fromkeys(_wire(_bare(part)) for part in parts))
    if len(named) > 1:
        raise UsageError.of(
            "many-addresses",
            "There are {n} addresses in {text!r}.",
            n=len(named),
            text=seen[:_SHOWN],
            hint="Name the one where they read their mail.",
        )
    if not is_plain(named[0]):
        raise bad(seen)
    return named[0]


def bad(text: str) -> UsageError:
    """The error for a text that is no mail address."""
    return UsageError.of(
        "bad-address",
        "{address!r} is not a mail address.",
        address=text[:_SHOWN],
        hint="Type it like this: name@example.org",
    )


def _bare(part: str) -> str:
    """An address without the name around it and without ``mailto:``."""
    inside = _ANGLES.search(part)
    text = (inside[1] if inside else part).strip()
    if text.lower().startswith("mailto:"):
        text = unquote(text[len("mailto:") :].partition("?")[0]).strip()
    return text


def _wire(address: str) -> str:
    """An address with its domain in ASCII; as it is where that cannot be."""
    local, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        labels = [_label(label) for label in unicodedata.normalize("NFC", domain.lower()).split(".")]
    except UnicodeError:
        return address
    return f"{local}{at}{'.'.join(labels)}"


def _label(label: str) -> str:
    if label.isascii():
        return label
    if _KEPT & set(label):
        return f"xn--{label.encode('punycode').decode('ascii')}"
    return label.encode("idna").decode("ascii")
