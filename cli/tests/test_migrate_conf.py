"""`headwater migrate-conf` on files of both kinds. Its table agrees with the pages of the settings."""

import json
import re
from pathlib import Path

import pytest

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
        "fs.s3a.bucket.my.logs.endpoint": ("works", "fs.headwater.s3.endpoint"),
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
    assert "2 settings work unchanged, 1 need a change, 0 are refused, 1 have no effect" in done.stdout
    assert "SECRET" not in done.stdout


def test_a_broken_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "core-site.xml").write_text("<configuration>")
    done = headwater("migrate-conf", tmp_path / "core-site.xml")
    assert done.returncode == 1
    assert "core-site.xml is no XML" in done.stderr


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


def test_each_setting_that_works_is_one_of_headwaters() -> None:
    works = findings({f"fs.s3a.{name}": "x" for name in re.findall(r"\w \| `([a-z.-]+)` \|", SETTINGS)})
    assert len(works) > 30
    assert not [each for each in works if each.kind != "works"]
    names = {f"fs.headwater.{name}" for name in re.findall(r"^\| `([a-z0-9.-]+)` \|", SETTINGS, re.MULTILINE)}
    assert {each.here.partition(",")[0] for each in works} <= names
