"""`headwater migrate-conf` on files of both kinds. Its table agrees with the pages of the settings."""

import json
import re
from pathlib import Path

import pytest

from headwater.migration import report
from headwater.migration.report import findings
from store_support import headwater

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs/guides/from-s3a.md").read_text()
SETTINGS = (ROOT / "docs/reference/settings.md").read_text()
CORE_SITE = """<configuration>
  <property><name>fs.s3a.bucket.my.logs.endpoint</name><value>https://s3.example.org</value></property>
  <property><name>fs.s3a.secret.key</name><value>SECRET</value></property>
  <property><name>fs.s3a.committer.name</name><value>magic</value></property>
  <property><name>fs.swift.service.sl.auth.url</name><value>https://swift.example.org/v3</value></property>
  <property><name>dfs.replication</name><value>3</value></property>
</configuration>
"""
SPARK = """# Spark
spark.master local[2]
spark.hadoop.fs.cos.mycos.iam.api.key=SECRET
spark.hadoop.fs.s3a.accesspoint.required  false
spark.hadoop.fs.s3a.encryption.algorithm: CSE-KMS
spark.sql.sources.commitProtocolClass org.apache.spark.internal.io.cloud.PathOutputCommitProtocol
"""


def migrated(folder: Path, text: str) -> tuple[int, dict[str, tuple[str, str]]]:
    file = folder / "file"
    file.write_text(text)
    done = headwater("migrate-conf", file, "--json")
    assert "SECRET" not in done.stdout
    return done.returncode, {each["name"]: (each["kind"], each["here"]) for each in json.loads(done.stdout)}


def test_a_core_site(tmp_path: Path) -> None:
    code, found = migrated(tmp_path, CORE_SITE)
    assert code == 0
    assert found == {
        "fs.s3a.bucket.my.logs.endpoint": ("works", "fs.headwater.bucket.my.logs.s3.endpoint"),
        "fs.s3a.secret.key": ("works", "fs.headwater.s3.secret.key"),
        "fs.s3a.committer.name": ("none", "Jobs commit without rename, without a setting"),
        "fs.swift.service.sl.auth.url": (
            "changes",
            "fs.headwater.swift.service.sl.auth.url. For Keystone, auth_url of the cloud sl in clouds.yaml",
        ),
    }


def test_spark_defaults(tmp_path: Path) -> None:
    code, found = migrated(tmp_path, SPARK)
    assert code == 1
    assert {name.removeprefix("spark.hadoop."): kind for name, (kind, _) in found.items()} == {
        "fs.cos.mycos.iam.api.key": "refused",
        "fs.s3a.accesspoint.required": "none",
        "fs.s3a.encryption.algorithm": "refused",
        "spark.sql.sources.commitProtocolClass": "changes",
    }


def test_the_table_for_people(tmp_path: Path) -> None:
    (tmp_path / "core-site.xml").write_text(CORE_SITE)
    done = headwater("migrate-conf", tmp_path / "core-site.xml")
    assert "4 settings. Unchanged: 2. To change: 1. Refused: 0. Without effect: 1" in done.stdout
    assert "SECRET" not in done.stdout


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "has no settings."),
        (b"# a comment\n\n", "has no settings."),
        (b"<configuration>", "is not valid XML: no element found: line 1, column 15."),
        (b'<?xml version="1.0" encoding="x"?><configuration/>', "is not valid XML: unknown encoding: x."),
        (b"<configuration/>", "has no settings."),
        (b"<project/>", "has the element project where Hadoop requires configuration."),
        (b"PK\3\4\0\0\xff", "is not a text file."),
        (b"\xff\xfe\x80", ", line 1, is not a setting of Spark with a value."),
        (b"spark.a 1\n\nSECRET\n", ", line 3, is not a setting of Spark with a value."),
        (b"spark.a 1,\\\n  2\nspark.b\n", ", line 3, is not a setting of Spark with a value."),
        (b"fs.s3a.endpoint https://s3.example.org", ", line 1, is not a setting of Spark with a value."),
    ],
)
def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "conf"
    file.write_bytes(content)
    assert sentences(file) == f"Error: {file}{' ' if sentence[0] != ',' else ''}{sentence}"


def test_a_folder_is_an_error(tmp_path: Path) -> None:
    assert sentences(tmp_path) == f"Error: {tmp_path} is a folder."


def sentences(file: Path) -> str:
    """The sentence of an error, which a sentence of advice follows."""
    done = headwater("migrate-conf", file)
    assert (done.returncode, done.stdout) == (1, "")
    sentence, advice = done.stderr.splitlines()
    assert advice.startswith("What to do: ")
    assert "SECRET" not in done.stderr
    return sentence


def test_lines_are_read_as_javas_properties(tmp_path: Path) -> None:
    text = "\ufeffspark.hadoop.fs.s3a.committer.name=\r\n! x\rspark.hadoop.fs.s3a.endpoint : \\\n  SECRET\n"
    _, found = migrated(tmp_path, text)
    assert list(found) == ["spark.hadoop.fs.s3a.committer.name", "spark.hadoop.fs.s3a.endpoint"]


@pytest.mark.parametrize(
    ("title", "kinds"),
    [
        ("Supported settings", {"works"}),
        ("What is refused", {"refused"}),
        ("What has no effect", {"none", "changes"}),
    ],
)
def test_the_table_agrees_with_the_guide(title: str, kinds: set[str]) -> None:
    section = GUIDE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| ")]
    names = re.findall(r"`(?:fs\.s3a)?(\.[a-z0-9.-]+?)\.?`", " ".join(cells))
    assert len(names) > 5
    found = {each: findings({f"fs.s3a{each}": "CSE-KMS" if kinds == {"refused"} else "x"}) for each in names}
    assert {each for each, [row] in found.items() if row.kind not in kinds} <= {".bucket"}


def test_each_setting_of_a_bucket_is_one_of_that_bucket() -> None:
    patterns = [each for kind in report._table().values() for each in kind if each.startswith("fs.s3a.")]
    names = [each.removeprefix("fs.s3a.").replace("*", "x") for each in patterns]
    general = findings({f"fs.s3a.{each}": "x" for each in names})
    special = findings({f"fs.s3a.bucket.my.logs.{each}": "x" for each in names})
    assert len(general) == len(special) == len(names) > 50
    expected = [each.here.replace("fs.headwater.", "fs.headwater.bucket.my.logs.") for each in general]
    assert [each.here for each in special] == expected


def test_each_setting_that_works_is_one_of_headwaters() -> None:
    works = findings({f"fs.s3a.{name}": "x" for name in re.findall(r"\w \| `([a-z.-]+)` \|", SETTINGS)})
    assert len(works) > 30
    assert not [each for each in works if each.kind != "works"]
    names = {f"fs.headwater.{name}" for name in re.findall(r"^\| `([a-z0-9.-]+)` \|", SETTINGS, re.MULTILINE)}
    assert {each.here.partition(",")[0] for each in works} <= names
