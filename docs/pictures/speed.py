#!/usr/bin/env python3
"""Draws speed-single.svg, speed-bulk.svg and speed-gpu.svg, the charts of the README, from bench/speed.csv.

Each bar is the speed on one puzzle set, as a multiple of the speed of tdoku on one core of the same machine.
A row of the file has thousand puzzles per second; a new machine needs a row with the engine "tdoku".
"""

import csv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "bench/speed.csv"
BASE = "tdoku"
TITLES = {
    "single": "One at a time, on one core, as a multiple of tdoku",
    "bulk": "In bulk, on one core, as a multiple of tdoku",
    "gpu": "On a GPU, as a multiple of tdoku on one core of its host",
}
WIDTH, LEFT, RIGHT, TOP = 760, 120, 110, 62
BAR, GAP = 13, 14

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 15px; font-weight: 600 }
.value { font-size: 11px; fill: #59636e }
.base { stroke: #59636e; stroke-dasharray: 3 3 }
.s0 { fill: #54aeff } .s1 { fill: #0969da } .s2 { fill: #8250df } .s3 { fill: #6e7781 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .value { fill: #9198a1 }
  .base { stroke: #9198a1 }
  .s0 { fill: #388bfd } .s1 { fill: #79c0ff } .s2 { fill: #a371f7 } .s3 { fill: #8b949e }
}
"""


def read():
    """Returns the names of the puzzle sets, and the rows of the file."""
    with DATA.open(newline="") as file:
        rows = list(csv.DictReader(file))
    sets = [name for name in rows[0] if name not in ("engine", "machine", "series", "source")]
    return sets, rows


def rate_label(thousands):
    """Returns a rate in the largest suitable unit."""
    for unit, size in (("G/s", 1e6), ("M/s", 1e3)):
        if thousands >= size:
            return f"{thousands / size:.3g} {unit}"
    return f"{thousands:g} k/s"


def draw(title, sets, series):
    """Returns a chart as SVG. Each series is a name, the rates, and those of tdoku on the same machine."""
    longest = max(float(rate) / float(base) for _, rates, bases in series for rate, base in zip(rates, bases))
    scale = (WIDTH - LEFT - RIGHT) / longest
    group = BAR * len(series) + GAP
    height = TOP + group * len(sets)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{title}</title>",
        f"<style>{STYLE}</style>",
        f'<text class="title" x="8" y="20">{title}</text>',
    ]
    x = 8
    for index, (name, _, _) in enumerate(series):
        parts.append(f'<rect class="s{index}" x="{x}" y="32" width="11" height="11" rx="2"/>')
        parts.append(f'<text x="{x + 16}" y="42">{name}</text>')
        x += 40 + 7 * len(name)
    for row, set_name in enumerate(sets):
        top = TOP + row * group
        middle = top + BAR * len(series) / 2 + 4
        parts.append(f'<text x="{LEFT - 8}" y="{middle:g}" text-anchor="end">{set_name}</text>')
        for index, (_, rates, bases) in enumerate(series):
            rate, y = float(rates[row]), top + index * BAR
            ratio = rate / float(bases[row])
            width = max(1, ratio * scale)
            size = f'width="{width:.1f}" height="{BAR - 2}"'
            parts.append(f'<rect class="s{index}" x="{LEFT}" y="{y}" {size}/>')
            times = f"{ratio:.0f}×" if ratio >= 10 else f"{ratio:.1f}×"
            label = f"{times}, {rate_label(rate)}"
            parts.append(f'<text class="value" x="{LEFT + width + 5:.1f}" y="{y + 10}">{label}</text>')
    line = LEFT + scale
    if scale > 10:
        ends = f'y1="{TOP - 8}" y2="{height - GAP}"'
        parts.append(f'<line class="base" x1="{line:.1f}" x2="{line:.1f}" {ends}/>')
    return "\n".join([*parts, "</svg>", ""])


def main():
    sets, rows = read()
    rates = {id(row): [row[name] for name in sets] for row in rows}
    bases = {row["machine"]: rates[id(row)] for row in rows if row["engine"] == BASE}
    for engine, title in TITLES.items():
        own = [row for row in rows if row["engine"] == engine]
        # The machine is named in the label if the chart has several.
        several = len({row["machine"] for row in own}) > 1
        series = []
        for row in own:
            label = f"{row['series']}, {row['machine']}" if several else row["series"]
            series.append((label, rates[id(row)], bases[row["machine"]]))
        (ROOT / f"docs/src/pictures/speed-{engine}.svg").write_text(draw(title, sets, series))


if __name__ == "__main__":
    main()
