"""A bucket, through the store's S3 API."""

import os
from io import BytesIO

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from transactions import record

import store


class S3Bucket(store.Bucket):
    """A new bucket of this name on the tests' server, or on another one."""

    def __init__(self, name: str, server: str = store.SERVER) -> None:
        self.name, self.root = name, f"s3://{name}"
        self.settings = {
            "endpoint": os.environ[f"HEADWATER_TEST_{server}_ENDPOINT"],
            "access.key": os.environ[f"HEADWATER_TEST_{server}_ACCESS_KEY"],
            "secret.key": os.environ[f"HEADWATER_TEST_{server}_SECRET_KEY"],
        }
        self._s3 = boto3.client(
            "s3",
            endpoint_url=self.settings["endpoint"],
            region_name="us-east-1",
            aws_access_key_id=self.settings["access.key"],
            aws_secret_access_key=self.settings["secret.key"],
            config=Config(s3={"addressing_style": "path"}),
        )
        record(self._s3)
        self._s3.create_bucket(Bucket=name)

    def keys(self, prefix: str = "") -> dict[str, int]:
        pages = self._s3.get_paginator("list_objects_v2").paginate(Bucket=self.name, Prefix=prefix)
        return {item["Key"]: item["Size"] for page in pages for item in page.get("Contents", [])}

    def get(self, key: str) -> bytes:
        return self._s3.get_object(Bucket=self.name, Key=key)["Body"].read()

    def put(self, key: str, body: bytes) -> None:
        self._s3.put_object(Bucket=self.name, Key=key, Body=body)

    def put_parts(self, key: str, body: bytes) -> None:
        """Write an object in parts of 5 MiB, the smallest ones of S3."""
        config = TransferConfig(multipart_threshold=5 << 20, multipart_chunksize=5 << 20)
        self._s3.upload_fileobj(BytesIO(body), self.name, key, Config=config)

    def uploads(self, folder: str) -> set[str]:
        found = self._s3.list_multipart_uploads(Bucket=self.name, Prefix=f"{folder}/")
        return {upload["UploadId"] for upload in found.get("Uploads", [])}

    def duplicate(self, source: str, target: str) -> None:
        """Copy the object at a key and all objects below it, with their metadata."""
        for key in self.keys(source):
            if key == source or key.startswith(f"{source}/"):
                copied = target + key.removeprefix(source)
                if key.endswith("/"):  # versitygw does not copy a folder's marker
                    self._s3.put_object(Bucket=self.name, Key=copied)
                else:
                    source_object = {"Bucket": self.name, "Key": key}
                    self._s3.copy_object(Bucket=self.name, Key=copied, CopySource=source_object)
