"""The page about balance says what the data of the library say."""

from __future__ import annotations

from tests.docs.balance import PAGE, page


def test_the_table_of_the_page_is_that_of_the_data() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
