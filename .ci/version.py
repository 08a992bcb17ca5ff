"""Tell whether all files agree on the version: `python .ci/version.py [TAG]`.

With a tag, it has to be that of the version, and the changelog has to have a date for it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def versions(root: Path) -> dict[str, str]:
    """Give the version that each file names; '' where it names none."""
    cargo = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
    lock = tomllib.loads((root / "Cargo.lock").read_text(encoding="utf-8"))
    found = {"Cargo.toml": cargo["workspace"]["package"]["version"]}
    for package in lock["package"]:
        if "source" not in package:
            found[f"Cargo.lock, {package['name']}"] = package["version"]
    for file, pattern in {
        "CHANGELOG.md": r"^## (\S+)",
        "CITATION.cff": r"^version: (\S+)",
    }.items():
        match = re.search(pattern, (root / file).read_text(encoding="utf-8"), re.MULTILINE)
        found[file] = match[1] if match else ""
    return found


def problems(root: Path, tag: str = "") -> list[str]:
    """List what is not as it has to be."""
    found = versions(root)
    version = found["Cargo.toml"]
    text = [f"{file}: found version '{v}', expected {version}" for file, v in found.items()]
    wrong = [line for line, v in zip(text, found.values(), strict=True) if v != version]
    if tag:
        if tag != f"v{version}":
            wrong.append(f"tag: found '{tag}', expected 'v{version}'")
        for file, pattern in {
            "CHANGELOG.md": rf"^## {re.escape(version)} \((\d{{4}}-\d\d-\d\d)\)$",
            "CITATION.cff": r"^date-released: '?(\d{4}-\d\d-\d\d)'?$",
        }.items():
            if not re.search(pattern, (root / file).read_text(encoding="utf-8"), re.MULTILINE):
                wrong.append(f"{file}: found no date of release {version}, expected one")
    return wrong


if __name__ == "__main__":
    wrong = problems(ROOT, *sys.argv[1:2])
    sys.exit("\n".join(wrong) if wrong else 0)
