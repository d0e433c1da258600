"""Runs a command and writes down the processor seconds of it and all of its descendants.

    python3 .ci/processor_seconds.py FILE COMMAND [ARGUMENT ...]

A process that outlives its parent is handed to this one (Linux: PR_SET_CHILD_SUBREAPER), so that a broker, a service or
a warm test process that detaches itself still counts. FILE receives the seconds; the exit code is the command's. What
is still running when the command has been over for some seconds is named on standard error and not counted.
"""

import ctypes
import os
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
# Services that were told to stop may need a moment.
PATIENCE_SECONDS = 20


def become_subreaper() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def reap_until(ended_pid: int) -> int:
    """Reaps every child that ends; returns the exit code of the one with this pid."""
    while True:
        pid, status = os.wait()
        if pid == ended_pid:
            return os.waitstatus_to_exitcode(status)


def reap_the_rest(patience: float) -> bool:
    """Reaps what is left; False if something still runs when patience ends."""
    deadline = time.monotonic() + patience
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return True
        if pid == 0:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)


def children() -> list[str]:
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as listed:
        pids = listed.read().split()
    return [f"{pid} {command_of(pid)}" for pid in pids]


def command_of(pid: str) -> str:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as line:
            return line.read().replace(b"\0", b" ").decode(errors="replace")[:200]
    except OSError:
        return ""


def main() -> int:
    file, *command = sys.argv[1:]
    become_subreaper()
    code = reap_until(subprocess.Popen(command).pid)
    if not reap_the_rest(PATIENCE_SECONDS):
        print("still running, not counted: " + "; ".join(children()), file=sys.stderr)
    times = os.times()
    with open(file, "w", encoding="ascii") as out:
        out.write(f"{times.children_user + times.children_system:.1f}\n")
    return code if code >= 0 else 128 - code


sys.exit(main())
