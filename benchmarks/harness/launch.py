"""Run processes one after the other; print their wall time in seconds and their highest peak.

    python -I -S launch.py OUTPUT ERRORS --- PROGRAM ARGUMENT... --- PROGRAM ARGUMENT... ---

Linux counts the memory of the parent at the start of a child as the child's, so the parent must be
small: that is why this is a program of its own which imports next to nothing. It prints seconds,
the peak resident memory (`ru_maxrss` of the child) in the system's unit, and the exit status of
the last process; after one that fails no other is started.
"""

import os
import sys
from time import perf_counter

NEXT = "---"


def main() -> None:
    """Run the jobs of the command line."""
    output, errors, _, *words = sys.argv[1:]
    jobs: list[list[str]] = [[]]
    for word in words:
        if word == NEXT:
            jobs.append([])
        else:
            jobs[-1].append(word)
    writing = os.O_WRONLY | os.O_APPEND
    files = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, output, writing, 0),
        (os.POSIX_SPAWN_OPEN, 2, errors, writing, 0),
    ]
    peak = code = 0
    begin = perf_counter()
    for job in jobs[:-1]:
        child = os.posix_spawnp(job[0], job, os.environ, file_actions=files)
        _, status, usage = os.wait4(child, 0)
        peak, code = max(peak, usage.ru_maxrss), os.waitstatus_to_exitcode(status)
        if code:
            break
    print(perf_counter() - begin, peak, code)


if __name__ == "__main__":
    main()
