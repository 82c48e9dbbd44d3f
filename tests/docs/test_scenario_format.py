"""docs/scenario-format.md is generated, and up to date."""

from __future__ import annotations

from tests.docs.scenario_format import PAGE, page


def test_the_page_on_scenario_files_is_what_the_schemas_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tests.docs.scenario_format"
