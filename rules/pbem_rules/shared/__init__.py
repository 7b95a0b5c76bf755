"""What games share that speaks to pbem: values on the wire, demands in words, layers of the map. No game is known here."""

from typing import TYPE_CHECKING

from pbem.bytes.doors import opened

if TYPE_CHECKING:
    from pbem_rules.shared.door import *  # noqa: F403  # what it lists, and nothing else
else:
    __getattr__ = opened(__name__)
