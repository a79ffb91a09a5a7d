#!/usr/bin/env python3
"""Draws speed.svg, the chart of the README, from bench/speed.csv.

Each bar is the speed of one solver on one puzzle set, as a multiple of tdoku's speed on that set.
"""

import csv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "bench/speed.csv"
BASE = "tdoku"
WIDTH, LEFT, RIGHT, TOP = 760, 120, 100, 62
BAR, GAP = 13, 16

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 15px; font-weight: 600 }
.value { font-size: 11px; fill: #59636e }
.s0 { fill: #afb8c1 } .s1 { fill: #6e7781 } .s2 { fill: #54aeff } .s3 { fill: #0969da }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .value { fill: #9198a1 }
  .s0 { fill: #484f58 } .s1 { fill: #8b949e } .s2 { fill: #388bfd } .s3 { fill: #79c0ff }
}
"""


def read():
    """Returns the names of the sets, and the rates of each solver in the order of the file."""
    with DATA.open(newline="") as file:
        rows = list(csv.DictReader(file))
    sets = [name for name in rows[0] if name not in ("solver", "source")]
    return sets, {row["solver"]: [float(row[name]) for name in sets] for row in rows}


def draw(sets, rates):
    """Returns the chart as SVG."""
    solvers = list(rates)
    ratios = {name: [rate / base for rate, base in zip(rates[name], rates[BASE])] for name in solvers}
    scale = (WIDTH - LEFT - RIGHT) / max(max(row) for row in ratios.values())
    group = BAR * len(solvers) + GAP
    height = TOP + group * len(sets)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>Puzzles per second on one core, as a multiple of tdoku</title>",
        f"<style>{STYLE}</style>",
        '<text class="title" x="8" y="20">Puzzles per second on one core, as a multiple of tdoku</text>',
    ]
    x = 8
    for index, name in enumerate(solvers):
        parts.append(f'<rect class="s{index}" x="{x}" y="32" width="11" height="11" rx="2"/>')
        parts.append(f'<text x="{x + 16}" y="42">{name}</text>')
        x += 40 + 7 * len(name)
    for row, set_name in enumerate(sets):
        top = TOP + row * group
        middle = top + BAR * len(solvers) / 2 + 4
        parts.append(f'<text x="{LEFT - 8}" y="{middle:g}" text-anchor="end">{set_name}</text>')
        for index, name in enumerate(solvers):
            ratio, rate, y = ratios[name][row], rates[name][row], top + index * BAR
            width = max(1, ratio * scale)
            parts.append(f'<rect class="s{index}" x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 2}"/>')
            times = f"{ratio:.0f}×" if ratio >= 2 else f"{ratio:.1f}×"
            label = f"{times}, {rate / 1000:.1f} M/s" if rate >= 1000 else f"{times}, {rate:g} k/s"
            parts.append(f'<text class="value" x="{LEFT + width + 5:.1f}" y="{y + 10}">{label}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    (ROOT / "docs/src/pictures/speed.svg").write_text(draw(*read()))
