"""The catalogue of techniques: one page per family, with the lessons and an example of each technique.

The texts and positions are those of `crates/logic/lessons`. The engine finds each step again, draws it and
explains it, so pictures and explanations are always those of the current version.
"""

from __future__ import annotations

import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FAMILIES = {
    "Singles": (
        r"Full House|.* Single|Direct .*",
        "The next digit, without pencil marks. Every easy puzzle can be solved with these steps alone.",
    ),
    "Locked candidates and subsets": (
        r"Locked .*|(Naked|Hidden) (Pair|Triple|Quadruple)",
        "Some cells of a house share out some digits among themselves. Other cells lose these digits, or "
        "these cells lose all others.",
    ),
    "Fish": (
        r"((Finned|Sashimi) )?(X-Wing|Swordfish|Jellyfish|Squirmbag|Whale|Leviathan)",
        "One digit in several rows and columns at once. A fish has a number of base lines and the same "
        "number of crossing lines that cover their candidates; the digit can be eliminated from the rest of "
        "the crossing lines. Extra candidates are called fins. They restrict the eliminations to cells that "
        "see all fins.",
    ),
    "Complex fish": (
        r"(Finned )?(Franken|Mutant) .*|Kraken .*",
        "Fish that also use boxes as base or cover houses (Franken), that mix rows and columns (Mutant), or "
        "whose fins are connected to the elimination by chains (Kraken).",
    ),
    "Single-digit patterns and colouring": (
        r"Skyscraper|.*String Kite|Turbot Fish|.*Empty Rectangle|.*Colors.*|3D Medusa",
        "A digit with only two places in a house: if one is false, the other is true. These links connect "
        "distant parts of the grid.",
    ),
    "Wings": (
        r"\w+-Wing|Bent Quad|Remote Pair",
        "A few cells with few candidates. Whatever digit goes in the middle cell, one of the outer cells "
        "gets the digit that they share.",
    ),
    "Uniqueness": (
        r"Uniqueness .*|(Hidden|Avoidable) Rectangle.*|.*Unique (Loop|Rectangle).*|BUG-Lite|Reverse BUG"
        r"|.* Grave.*",
        "A proper puzzle has one solution. A pattern of cells whose digits could be swapped would give a "
        "second one, so something must prevent it. `--no-uniqueness` switches these techniques off.",
    ),
    "Chains and loops": (
        r"X-Chain|XY-Chain|.*Nice Loop|(Grouped )?AIC",
        "Candidates linked alternately: if this one is false, the next is true; then the one after it is "
        "false, and so on. One of the two ends of the chain must be true.",
    ),
    "Almost locked sets": (
        r"Almost Locked .*|Sue de Coq|Death Blossom|Aligned .*|Fireworks",
        "A set of cells with one candidate more than it has cells. Once it loses a digit, all others are "
        "fixed.",
    ),
    "Exotic patterns": (
        r"Broken Wing|Bivalue Oddagon|Tridagon|SK Loop|Multi-Sector .*|Junior Exocet",
        "Large patterns that cannot be filled, or only in one way. They are rare, and occur mostly in the "
        "hardest puzzles known.",
    ),
    "Forcing chains and last resorts": (
        r"Forcing .*|Template .*|Brute Force",
        "Try every case and see what they have in common. A ladder ends with these techniques.",
    ),
}
"""The pages: the names of the techniques as a regular expression, and an introduction."""


@dataclass
class Example:
    """A technique with an explained step."""

    row: dict[str, Any]
    text: str
    position: str


def slug(name: str) -> str:
    """Returns the name as part of a file name or anchor."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def family(name: str) -> str:
    """Returns the page of a technique."""
    for title, (pattern, _) in FAMILIES.items():
        if re.fullmatch(pattern, name):
            return title
    raise SystemExit(f"docs/build: {name} belongs to no page; add it to FAMILIES in {__file__}")


def run(*command: str) -> str:
    """Returns the output of a command."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def example(veridoku: str, row: dict[str, Any]) -> Example:
    """Asks the engine for the step in the example of a technique."""
    name = row["technique"]
    position = next(each["position"] for each in row["lesson"]["examples"] if each["technique"] == name)
    hint = json.loads(run(veridoku, "hint", "--json", "--technique", name, position))
    if hint["technique"] != name:
        raise SystemExit(f"docs/build: found {hint['technique']} instead of {name} in {position}")
    return Example(row, hint["text"], position)


