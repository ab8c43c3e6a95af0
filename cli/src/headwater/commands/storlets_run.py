"""The command `storlets run`: a storlet's answer for one object, on standard output.

It always requests frames, and therefore detects an incomplete answer.
"""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote

import click
import requests
from headwater_swift.wire.frames import DATA, ERROR, BrokenAnswerError, FrameReader
from headwater_swift.wire.names import MEDIA_TYPE

from headwater.access import stores
from headwater.commands.options import account_data_option, bucket_name
from headwater.core.account import failure
from headwater.core.errors import HeadwaterError
from headwater.core.s3 import Endpoint, connect
from headwater.core.storlet_names import Header, parameter_header
from headwater.core.storlet_request import parameter_values

_CHUNK = 1024 * 1024
_RANGE = re.compile(r"\d*-\d*")
_PARAMETER = re.compile(r"(?:(\d)\.)?([^=]+)=(.*)", re.DOTALL)


@click.command()
@click.argument("names", metavar="NAME[,NAME...]")
@click.argument("where", metavar="BUCKET/KEY")
@click.option(
    "--parameter",
    "-p",
    "parameters",
    multiple=True,
    metavar="[N.]KEY=VALUE",
    help="A parameter of the first storlet, or of the Nth.",
)
@click.option(
    "--range", "split", metavar="A-B", help="Read the records of this split, in bytes from A to B inclusive."
)
@click.option("--framed", is_flag=True, help="Write the frames of the answer, with the counts at the end.")
@click.option("--on-proxy", is_flag=True, help="Run it on the proxy server.")
@click.option("--s3", "by_s3", is_flag=True, help="Use the S3 API.")
@account_data_option
def run(  # noqa: PLR0913, PLR0917 (one for each option)
    names: str,
    where: str,
    parameters: tuple[str, ...],
    split: str | None,
    framed: bool,
    on_proxy: bool,
    by_s3: bool,
    data: Path | None,
) -> None:
    """Write a storlet's answer for an object. The exit code is 0 only if the answer is complete."""
    bucket, slash, key = where.partition("/")
    if not slash or not key:
        raise click.BadParameter(f"{where!r} is not of the form BUCKET/KEY")
    bucket_name(bucket)
    headers = _headers(names, parameters, split)
    if on_proxy:
        headers[Header.RUN_ON_PROXY] = "true"
    if by_s3:
        _write(_by_s3(data, bucket, key, headers), framed)
        return
    with stores.account(data) as account:
        path = f"/{quote(bucket)}/{quote(key)}"
        with account.send("GET", path, headers=headers, stream=True) as response:
            chunks = response.iter_content(_CHUNK)
            _write(lambda: next(chunks, b""), framed)


def _headers(names: str, parameters: tuple[str, ...], split: str | None) -> dict[str, str]:
    headers = {Header.RUN_STORLET: names, "Accept": MEDIA_TYPE}
    for number, (stage, value) in enumerate(_values(parameters, names.split(",")), 1):
        headers[parameter_header(stage, number)] = value
    if split is not None:
        if not _RANGE.fullmatch(split) or split == "-":
            raise click.BadParameter(f"--range is {split!r}: use A-B, A- or -N")
        headers[Header.RANGE] = f"bytes={split}"
    return headers


def _values(parameters: tuple[str, ...], storlets: list[str]) -> Iterator[tuple[int, str]]:
    """The number of the storlet, and the header's value, of each parameter. A long one has several."""
    for parameter in parameters:
        match = _PARAMETER.fullmatch(parameter)
        if not match:
            raise click.BadParameter(f"{parameter!r} is not of the form KEY=VALUE or N.KEY=VALUE")
        stage, key, value = int(match[1] or 1), match[2], match[3]
        if not 1 <= stage <= len(storlets):
            stages = ", ".join(f"{number} is {name}" for number, name in enumerate(storlets, 1))
            raise click.BadParameter(f"{parameter!r} is of no storlet: {stages}")
        for each in parameter_values(key, value):
            yield stage, each


def _by_s3(data: Path | None, bucket: str, key: str, headers: dict[str, str]) -> Callable[[], bytes]:
    # Other commands need not wait for botocore.
    from botocore.exceptions import BotoCoreError, ClientError  # noqa: PLC0415

    s3 = stores.document(data)["s3"]
    endpoint = Endpoint(s3["endpoint"], s3["region"], s3["access_key"], s3["secret_key"])
    client = connect(endpoint, s3={"addressing_style": "path"})

    def add(request: Any, **_: Any) -> None:
        for name, value in headers.items():
            request.headers[name] = value

    client.meta.events.register_first("before-sign.s3.GetObject", add)
    try:
        body = client.get_object(Bucket=bucket, Key=key)["Body"]
    except ClientError as error:
        cause = error.response["Error"]
        raise failure(cause["Code"], cause["Message"], cause.get("Stderr", "")) from error
    except BotoCoreError as error:
        raise HeadwaterError(
            f"{s3['endpoint']} cannot be reached: {error}", advice="Check that the store runs."
        ) from error

    def read() -> bytes:
        try:
            return body.read(_CHUNK)
        except BotoCoreError as error:
            raise BrokenAnswerError(str(error)) from error

    return read


def _write(receive: Callable[[], bytes], framed: bool) -> None:
    reader = FrameReader(receive)
    out: BinaryIO = sys.stdout.buffer
    try:
        while True:
            frame = reader.read()
            if frame.type == ERROR:
                cause = frame.document()
                raise failure(cause["error"], cause["message"], cause.get("stderr", ""))
            if framed:
                frame.verify()
                out.write(frame.raw)
            elif frame.type == DATA:
                out.write(frame.payload)
            if frame.last:
                return
    except (BrokenAnswerError, requests.RequestException) as error:
        raise HeadwaterError(
            f"the answer broke off: {error}", advice="The output is incomplete. Run the command again."
        ) from error
    finally:
        out.flush()
