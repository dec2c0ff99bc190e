"""Runs in separate processes, limited from outside.

Three processes stand behind a run. A *fork server* (one a backend, started once) has loaded the backend's library and
forks; its child, the *supervisor*, lives as long as the run, enforces the limits and leaves no process behind; the
supervisor's child makes the run. The harness asks through `host.ForkServer` and gets a `Report`. When the harness ends
for any reason, each supervisor reads the end of its socket and kills all processes below it. If a run has killed its
supervisor, the harness ends all processes with the run's mark. `docs/isolation.md` lists the limits of these promises.

Linux gives all of that. Elsewhere there is no /proc and no PR_SET_CHILD_SUBREAPER: wall-clock limits hold, memory is
limited by RLIMIT_AS alone, and a grandchild in a new session may escape. Without `fork` nothing can be isolated.
"""

import os

from rookery.models import BadInput


def require() -> None:
    """Raise `BadInput` on a system that cannot isolate runs."""
    if not hasattr(os, "fork"):
        raise BadInput("runs are isolated by fork, which this system does not have; use Linux, or WSL on Windows")
