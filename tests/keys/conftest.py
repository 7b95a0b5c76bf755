"""The tiny game for the tests of keys that go through the command line: as those of the home have it."""

from checkpoints import checkpoints_lead_where_the_log_does
from home.conftest import table

__all__ = ["checkpoints_lead_where_the_log_does", "table"]
