"""Options and arguments that several commands have."""

from pathlib import Path

import click

from headwater.embedded.layout import default_data_folder

_FOLDER = click.Path(path_type=Path, file_okay=False)

data_option = click.option(
    "--data",
    type=_FOLDER,
    default=default_data_folder,
    show_default="XDG data home/headwater",
    help="The store's folder. `down` keeps its content.",
)
dataset_data_option = click.option(
    "--data",
    type=_FOLDER,
    help="Use the embedded store in this folder, whatever the environment names.  "
    "[default: that of `headwater up`, if nothing else is named]",
)
account_data_option = click.option(
    "--data",
    type=_FOLDER,
    help="Use the embedded store in this folder, whatever the environment names.  "
    "[default: ST_AUTH, ST_USER and ST_KEY if they are set, else that of `headwater up`]",
)
endpoint_option = click.option(
    "--endpoint",
    metavar="URL",
    help="The store's S3 API.  [default: AWS_ENDPOINT_URL_S3, or as Amazon's tools]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document, for scripts.")
uri_argument = click.argument("uri")


def bucket_name(name: str) -> str:
    """A bucket's name. click.BadParameter for an impossible one, which would change the request."""
    if not name or "/" in name:
        raise click.BadParameter(f"{name!r} is not a bucket's name: it must not be empty or contain /")
    return name
