"""What the keys may do: write, read, delete, and upload in parts."""

from collections.abc import Callable, Iterator

from botocore.exceptions import ClientError

from headwater.doctor.finding import Finding, Grade, failure
from headwater.doctor.subject import FAILURES, Subject, code, reason

SMALL = b"id,name\n1,one\n2,two\n"
"""The content of the object "small.csv", which other checks read."""

_PART = 5 << 20
"""The least length of a part but the last."""

_DENIED = {"AccessDenied", "403", "Forbidden", "AccessDeniedException"}
_RIGHTS = {
    "write": ("write to", "s3:PutObject, in Swift the write ACL", "Jobs cannot write datasets"),
    "read": ("read", "s3:GetObject, in Swift the read ACL", "Datasets cannot be read"),
    "delete": ("delete in", "s3:DeleteObject, in Swift the write ACL", "Jobs cannot delete replaced objects"),
    "multipart": (
        "upload in parts to",
        "s3:PutObject, s3:AbortMultipartUpload; in Swift the write ACL, also of {bucket}+segments",
        "Jobs cannot write large files",
    ),
}


def rights(subject: Subject) -> Iterator[Finding]:
    """A finding for each right. If the keys may not write, the other three need no request of theirs."""
    written = _try(subject, "write", _write)
    yield written
    if written.grade != Grade.OK:
        yield _read_existing(subject)
        return
    yield _try(subject, "read", _read)
    yield _try(subject, "multipart", _upload)
    yield _try(subject, "delete", lambda each: each.send("delete_object", "deleted"))


def _write(subject: Subject) -> None:
    for name in ("small.csv", "deleted"):
        subject.send("put_object", name, Body=SMALL)


def _read(subject: Subject) -> None:
    body = subject.send("get_object", "small.csv")["Body"].read()
    part = subject.send("get_object", "small.csv", Range="bytes=3-6")["Body"].read()
    if (body, part) != (SMALL, SMALL[3:7]):
        raise _WrongAnswerError("The bytes that were read are not those that were written")


def _upload(subject: Subject) -> None:
    """Two parts, because a range across their border is read from a large object."""
    upload = subject.send("create_multipart_upload", "large")["UploadId"]
    parts = []
    for number, content in enumerate((bytes(_PART), SMALL), 1):
        part = subject.send("upload_part", "large", UploadId=upload, PartNumber=number, Body=content)
        parts.append({"PartNumber": number, "ETag": part["ETag"]})
    subject.send("complete_multipart_upload", "large", UploadId=upload, MultipartUpload={"Parts": parts})
    border = subject.send("get_object", "large", Range=f"bytes={_PART - 1}-{_PART + 1}")["Body"].read()
    if border != b"\0" + SMALL[:2]:
        raise _WrongAnswerError("A range of an object of two parts has other bytes than were written")
    second = subject.send("create_multipart_upload", "aborted")["UploadId"]
    subject.send("abort_multipart_upload", "aborted", UploadId=second)


def _read_existing(subject: Subject) -> Finding:
    """Read a byte of any object, because nothing may be written."""
    found = next((each for each in subject.listed(subject.folder) if each["Size"]), None)
    if found is None:
        message = "Reading was not tried, because the folder has no object with content."
        return Finding("read", Grade.NOTE, message, "Examine a folder that has one.")
    return _try(
        subject,
        "read",
        lambda each: each.client.get_object(Bucket=each.bucket, Key=found["Key"], Range="bytes=0-0")[
            "Body"
        ].read(),
    )


class _WrongAnswerError(Exception):
    """The store returned something else than it must."""


def _try(subject: Subject, check: str, act: Callable[[Subject], object]) -> Finding:
    grade = Grade.ERROR if check == "read" else Grade.WARNING
    action, right, consequence = _RIGHTS[check]
    try:
        act(subject)
    except ClientError as error:
        if code(error) in _DENIED:
            return Finding(
                check,
                grade,
                f"The keys may not {action} the bucket {subject.bucket}. {consequence}.",
                f"Give them the right ({right.format(bucket=subject.bucket)}), unless this is intended.",
            )
        return failure(check, reason(error), grade)
    except (*FAILURES, _WrongAnswerError) as error:
        return failure(check, reason(error), grade)
    return Finding(check, Grade.OK, f"The keys may {action} the bucket {subject.bucket}.")
