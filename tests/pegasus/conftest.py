"""The rules of Pegasus Bridge, for all its tests."""

import pytest

from pbem.games import registry
from pbem_rules.pegasus.game import Pegasus


@pytest.fixture(scope="session")
def rules() -> Pegasus:
    return registry.load("pegasus").rules
