"""The site built once for all tests, hosted, and a browser of its own for each."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.bytes.errors import UsageError
from pbem.site import build, packages
from tests.browser.places import Host
from tests.table.browser import Page

PATIENCE = 120.0


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site") / "pbem"
    try:
        build.build(place, packages.fetched(packages.cache(os.environ)))
    except UsageError as error:
        if error.code in ("npm", "no-npm"):
            pytest.skip(error.message)
        raise
    return place


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    found = Host(folder)
    yield found
    found.stop()


@pytest.fixture
def page() -> Iterator[Page]:
    found = Page(patience=PATIENCE)
    yield found
    found.close()
