"""Where a text is to be changed so that one value of it changes and nothing around it.

`Sheet` is a text with its nodes and their spans. Each of its methods gives the splices that do an
edit, the most careful first; the last writes the list or mapping around the edit anew on one line.
Whoever tries them reads the outcome and takes the first that is right (`document`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from grognard.engines.core.data.yamlio import ListNode, MapNode, Node, Plain, Span, Spans
from grognard.engines.core.data.yamlwrite import broken, flow, folded, header, scalar

Box = ListNode | MapNode
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_PAST = re.compile("(?:[ \t]|\r\n|[\r\n\x85\u2028\u2029]|(?:(?<=[\\s\\[{,:-])|^)#[^\r\n]*)*")
"""Blanks, ends of lines and comments."""


@dataclass(frozen=True, slots=True)
class Splice:
    """The characters from `start` up to `end` become `new`."""

    start: int
    end: int
    new: str

    def of(self, text: str) -> str:
        """Return the text changed."""
        return text[: self.start] + self.new + text[self.end :]


def parts(box: Box) -> list[Node]:
    """Return the values in a list or mapping."""
    return list(box.entries.values()) if isinstance(box, MapNode) else box.items


@dataclass(slots=True)
class Sheet:
    """A text, the root of its nodes, and the span of each."""

    text: str
    root: Node
    spans: Spans

    @property
    def newline(self) -> str:
        """The end of line that the text begins with."""
        found = _BREAK.search(self.text)
        return found[0] if found else "\n"

    # -- places ---------------------------------------------------------------------------------

    def span(self, node: Node) -> Span:
        """Return where a node stands."""
        return self.spans[id(node)]

    def starts(self, box: Box) -> list[int]:
        """Return where each entry begins: at its key, its dash, or the item itself in a flow."""
        if isinstance(box, MapNode):
            return [self.span(key).start for key in box.keys.values()]
        if self.span(box).flow:
            return [self.span(item).start for item in box.items]
        found, at = [], self.span(box).start
        for item in box.items:
            found.append(self._past(at))
            at = max(self.span(item).end, found[-1] + 1)
        return found

    def ends(self, box: Box) -> list[int]:
        """Return where each entry ends."""
        return [
            max(self.span(part).end, gap)
            for part, gap in zip(parts(box), self.gaps(box), strict=True)
        ]

    def gaps(self, box: Box) -> list[int]:
        """Return the place behind each entry's colon or dash, or where there would be one."""
        if isinstance(box, ListNode):
            dash = 0 if self.span(box).flow else 1
            return [start + dash for start in self.starts(box)]
        found = []
        for key in box.keys.values():
            end = self.span(key).end
            colon = self._past(end)
            found.append(colon + 1 if self.text[colon : colon + 1] == ":" else end)
        return found

    def _past(self, at: int) -> int:
        found = _PAST.match(self.text, at)
        return found.end() if found else at

    def line_start(self, at: int) -> int:
        """Return where the line begins that holds a place."""
        return 1 + max(self.text.rfind(sign, 0, at) for sign in "\n\r\x85\u2028\u2029")

    def line_end(self, at: int) -> int:
        """Return where the line ends that holds a place, its break left out."""
        found = _BREAK.search(self.text, at)
        return found.start() if found else len(self.text)

    def _indent(self, at: int) -> str:
        return " " * (at - self.line_start(at))

    def _leads(self, at: int) -> bool:
        """Whether nothing but blanks stands before a place in its line."""
        return not self.text[self.line_start(at) : at].strip()

    # -- a value instead of another -------------------------------------------------------------

    def put(self, box: Box | None, index: int, value: Plain) -> Iterator[Splice]:
        """Give the splices that write a value where the box has another; no box: the root."""
        if box is None:
            span = self.span(self.root)
            yield Splice(span.start, span.end, flow(value, self.root))
            return
        old = parts(box)[index]
        if self.span(box).flow:
            yield self._put_in_flow(box, index, old, value)
        else:
            yield self._put_in_lines(box, index, old, value)
        span, gap = self.span(old), self.gaps(box)[index]
        # What stands alone in its line, or is not there yet, is written behind its colon.
        yield Splice(gap, max(span.end, gap), " " + flow(value, old))
        yield Splice(gap, max(span.end, gap), ": " + flow(value, old))

    def _put_in_flow(self, box: Box, index: int, old: Node, value: Plain) -> Splice:
        span, gap = self.span(old), self.gaps(box)[index]
        if span.start < span.end:
            new = scalar(value, old, span.style) if isinstance(value, str) else flow(value, old)
            return Splice(span.start, span.end, new)
        colon = "" if self.text[gap - 1 : gap] == ":" else ":"
        return Splice(gap, gap, f"{colon} {flow(value)}")

    def _put_in_lines(self, box: Box, index: int, old: Node, value: Plain) -> Splice:
        span, gap, start = self.span(old), self.gaps(box)[index], self.starts(box)[index]
        in_lines = isinstance(old, (ListNode, MapNode)) and not span.flow
        rows = self._rows(value, start, old) if isinstance(box, MapNode) else ""
        if in_lines:
            between = self.text[gap : span.start].rstrip()
            new = between + rows if rows else f" {self._inline(value, old, start)}{between}"
            return Splice(gap, span.end, new)
        if rows:
            end = self.line_end(span.end)
            return Splice(gap, end, self.text[span.end : end].rstrip() + rows)
        if span.start == span.end:
            return Splice(gap, gap, " " + self._inline(value, None, start))
        return Splice(span.start, span.end, self._inline(value, old, start))

    def _inline(self, value: Plain, old: Node | None, start: int) -> str:
        """Return a value as it stands behind a colon or dash; folded text stays folded."""
        indent = self._indent(start) + "  "
        if not isinstance(value, str):
            return broken(value, old, indent, self.newline)
        if old is None:
            return scalar(value)
        span = self.span(old)
        fold = header(self.text, span)
        text = folded(value, fold, indent, self.newline) if fold.startswith(">") else None
        return text or scalar(value, old, span.style)

    def _rows(self, value: Plain, start: int, old: Node | None) -> str:
        """Return a list of rows in lines of their own; "" for any other value."""
        if not isinstance(value, list) or not any(isinstance(item, (list, dict)) for item in value):
            return ""
        if not any(isinstance(item, dict) for item in value) and len(flow(value)) <= 40:
            return ""
        models = old.items if isinstance(old, ListNode) else []
        model = models[0] if models else None
        lead = f"{self.newline}{self._indent(start)}- "
        return "".join(lead + flow(item, model) for item in value)

    # -- one entry more -------------------------------------------------------------------------

    def add(self, box: Box, index: int, key: str | None, value: Plain) -> Iterator[Splice]:
        """Give the splices that write one entry more, before the entry of this number."""
        span, starts = self.span(box), self.starts(box)
        if not starts:
            yield from self._add_first(box, span, key, value)
            return
        model = parts(box)[min(index, len(starts) - 1)] if key is None else None
        name = "" if key is None else f"{scalar(key)}: "
        if span.flow:
            new = name + flow(value, model)
            if index < len(starts):
                yield Splice(starts[index], starts[index], f"{new}, ")
            else:
                end = self.ends(box)[-1]
                yield Splice(end, end, f", {new}")
            return
        lead = "- " if key is None else ""
        rows = self._rows(value, starts[0], None) if key is not None else ""
        body = name.rstrip() + rows if rows else name + self._new(value, model, starts[0])
        if index == 0:
            yield Splice(starts[0], starts[0], lead + body + self.newline + self._indent(starts[0]))
        else:
            end = self.line_end(self.ends(box)[index - 1])
            yield Splice(end, end, self.newline + self._indent(starts[0]) + lead + body)

    def _new(self, value: Plain, model: Node | None, start: int) -> str:
        if isinstance(value, str):
            return scalar(value, model)
        return broken(value, model, self._indent(start) + "  ", self.newline)

    def _add_first(self, box: Box, span: Span, key: str | None, value: Plain) -> Iterator[Splice]:
        if key is not None and box is self.root:
            rows = self._rows(value, span.start, None)
            body = rows or " " + self._new(value, None, span.start)
            yield Splice(span.start, span.end, f"{scalar(key)}:{body}")
        name = "" if key is None else f"{scalar(key)}: "
        yield Splice(span.start + 1, span.start + 1, name + flow(value))

    # -- one entry less -------------------------------------------------------------------------

    def drop(self, box: Box, index: int) -> Iterator[Splice]:
        """Give the splices that take an entry away; a block's last one is `put` as empty."""
        starts, ends = self.starts(box), self.ends(box)
        if self.span(box).flow:
            yield from self._drop_from_flow(starts, ends, index)
            return
        if not self._leads(starts[index]):
            if index + 1 < len(starts):
                yield Splice(starts[index], starts[index + 1], "")
            return
        begin, end = self.line_start(starts[index]), self.line_end(ends[index])
        after = _BREAK.match(self.text, end)
        if after is not None:
            yield Splice(begin, after.end(), "")
            return
        # The last line had no end: the one before it shall have none either.
        before = 2 if self.text[begin - 2 : begin] == "\r\n" else 1
        yield Splice(max(begin - before, 0), end, "")

    def _drop_from_flow(self, starts: list[int], ends: list[int], index: int) -> Iterator[Splice]:
        commas = [self._past(end) for end in ends]
        behind = [at + 1 if self.text[at : at + 1] == "," else at for at in commas]
        if index and index + 1 < len(starts):
            before = self.text[behind[index - 1] : starts[index]]
            after = self.text[behind[index] : starts[index + 1]]
            # Lines stay broken where they were.
            if _BREAK.search(after) and "#" not in before:
                yield Splice(behind[index - 1], behind[index], "")
        if index + 1 < len(starts):
            if "#" not in self.text[ends[index] : starts[index + 1]]:
                yield Splice(starts[index], starts[index + 1], "")
        elif index and "#" not in self.text[ends[index - 1] : starts[index]]:
            yield Splice(ends[index - 1], ends[index], "")
        end = behind[index] if self.text[commas[index] : commas[index] + 1] == "," else ends[index]
        yield Splice(starts[index], end, "")

    # -- another order --------------------------------------------------------------------------

    def shift(self, box: Box, index: int, to: int) -> Iterator[Splice]:
        """Give the splice that moves an entry; what stands between the entries stays in place."""
        starts, ends = self.starts(box), self.ends(box)
        if not self.span(box).flow:
            ends = [self.line_end(end) for end in ends]
        order = list(range(len(starts)))
        order.insert(to, order.pop(index))
        between = [self.text[end:start] for end, start in zip(ends, starts[1:], strict=False)]
        bodies = [self.text[starts[entry] : ends[entry]] for entry in order]
        new = "".join(body + gap for body, gap in zip(bodies, [*between, ""], strict=True))
        yield Splice(starts[0], ends[-1], new)
