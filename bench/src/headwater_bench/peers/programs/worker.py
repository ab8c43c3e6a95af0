"""Runs a peer's program, with its packages and without Headwater: JSON lines in, JSON lines out."""

import json
import sys
from importlib import import_module

if __name__ == "__main__":
    program = import_module(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(program.run(json.loads(line))), flush=True)
