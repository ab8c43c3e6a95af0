"""Runs a peer's program, with its packages: JSON lines in, JSON lines out."""

import json
import sys
import time
from importlib import import_module

if __name__ == "__main__":
    program = import_module(sys.argv[1])
    for line in sys.stdin:
        request = json.loads(line)
        begin = time.perf_counter()
        rows = program.run(request)
        seconds = time.perf_counter() - begin
        print(json.dumps({"seconds": seconds, "rows": rows}, default=int), flush=True)
