"""The option `--folder`: where a command writes its result and its page."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from headwater.core.errors import HeadwaterError


class WritableFolder(click.Path):
    """A folder that exists or can be created. It is tested before anything is measured."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The folder. HeadwaterError if it is not writable."""
        folder = super().convert(value, param, ctx)
        places = (folder, *folder.absolute().parents)
        nearest = next(place for place in places if os.path.exists(place))  # noqa: PTH110 (Path's may raise)
        try:
            with tempfile.TemporaryDirectory(dir=nearest):
                return folder
        except OSError as error:
            raise HeadwaterError(
                f"nothing can be written to {folder}: {nearest}: {error.strerror}",
                advice="Name another with --folder, or change who may write there.",
            ) from error


def folder_option(show_default: str, text: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """The option, with its default and a description of the output for `--help`."""
    return click.option("--folder", type=WritableFolder(), show_default=show_default, help=text)
