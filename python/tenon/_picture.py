# SPDX-License-Identifier: Apache-2.0
"""What a notebook shows of a module: its functions as a table, and the graph of the first one, laid out in layers."""

from __future__ import annotations

import html
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

MOST_BOXES = 200  # that are drawn; of a larger function the first ones
_WIDE, _HIGH, _GAP = 150, 34, 26
_STYLE = "font-family:monospace;font-size:11px"


class Report(str):
    """A page of HTML, as text; a notebook shows it in a frame."""

    __slots__ = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, which any browser shows."""
        with open(path, "w", encoding="utf-8") as f:
            f.write(self)

    def _repr_html_(self) -> str:
        page = html.escape(self, quote=True)
        return f'<iframe srcdoc="{page}" sandbox="allow-scripts" style="width:100%;height:640px;border:1px solid #ccc"></iframe>'


def _bindings(text: str) -> list[tuple[str, str, str, set[str]]]:
    """(name, operator, type, names that it uses) of the first function, parameters first: a line each, as it is printed."""
    rows: list[tuple[str, str, str, set[str]]] = []
    known: set[str] = set()
    is_head = is_inside = False
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("def "):
            if is_inside:
                break
            is_head = is_inside = True
            line = line.partition("(")[2]
        if is_head:
            for name, type_ in re.findall(r"(\w+): (R\.(?:Tensor|Tuple|Shape|Prim|Object)\b.*?)(?=, \w+: R\.|,?$|\) ->)", line):
                rows.append((name, "", type_, set()))
                known.add(name)
            is_head = not line.endswith(":")
        elif is_inside and (m := re.match(r"(\w+): (.*?) = (.*)$", line)):
            op = re.match(r"R\.([\w.]+)\(", m[3])
            used = known.intersection(re.findall(r"[A-Za-z_]\w*", m[3]))
            rows.append((m[1], op[1] if op else m[3][:24], m[2], used))
            known.add(m[1])
    return rows


def _short(type_: str) -> str:
    m = re.match(r'R\.Tensor\(\((.*?)\), dtype="(\w+)"\)$', type_)
    return f"{m[2]}[{m[1].rstrip(',')}]".replace('"', "") if m else type_[:24]


def svg(text: str) -> str:
    """The graph of the first function of a module's text."""
    rows = _bindings(text)
    left = max(0, len(rows) - MOST_BOXES)
    place: dict[str, tuple[int, int]] = {}
    filled: dict[int, int] = {}
    boxes, lines = [], []
    for name, op, type_, used in rows[:MOST_BOXES]:
        layer = 1 + max((place[u][1] for u in used if u in place), default=-1)
        at = filled.get(layer, 0)
        filled[layer] = at + 1
        place[name] = at, layer
        x, y = at * (_WIDE + 20) + 4, layer * (_HIGH + _GAP) + 4
        for u in sorted(used & place.keys() - {name}):
            a, b = place[u]
            lines.append(f'<line x1="{a * (_WIDE + 20) + 4 + _WIDE // 2}" y1="{b * (_HIGH + _GAP) + 4 + _HIGH}" '
                         f'x2="{x + _WIDE // 2}" y2="{y}" stroke="#888"/>')  # fmt: skip
        title = html.escape(f"{name}: {type_}")
        fill = "#e8f0fe" if op else "#eee"
        boxes.append(f'<g><title>{title}</title><rect x="{x}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="4" fill="{fill}" stroke="#888"/>'
                     f'<text x="{x + 6}" y="{y + 14}">{html.escape(f"{name} = {op}" if op else name)[:60]}</text>'
                     f'<text x="{x + 6}" y="{y + 28}" fill="#555">{html.escape(_short(type_))}</text></g>')  # fmt: skip
    wide = max(filled.values(), default=1) * (_WIDE + 20)
    high = (max(filled, default=0) + 1) * (_HIGH + _GAP)
    more = f"<p>and {left} more</p>" if left else ""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" style="{_STYLE}">'
            f"{''.join(lines)}{''.join(boxes)}</svg>{more}")  # fmt: skip


def page(functions: Iterable[tuple[str, str, int]], text: str) -> str:
    """Of each function its name, its type and how many bindings it has; the module's text."""
    rows = "".join(
        f'<tr><td>{html.escape(name)}</td><td style="text-align:left">{html.escape(type_)}</td><td>{bindings}</td></tr>'
        for name, type_, bindings in functions
    )
    table = f"<table><tr><th>function</th><th>type</th><th>bindings</th></tr>{rows}</table>"
    return f"<div>{table}{svg(text)}</div>"