def paragraphs(texts: list[str], start: str = "") -> list[str]:
    """Returns paragraphs or the points of a list, with blank lines between them."""
    return [line for text in texts for line in (start + re.sub(r"([<>*_])", r"\\\1", text), "")]


def picture(name: str, svg: str, description: str, folder: Path) -> list[str]:
    """Writes a picture and returns the lines that show it."""
    (folder / name).write_text(svg)
    return [
        f'<img class="step" src="{name}" width="440" height="440" loading="lazy"',
        f'alt="{description}">', "",
    ]  # fmt: skip


def taught(examples: list[Example], folder: Path) -> list[str]:
    """Writes the section of a lesson, with the examples of its techniques, and its pictures."""
    lesson, svg = examples[0].row["lesson"], examples[0].row["pictures"]["counter_example"]
    lines = [f"## {lesson['title']}", "", *paragraphs(lesson["paragraphs"])]
    lines += ["**What to look for**", "", *paragraphs(lesson["look_for"], "- ")]
    for each in examples:
        lines += described(each, folder)
    lines += ["**Not this**", ""]
    lines += picture(f"{lesson['slug']}-not-this.svg", svg, f"{lesson['title']}: a counter-example", folder)
    return lines + paragraphs(lesson["not_this"])


def described(example: Example, folder: Path) -> list[str]:
    """Writes the section of a technique, and its picture."""
    row, lesson = example.row, example.row["lesson"]
    name = row["technique"]
    # The text about the example is about the first technique of the lesson.
    remarks = lesson["example"] if name == lesson["examples"][0]["technique"] else []
    ladder = "in every ladder" if row["ladder"] == "hodoku" else f"ladder <code>{row['ladder']}</code>"
    facts = [f"code <code>{row['code']}</code>", f"level {row['level']}", f"HoDoKu’s score {row['score']}"]
    facts += [f"Sudoku Explainer {row['rating']}"] if row["rating"] else []
    facts.append(ladder)
    return [
        "**Example**" if name == lesson["title"] else f"### {name}", "",
        f"{row['summary'][0].upper()}{row['summary'][1:]}.", "",
        f"<small>{' · '.join(facts)}</small>", "",
        *picture(f"{slug(name)}.svg", row["pictures"]["example"], f"{name}, drawn on a board", folder),
        *paragraphs([example.text, *remarks]),
        "<details><summary>As a command</summary>", "",
        "```sh", f"veridoku hint --technique {row['code']} '{example.position}'", "```", "",
        "</details>", "",
    ]  # fmt: skip


def generate(veridoku: str, folder: Path) -> list[tuple[str, str]]:
    """Writes the pages and returns their titles and file names."""
    codes = [json.loads(line)["code"] for line in run(veridoku, "techniques", "--json").splitlines()]
    rows = [json.loads(line) for line in run(veridoku, "techniques", "--json", "--svg", *codes).splitlines()]
    with ThreadPoolExecutor() as threads:
        examples = list(threads.map(lambda row: example(veridoku, row), rows))

    index = [
        "# Catalogue of techniques", "",
        f"The {len(rows)} techniques of veridoku, in the order in which they are tried. Each has a lesson",
        "and an example, drawn and explained by the engine itself.",
        "[Ratings](../ratings.md) explains scores and levels.", "",
        "| technique | level | score | SE | summary |", "|---|---|--:|--:|---|",
    ]  # fmt: skip
    lessons: dict[str, list[Example]] = {}
    for each in examples:
        lessons.setdefault(each.row["lesson"]["slug"], []).append(each)
    page = {name: family(examples[0].row["technique"]) for name, examples in lessons.items()}
    for row in rows:
        name = row["technique"]
        anchor = re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-")
        facts = f"{row['level']} | {row['score']} | {row['rating'] or ''} | {row['summary']}"
        index.append(f"| [{name}]({slug(page[row['lesson']['slug']])}.md#{anchor}) | {facts} |")
    (folder / "index.md").write_text("\n".join(index) + "\n")
    for title, (_, introduction) in FAMILIES.items():
        lines = [f"# {title}", "", introduction, ""]
        for name, examples in lessons.items():
            if page[name] == title:
                lines += taught(examples, folder)
        (folder / f"{slug(title)}.md").write_text("\n".join(lines).rstrip() + "\n")
    return [(title, f"{slug(title)}.md") for title in FAMILIES]
