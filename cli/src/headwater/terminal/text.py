"""Text from a store, made safe for a terminal."""


def printable(text: str, keep: str = "") -> str:
    r"""The text with escapes such as `\x1b` for characters that are not printable, except those of `keep`.

    A name or a message therefore cannot move the cursor, hide text or change its direction.
    """
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )
