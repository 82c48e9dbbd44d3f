"""The pages of docs/: the generated one is up to date, and every link leads somewhere."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT
from tests.docs.scenario_format import PAGE, page

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_page_on_scenario_files_is_what_the_schemas_say():
    assert PAGE.read_text("utf-8") == page(), "python -m tests.docs.scenario_format"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_and_every_file_named_is_there(path):
    words = path.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", words):
        assert target.startswith("https://") or (path.parent / target).exists(), target
    for target in re.findall(r"`((?:engines|app|tests|docs)/[\w/.]+)`", words):
        assert (ROOT / target).exists(), target


def test_every_page_is_linked_from_the_readme():
    words = (ROOT / "README.md").read_text("utf-8")
    assert [path.name for path in PAGES[1:] if f"(docs/{path.name})" not in words] == []
