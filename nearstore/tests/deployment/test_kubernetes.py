"""The engine in the pods of Swift's servers has the limits and the hardening of its systemd unit."""

import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
import yaml
from headwater.core.artifacts import shipped
from headwater.embedded.engine import PROGRAM, unprivileged

from headwater_swift.http.settings import Settings
from storlet_support import await_true

ROOT = Path(__file__).resolve().parents[3]
MANIFESTS = ROOT / "nearstore/kubernetes"
UNIT = (ROOT / "tools/release/debian/headwater-engine.service").read_text().replace("\\\n", "")
SPEC = yaml.safe_load((MANIFESTS / "engine.yml").read_text())["spec"]["template"]["spec"]
(ENGINE,) = SPEC["initContainers"]
SECURITY = ENGINE["securityContext"]
SWIFT = """
apiVersion: apps/v1
kind: {kind}
metadata: {{name: swift, labels: {{{label}: sidecar}}}}
spec:
  template:
    spec:
      containers:
        - {{name: server, image: swift, volumeMounts: [{{name: etc, mountPath: /etc/swift}}]}}
      volumes: [{{name: etc, configMap: {{name: swift}}}}]
"""


def unit(name: str) -> str:
    """The value of a line of the unit."""
    return re.search(rf"^{name}=(.*)$", UNIT, re.MULTILINE)[1]


def options(command: str) -> dict[str, str]:
    return dict(re.findall(r"--(\S+) (\S+)", command))


def test_the_memory_is_that_of_the_unit() -> None:
    assert ENGINE["resources"]["limits"]["memory"] == f"{unit('MemoryMax')}i"


def test_the_hardening_is_that_of_the_unit() -> None:
    assert unit("CapabilityBoundingSet") == ""
    assert SECURITY["capabilities"] == {"drop": ["ALL"]}
    assert (unit("NoNewPrivileges"), SECURITY["allowPrivilegeEscalation"]) == ("yes", False)
    assert (unit("ProtectSystem"), SECURITY["readOnlyRootFilesystem"]) == ("strict", True)
    assert unit("SystemCallFilter")
    assert SECURITY["seccompProfile"] == {"type": "RuntimeDefault"}
    assert (unit("User"), SECURITY["runAsNonRoot"]) == ("headwater-engine", True)
    assert 0 not in (SECURITY["runAsUser"], SECURITY["runAsGroup"])
    assert set(SECURITY) == {
        *("allowPrivilegeEscalation", "capabilities", "readOnlyRootFilesystem", "runAsGroup", "runAsNonRoot"),
        *("runAsUser", "seccompProfile"),
    }
    assert not {"hostNetwork", "hostPID", "hostIPC", "securityContext", "serviceAccountName"} & set(SPEC)
    assert all(set(volume) == {"name", "emptyDir"} for volume in SPEC["volumes"])


def test_the_command_is_that_of_the_unit() -> None:
    shell, option, script = ENGINE["command"]
    assert (shell, option) == ("/bin/sh", "-c")
    umask, command = script.split(" && ")
    assert umask == f"umask {unit('UMask')[-3:]}"
    assert command.removeprefix("exec ").split(" --")[0] == unit("ExecStart").split(" --")[0]
    inside = options(command)
    assert inside | {"cache": inside["cache"].removesuffix("/modules")} == options(unit("ExecStart"))
    for probe in ("startupProbe", "livenessProbe"):
        assert ENGINE[probe]["exec"]["command"][-1] == f"http://{inside['metrics']}/metrics"


def test_swift_gets_the_folder_of_the_socket() -> None:
    mounts = {mount["mountPath"]: mount["name"] for mount in ENGINE["volumeMounts"]}
    folder = str(Path(Settings(execution_server="proxy").engine_socket).parent)
    assert folder == str(Path(options(ENGINE["command"][2])["socket"]).parent)
    patches = yaml.safe_load((MANIFESTS / "kustomization.yml").read_text())["patches"]
    (added,) = yaml.safe_load(patches[1]["patch"])
    assert added["value"] == {"name": mounts[folder], "mountPath": folder}
    assert patches[0]["target"] == patches[1]["target"]
    assert set(mounts.values()) == {volume["name"] for volume in SPEC["volumes"]}


def test_the_image_has_the_package_and_the_program_of_the_probes() -> None:
    image = (MANIFESTS / "Dockerfile").read_text()
    assert f"{Path(unit('ExecStart').split()[0]).name}_*_" in image
    assert f" {ENGINE['startupProbe']['exec']['command'][0]} /tmp/headwater-engine_*.deb" in image


def kubectl(*arguments: str, given: str = "") -> str:
    command = ["kubectl", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def typed(manifest: str) -> dict:
    """A manifest without the fields that Kubernetes does not know. kubectl sets each image to `any`."""
    options = ["set", "image", "--local", "--filename=-", "--output=yaml", "*=any"]
    return yaml.safe_load(kubectl(*options, given=manifest))


@pytest.mark.skipif(not shutil.which("kubectl"), reason="kubectl applies the component: install kubectl")
@pytest.mark.parametrize("kind", ["StatefulSet", "Deployment", "DaemonSet"])
@pytest.mark.parametrize("label", ["headwater-engine", "other"])
def test_kustomize_adds_the_engine_to_labelled_workloads(kind: str, label: str, tmp_path: Path) -> None:
    shutil.copytree(MANIFESTS, tmp_path / "headwater")
    (tmp_path / "swift.yml").write_text(SWIFT.format(kind=kind, label=label))
    (tmp_path / "kustomization.yml").write_text("resources: [swift.yml]\ncomponents: [headwater]\n")
    made = typed(kubectl("kustomize", str(tmp_path)))
    spec, labelled = made["spec"]["template"]["spec"], label == "headwater-engine"
    assert made["kind"] == kind
    assert spec.get("initContainers") == ([ENGINE | {"image": "any"}] if labelled else None)
    (swift,) = spec["containers"]
    mounts = [mount["mountPath"] for mount in swift["volumeMounts"]]
    assert mounts == ["/etc/swift", *(["/run/headwater"] if labelled else [])]
    added = [volume for volume in spec["volumes"] if volume["name"] != "etc"]
    assert added == (SPEC["volumes"] if labelled else [])


@pytest.mark.server
def test_the_command_serves_the_group_only(tmp_path: Path) -> None:
    script = ENGINE["command"][2].replace("/usr/bin/headwater-engine", str(shipped(PROGRAM)))
    script = script.replace("/run/headwater", f"{tmp_path}").replace("/var/cache/headwater", f"{tmp_path}")
    script = re.sub(r"--metrics \S+", "--metrics 127.0.0.1:0 " + " ".join(map(str, unprivileged())), script)
    tmp_path.chmod(0o755)
    engine = subprocess.Popen(["/bin/sh", "-c", script])
    try:
        await_true((tmp_path / "engine.sock").exists)
        assert stat.S_IMODE((tmp_path / "engine.sock").stat().st_mode) == 0o770
        assert stat.S_IMODE((tmp_path / "modules").stat().st_mode) == 0o700
    finally:
        engine.terminate()
        engine.wait()
