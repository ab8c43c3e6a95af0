"""Numbers of things in messages."""


def counted(number: int, noun: str) -> str:
    """The number with its noun: 1 file, 1,000 files, 2 entries."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun.removesuffix('y')}ies" if noun.endswith("ry") else f"{number:,} {noun}s"
