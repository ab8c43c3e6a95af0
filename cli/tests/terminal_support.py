"""Reads what a program wrote to a pseudo-terminal."""

import os
from contextlib import suppress


def shown(terminal: int) -> str:
    """All text, after the program has ended. Closes the terminal."""
    content = b""
    with suppress(OSError):  # Linux's sign of the end
        while chunk := os.read(terminal, 1 << 16):
            content += chunk
    os.close(terminal)
    return content.decode()
