"""Words as data: a key (the English sentence) and its arguments, translated only when shown."""

from __future__ import annotations

from collections.abc import Callable

from engines.core.data.frozen import record


@record
class Text:
    """A sentence with named holes.

    `key` is the English sentence in `str.format` notation and at the same time the key of the
    translation catalogues; `args` are (name, value) pairs. A value may itself be a Text.
    """

    key: str
    args: tuple[tuple[str, str | int | Text], ...] = ()

    def render(self, translate: Callable[[str], str] = str) -> str:
        """Return the sentence in the language of `translate` (English by default)."""
        filled = {
            name: value.render(translate) if isinstance(value, Text) else value
            for name, value in self.args
        }
        return translate(self.key).format(**filled)

    def __str__(self) -> str:
        return self.render()


def text(key: str, /, **args: str | int | Text) -> Text:
    """Build a Text: `text("{unit} stops", unit="Compans")`."""
    return Text(key, tuple(args.items()))
