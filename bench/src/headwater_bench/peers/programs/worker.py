"""Runs a peer's program, with its packages: JSON lines in, JSON lines out."""

import json
import sys
import time
import traceback
from importlib import import_module

if __name__ == "__main__":
    program = import_module(sys.argv[1])
    for line in sys.stdin:
        request = json.loads(line)
        begin = time.perf_counter()
        try:
            reply = {"rows": program.run(request), "seconds": time.perf_counter() - begin}
        except Exception:  # noqa: BLE001 (the next query may succeed)
            reply = {"failure": traceback.format_exc()}
        print(json.dumps(reply, default=int), flush=True)
