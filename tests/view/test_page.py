"""The replay page as a file: nothing from outside, nothing that runs but its own script, the same bytes every time."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.container import unpack
from pbem.view.markup import json_in_html
from tests.view.pages import EXAMPLE, small

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&$policy ${title} \u2028<!--"


def _between(text: str, start: str, end: str) -> str:
    return text.split(start, 1)[1].split(end, 1)[0]


def test_the_policy_allows_the_one_script_and_the_one_style_of_the_page_and_nothing_else() -> None:
    text = small()
    script, style = (
        text.rsplit("<script>", 1)[1].split("</script>", 1)[0],
        _between(text, "<style>", "</style>"),
    )
    hashed = [
        base64.b64encode(hashlib.sha256(each.encode()).digest()).decode("ascii") for each in (script, style)
    ]
    assert (
        f"default-src 'none'; script-src 'sha256-{hashed[0]}'; style-src 'sha256-{hashed[1]}'; "
        "base-uri 'none'; form-action 'none'"
    ) == _between(text, '<meta http-equiv="Content-Security-Policy" content="', '"')


def test_nothing_is_loaded_from_anywhere() -> None:
    text = small()
    assert {"http://www.w3.org/2000/svg"} == set(re.findall(r"https?:[^\s\"'<>)]*", text))
    assert [] == re.findall(
        r"<(?:link|iframe|object|embed|img|base)\b|@import|\bimport\(|\bfetch\(|XMLHttp", text
    )
    assert set() == {url for url in re.findall(r"url\(([^)]*)\)", text) if not url.startswith("#")}


def test_no_style_or_handler_stands_in_an_attribute() -> None:
    markup = re.sub(r"<(script|style)\b.*?</\1>", "", small(), flags=re.DOTALL)
    assert [] == re.findall(r"\s(?:style|on[a-z]+)=", markup)


@pytest.mark.parametrize("evil", [EVIL, "]]>--><svg onload=alert(1)>", "\u202ejavascript:alert(1)"])
def test_no_word_of_a_stranger_becomes_markup(evil: str) -> None:
    def skeleton(text: str) -> list[str]:
        text = re.sub(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*', "", text)
        return [re.sub(r'="[^"]*"', "", tag) for tag in re.findall(r"<[a-zA-Z/!][^<>]*>", text)]

    assert skeleton(small("word")) == skeleton(small(evil))
    assert "\u202e" not in small(evil)


def test_the_signed_log_stands_in_the_page_byte_for_byte() -> None:
    data = json.loads(_between(small(), '<script type="application/json" id="data">', "</script>"))
    packed = base64.b64decode(data["log"])
    assert EXAMPLE == unpack(packed)


ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "pbem/view/page/html.py": "packs the reel with zlib into base64, which has no sign of markup",
    "pbem/site/build.py": "writes a file of JSON beside the pages",
}
"""Modules that write pages and JSON, and why the JSON of ``json.dumps`` there stands in no page."""


@given(
    st.recursive(
        st.text() | st.integers() | st.none(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_no_json_can_end_its_element_and_all_of_it_is_read_back(value: object) -> None:
    text = json_in_html(value)
    assert not set(text) & set("<>&\u2028\u2029")
    assert value == json.loads(text)


def test_no_module_writes_json_into_html_by_itself() -> None:
    pages = re.compile(r"<script|<html|<!doctype", re.IGNORECASE)
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in (ROOT / "pbem").rglob("*.py")
    }
    found = {path for path, text in texts.items() if pages.search(text) and "json.dumps(" in text}
    assert found | {path for path, text in texts.items() if "to_html(" in text} <= set(PAGES)
