"""Instead of Ansible's module `systemd_service`: starts and stops the engine of a node of the tests."""

from pathlib import Path

from ansible.module_utils.basic import AnsibleModule


def main() -> None:
    enabled = {"type": "bool"}
    module = AnsibleModule(
        {"node": {"required": True}, "name": {"required": True}, "state": {}, "enabled": enabled}
    )
    node, state = Path(module.params["node"]), module.params["state"]
    running = node / "engine"
    changed = state == "restarted" or (state == "started") != running.exists()
    if not (node / "units" / f"{module.params['name']}.service").exists():
        module.fail_json(msg="no such unit")
    if changed and state == "stopped":
        running.unlink()
    elif changed:
        running.write_text((node / "packages/headwater-engine").read_text())
    if changed:
        with (node.parent / "log").open("a") as file:
            file.write(f"{node.name}: {state} the engine\n")
    module.exit_json(changed=changed)


if __name__ == "__main__":
    main()
