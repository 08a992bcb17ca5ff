"""The tools: which there are, which of them are here, and how one is started."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from harness.measures import SETS
from harness.peers import PEERS, Peer

# The tools that are programs with trec_eval's command line: the option of compare.py that says what
# starts one, and what does if it does not say. The Python tools are PEERS.
PROGRAMS: dict[str, tuple[str, str]] = {
    "rtreceval": ("--command", "rtreceval"),
    "trec_eval": ("--trec-eval", "trec_eval"),
}

# What the others are compared with: the first of these that takes part.
THIS_TOOL = ("rtreceval", "rtreceval (Python)")

RUN_PEER = Path(__file__).resolve().parents[1] / "run_peer.py"


@dataclass(frozen=True)
class Tool:
    """A tool as found on this machine.

    Attributes:
        name: What the table calls it.
        dialect: How it spells measures.
        modes: The modes that it takes part in.
        command: What starts it; empty if it is absent.
        about: Its version, or why it is absent.
    """

    name: str
    dialect: str
    modes: tuple[str, ...]
    command: tuple[str, ...]
    about: str

    def jobs(self, way: str, qrels: Path, runs: list[Path], measures: str) -> list[list[str]]:
        """The processes, one after the other, that evaluate all runs in a way of run_peer.WAYS."""
        names, paths = SETS[measures][self.dialect], [str(run) for run in runs]
        if self.name in PROGRAMS:
            options = [part for name in names for part in ("-m", name)]
            command = [*self.command, *options, str(qrels)]
            if self.name in THIS_TOOL and len(paths) > 1:
                return [[*command, *paths, "--format", "trec"]]
            return [[*command, path] for path in paths]
        return [[*self.command, self.name, way, str(qrels), ",".join(names), *paths]]


def find_tools(commands: Mapping[str, str | None]) -> list[Tool]:
    """All tools, this one first. `commands` says what starts a program."""
    programs = [
        _program(name, commands.get(name) or usual) for name, (_, usual) in PROGRAMS.items()
    ]
    tools = [*programs, *(_python_tool(peer) for peer in PEERS)]
    return sorted(tools, key=lambda tool: not tool.name.startswith(THIS_TOOL))


def _program(name: str, command: str) -> Tool:
    first, *options = shlex.split(command)
    here = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    path = shutil.which(first, path=here)
    if path is None:
        return Tool(name, "trec_eval", ("files",), (), f"absent: no program {first}")
    says = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    about = ((says.stdout or says.stderr).split() or ["unknown version"])[-1]
    return Tool(name, "trec_eval", ("files",), (path, *options), about)


def _python_tool(peer: type[Peer]) -> Tool:
    command: tuple[str, ...] = ()
    if find_spec(peer.module) is None:
        about = f"absent: no module {peer.module}"
    else:
        command = (sys.executable, str(RUN_PEER))
        try:
            about = version(peer.distribution)
        except PackageNotFoundError:
            about = "unknown version"
    return Tool(peer.name, peer.dialect, peer.modes, command, about)
