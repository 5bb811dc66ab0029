"""Check that this Python can build damas; say what is missing in words that help.

Runs on whatever `python3` is, so it keeps to what old versions understand.
"""

import os
import shutil
import sys
import sysconfig


def missing():
    """Return what stands in the way, in one sentence, or nothing."""
    if sys.version_info < (3, 11):
        found = "%d.%d" % sys.version_info[:2]
        return (
            "damas needs Python 3.11 or newer, and %s is %s. Name another one: "
            "make PYTHON=/path/to/python3.12" % (sys.executable, found)
        )
    try:
        import ensurepip
        import venv

        assert ensurepip, venv
    except ImportError:
        return "this Python cannot make virtual environments (Debian: apt install python3-venv)"
    headers = os.path.join(sysconfig.get_path("include"), "Python.h")
    if not os.path.exists(headers):
        return "the headers of this Python are missing: no %s (Debian: python3-dev)" % headers
    compilers = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    if not any(name and shutil.which(name.split()[0]) for name in compilers):
        return "no C compiler found (Debian: apt install gcc libc6-dev)"
    return None


if __name__ == "__main__":
    problem = missing()
    if problem:
        sys.exit("make: " + problem)
