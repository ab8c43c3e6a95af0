"""JPEGs and PDFs, made as in the storlets' tests."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_SPEC = spec_from_file_location(
    "storlet_inputs", Path(__file__).resolve().parents[2] / "engine" / "tests" / "inputs.py"
)
_INPUTS = module_from_spec(_SPEC)
_SPEC.loader.exec_module(_INPUTS)

jpeg, pdf = _INPUTS.jpeg, _INPUTS.pdf
