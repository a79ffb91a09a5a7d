"""Fails if a public symbol has no known type: `python known_types.py FILE`.

FILE is the output of `pyright --verifytypes veridoku --ignoreexternal --outputjson`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

BASES_WITHOUT_TYPES = ("veridoku.openenv.", "veridoku.reasoning.", "veridoku.verifiers.")
"""The modules whose classes have bases in packages without `py.typed`.

With other bases, type checkers would reject these classes where they expect those of the packages.
"""

if __name__ == "__main__":
    report = json.loads(Path(sys.argv[1]).read_text())["typeCompleteness"]
    exported = [symbol for symbol in report["symbols"] if symbol["isExported"]]
    unknown = [symbol["name"] for symbol in exported if not symbol["isTypeKnown"]]
    unexpected = [name for name in unknown if not name.startswith(BASES_WITHOUT_TYPES)]
    print(f"pyright: {len(exported) - len(unknown)} of {len(exported)} symbols have known types")
    if unexpected or not exported:
        sys.exit(f"without known types: {', '.join(unexpected) or 'all'}")
