"""The programs of docs/guides/storlets-in-spark.md run as written."""

import gzip
import re
import subprocess
from pathlib import Path

import pytest
from headwater.core.artifacts import shipped
from headwater.spark import launcher
from pyspark.sql import SparkSession

import storlets
from samples import jpeg, pdf
from shell import scala
from store import Bucket

_PAGE = (Path(__file__).resolve().parents[2] / "docs/guides/storlets-in-spark.md").read_text(encoding="utf-8")
_NAMES = ("csv", "decompress", "grep", "image-meta", "pdf-text")


@pytest.fixture(scope="module", autouse=True)
def _deployed() -> None:
    storlets.deploy(**{name: (shipped("storlets") / f"{name}.wasm").read_bytes() for name in _NAMES})


def _blocks(language: str, bucket: Bucket) -> list[str]:
    """The page's programs in a language, with the test's bucket."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", _PAGE, re.DOTALL | re.MULTILINE)
    return [program.replace("s3://bucket/", f"{bucket.root}/") for program in found]


@pytest.mark.parametrize("session", ["local"], indirect=True)
def test_documented_programs_run(session: SparkSession, bucket: Bucket, capsys) -> None:
    bucket.put("photos/1.jpg", jpeg(orientation=6))
    bucket.put("papers/1.pdf", pdf("The open sea"))
    bucket.put("logs/today", b"INFO up\nWARN disk is slow\nERROR disk is full\n")
    bucket.put("meters/1.csv.gz", gzip.compress(b"id,kwh,city\n1,2.5,Bern\n2,4,Bern\n"))
    programs = _blocks("python", bucket)
    assert len(programs) == 6
    names: dict = {"spark": session}
    for program in programs:
        assert f"{bucket.root}/" in program
        exec(program, names)
    assert "Headwater" in capsys.readouterr().out
    assert [row.length for row in names["sideways"].collect()] == [len(jpeg(orientation=6))]
    assert names["papers"].first().text.strip() == "The open sea"
    assert [row.value for row in names["warnings"].collect()] == ["WARN disk is slow", "ERROR disk is full"]
    assert names["cities"].groupBy("city").sum("kwh").collect() == [("Bern", 6.5)]


def test_documented_rdds_run_in_scala(bucket: Bucket, class_path: str, tmp_path: Path) -> None:
    bucket.put("papers/1.pdf", pdf("The open sea"))
    bucket.put("logs/today", b"INFO up\nWARN disk is slow\n")
    (program,) = _blocks("scala", bucket)
    script = tmp_path / "rdds.scala"
    script.write_text(
        f"""
        import org.apache.spark.rdd.RDD
        import io.headwater.spark.storlet.StorletObject
        {program}
        println("found: " + warnings.collect.mkString + ", " + papers.count)
        System.exit(0)
        """,
        encoding="utf-8",
    )
    output = scala(script, class_path, tmp_path)
    assert "found: WARN disk is slow, 1" in output, output


def test_documented_rdds_compile_in_java(bucket: Bucket, class_path: str, tmp_path: Path) -> None:
    (program,) = _blocks("java", bucket)
    source = tmp_path / "Documented.java"
    source.write_text(
        f"""
        import io.headwater.spark.storlet.*;
        import java.util.Map;
        import org.apache.spark.api.java.*;
        class Documented {{
          void run(JavaSparkContext context) {{ {program} }}
        }}
        """,
        encoding="utf-8",
    )
    jars = f"{class_path}:{launcher.home() / 'jars'}/*"
    subprocess.run(["javac", "-d", str(tmp_path), "-cp", jars, str(source)], check=True, timeout=180)
