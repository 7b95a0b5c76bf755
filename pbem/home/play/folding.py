"""Names as they are compared, and several of them in a sentence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pbem.port.messages import Message, Series

_SHOWN = 6


def fold(name: str) -> str:
    """A name without case, accents, and what stands between its words."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(re.split(r"[\s'’-]+", plain.casefold())).strip()


def either(names: Sequence[str]) -> str:
    """``a, b or c``; of many names the first."""
    shown = [*names[:_SHOWN], *(["..."] if len(names) > _SHOWN else [])]
    return shown[0] if len(shown) == 1 else Series(shown, last=Message(" or "))
