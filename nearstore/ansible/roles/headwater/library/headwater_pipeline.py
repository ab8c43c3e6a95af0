"""An Ansible module: Headwater's filters in the pipeline of a Swift server.

It replaces the file only after Swift has loaded the new one. The file can have passwords, so the output has
only its pipeline.
"""

import os
import tempfile
from pathlib import Path

from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.headwater_pipelines import (
    FILTERS,
    PipelineError,
    user,
    with_filters,
    without_filters,
    words,
)

DOCUMENTATION = """
module: headwater_pipeline
short_description: Adds Headwater's filters to the pipeline of a Swift server, or removes them
options:
  path: {description: The configuration of the server, type: path, required: true}
  server: {description: The server of the configuration, choices: [proxy, object], required: true}
  pipeline: {description: "The complete pipeline, for C(state=present)", type: str}
  state: {description: Whether the pipeline has the filters, choices: [present, absent], default: present}
"""


def main() -> None:
    """Run as an Ansible module."""
    server = {"type": "str", "choices": list(FILTERS), "required": True}
    state = {"type": "str", "choices": ["present", "absent"], "default": "present"}
    arguments = {
        "path": {"type": "path", "required": True},
        "server": server,
        "pipeline": {"type": "str"},
        "state": state,
    }
    module = AnsibleModule(
        argument_spec=arguments,
        required_if=[("state", "present", ["pipeline"])],
        supports_check_mode=True,
    )
    path = Path(module.params["path"]).resolve()
    try:
        old = path.read_text(encoding="utf-8")
        new = _wanted(module, old)
        if new != old and not module.check_mode:
            _replace(module, path, new)
    except (OSError, PipelineError) as error:
        module.fail_json(msg=f"{path}: {error}")
    diff = {"before": f"pipeline = {' '.join(words(old))}\n", "after": f"pipeline = {' '.join(words(new))}\n"}
    module.exit_json(changed=new != old, diff=diff)


def _wanted(module: AnsibleModule, old: str) -> str:
    if module.params["state"] == "present":
        return with_filters(old, module.params["server"], module.params["pipeline"])
    return without_filters(old, module.params["server"])


def _replace(module: AnsibleModule, path: Path, text: str) -> None:
    """Replace the file with the text, once Swift has loaded it. The owner and the mode stay."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    module.add_cleanup_file(name)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    status = path.stat()
    os.chown(name, status.st_uid, status.st_gid)
    os.chmod(name, status.st_mode & 0o7777)  # noqa: PTH101
    program = module.get_bin_path(f"swift-{module.params['server']}-server", required=True)
    as_user = [] if os.geteuid() else ["runuser", "-u", user(text), "--"]
    code, output, errors = module.run_command([*as_user, program, name, "--test-config"])
    if code:
        reason = " ".join((errors or output).strip().splitlines()[-1:])
        raise PipelineError(f"Swift refuses the new pipeline, and the file is as before: {reason}")
    module.atomic_move(name, str(path))


if __name__ == "__main__":
    main()
