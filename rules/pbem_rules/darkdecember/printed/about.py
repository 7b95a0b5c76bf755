"""The keys of a table that say where its values come from, and are no values."""

from pbem_rules.kernel.tables import PROVENANCES

ABOUT = (*PROVENANCES, "provenance", "source")
