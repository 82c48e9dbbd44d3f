"""Answers that are put together piece by piece: subsets, orders, shares, numbers, fields.

Plain objects; no widget in here (`editors` has those).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from grognard.app.table.gestures.gesture import MOST_SHOWN, Gesture, Marks
from grognard.engines.core.show.asks import Ask, Choice
from grognard.engines.core.show.choices import fields_of, words_of
from grognard.engines.core.show.explain import Refusal
from grognard.engines.core.show.views import TableView


class Part(Gesture):
    """subset: clicks and check boxes switch members on and off; Done takes what is on."""

    editor = "checks"

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        items = getattr(ask.choices, "items", None)
        if items is None:
            names = (n for c in self.all if isinstance(c, dict) for n in c.get("subset", ()))
            items = tuple(dict.fromkeys(names))
        self.items: tuple[str, ...] = tuple(items)
        self.called = getattr(ask.choices, "called", None)
        self.picked = list(getattr(ask.choices, "ticked", ()))

    @property
    def taking_part(self) -> list[str]:
        """The members that are on."""
        return self.picked

    def toggle(self, name: str) -> None:
        """Switch one member on or off."""
        if name in self.picked:
            self.picked.remove(name)
        elif name in self.items:
            self.picked.append(name)

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        name = next((name for name in names if name in self.items), None)
        if name is not None:
            self.toggle(name)
        return None

    def value(self) -> Choice:
        """Return the choice as it stands, legal or not."""
        return {"subset": [name for name in self.items if name in self.picked]}

    def chosen(self) -> Choice | None:
        return self.value() if self.why_not() is None else None

    def why_not(self) -> Refusal | None:
        """Return why the present members may not be chosen."""
        return self.ask.why_not(self.value())

    def marks(self) -> Marks:
        return Marks(self.items, tuple(self.refusals), tuple(self.picked))


class Order(Gesture):
    """order: a list to be sorted."""

    editor = "order"

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        orders = (c for c in self.all if isinstance(c, dict) and "order" in c)
        first: Choice = next(orders, {"order": []})
        self.items = list(words_of(first, "order"))

    def _list(self, limit: int) -> list[Choice]:
        return list(islice(iter(self.ask.choices), min(limit, MOST_SHOWN)))

    def shift(self, index: int, step: int) -> int:
        """Move the item at `index` by `step`; return where it is now."""
        to = max(0, min(len(self.items) - 1, index + step))
        self.items.insert(to, self.items.pop(index))
        return to

    def why_not(self) -> Refusal | None:
        """Return why the present order may not be chosen."""
        return self.ask.why_not({"order": list(self.items)})

    def chosen(self) -> Choice | None:
        return {"order": list(self.items)} if self.why_not() is None else None

    def marks(self) -> Marks:
        return Marks(chosen=tuple(self.items))


class Allocate(Gesture):
    """allocate: a stepper an item."""

    editor = "steppers"

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        self.amounts: dict[str, int] = {}
        self.most: dict[str, int] = {}
        for choice in self.all:
            given = choice.get("allocate", {}) if isinstance(choice, dict) else {}
            for name, count in given.items():
                self.amounts.setdefault(name, 0)
                self.most[name] = max(self.most.get(name, 0), int(count))
        for limit_name in ("total", "amount", "count"):
            total = getattr(ask.choices, limit_name, None)
            if isinstance(total, int):
                self.most = dict.fromkeys(self.most, total)
        # Choices that are not all listed say themselves how many each item may have.
        self.most |= getattr(ask.choices, "most", {})
        self.called = getattr(ask.choices, "called", None)

    def set(self, name: str, count: int) -> None:
        """Give an item its number."""
        self.amounts[name] = count

    def _forms(self) -> list[Choice]:
        some = {name: count for name, count in self.amounts.items() if count}
        return [{"allocate": dict(self.amounts)}, {"allocate": some}]

    def why_not(self) -> Refusal | None:
        """Return why the present numbers may not be chosen."""
        reasons = [self.ask.why_not(choice) for choice in self._forms()]
        return None if None in reasons else reasons[0]

    def chosen(self) -> Choice | None:
        return next((c for c in self._forms() if self.ask.why_not(c) is None), None)

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        name = next((name for name in names if name in self.amounts), None)
        if name is not None:
            self.amounts[name] = (self.amounts[name] + 1) % (self.most[name] + 1)
        return None

    def marks(self) -> Marks:
        return Marks(tuple(self.amounts), (), tuple(n for n, c in self.amounts.items() if c))


class Number(Gesture):
    """number: a spin box between the least and the most that is offered."""

    editor = "number"

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        self.values = sorted(choice for choice in self.all if isinstance(choice, int))
        self.value = self.values[0] if self.values else 0

    def why_not(self) -> Refusal | None:
        """Return why the present number may not be chosen."""
        return self.ask.why_not(self.value)

    def chosen(self) -> Choice | None:
        return self.value if self.why_not() is None else None

    def marks(self) -> Marks:
        return Marks(chosen=self.ask.subject)


class Form(Gesture):
    """form: named fields, each with the values that some choice gives it."""

    editor = "fields"

    def __init__(self, ask: Ask, view: TableView) -> None:
        super().__init__(ask, view)
        self.fields: dict[str, list[Any]] = {}
        for choice in self.all:
            for name, value in choice.items() if isinstance(choice, dict) else ():
                known = self.fields.setdefault(name, [])
                if value not in known:
                    known.append(value)
        first: Choice = next((c for c in self.all if isinstance(c, dict)), {})
        self.values: dict[str, Any] = dict(fields_of(first))

    def set(self, name: str, value: Any) -> None:
        """Fill in a field."""
        self.values[name] = value

    def click(self, names: Iterable[str], *, extend: bool = False) -> Choice | None:
        for name in names:
            for key, known in self.fields.items():
                if name in known:
                    self.values[key] = name
                    return None
        return None

    def why_not(self) -> Refusal | None:
        """Return why the present fields may not be chosen."""
        return self.ask.why_not(dict(self.values))

    def chosen(self) -> Choice | None:
        return dict(self.values) if self.why_not() is None else None

    def marks(self) -> Marks:
        names = [v for known in self.fields.values() for v in known if isinstance(v, str)]
        return Marks(tuple(names), (), tuple(str(v) for v in self.values.values()))
