"""Instead of Ansible's module `apt`: installs and removes packages of a node of the tests."""

import re
from pathlib import Path

from ansible.module_utils.basic import AnsibleModule


def main() -> None:
    names = {"type": "list", "elements": "str", "default": []}
    module = AnsibleModule(
        {"node": {"required": True}, "deb": {}, "name": names, "state": {"default": "present"}}
    )
    node = Path(module.params["node"])
    changed = install(module, node) if module.params["deb"] else remove(node, module.params["name"])
    module.exit_json(changed=changed)


def install(module: AnsibleModule, node: Path) -> bool:
    name, version = re.fullmatch(r"(.*)_(.*)_.*\.deb", Path(module.params["deb"]).name).groups()
    if not Path(module.params["deb"]).exists():
        module.fail_json(msg=f"no file {module.params['deb']}")
    file = node / "packages" / name
    if file.exists() and file.read_text() == version:
        return False
    file.write_text(version)
    log(node, f"install {name} {version}")
    if name == "headwater-engine":
        (node / "units/headwater-engine.service").touch()
    return True


def remove(node: Path, names: list[str]) -> bool:
    files = [node / "packages" / name for name in names if (node / "packages" / name).exists()]
    for file in files:
        file.unlink()
        log(node, f"remove {file.name}")
    (node / "units/headwater-engine.service").unlink(missing_ok=True)
    return bool(files)


def log(node: Path, line: str) -> None:
    with (node.parent / "log").open("a") as file:
        file.write(f"{node.name}: {line}\n")


if __name__ == "__main__":
    main()
