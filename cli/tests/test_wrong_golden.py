"""The tests of the protocol's golden cases reject wrong ones."""

from pathlib import Path

import pytest

import test_golden
from wrong_cases import assert_rejected, wrong_cases


@pytest.mark.parametrize(("path", "case"), wrong_cases("cli", "golden"))
def test_a_wrong_state_is_rejected(path: Path, case: dict) -> None:
    assert_rejected(test_golden.check_state, case)


@pytest.mark.parametrize(("path", "golden"), wrong_cases("cli", "golden-keys"))
def test_wrong_keys_are_rejected(path: Path, golden: dict) -> None:
    def check() -> None:
        for key in golden["keys"]:
            for place, number in test_golden.PLACES:
                test_golden.test_a_manifest_may_have_a_key(key, place, number)

    assert_rejected(check)


@pytest.mark.parametrize(("path", "golden"), wrong_cases("cli", "golden-markers"))
def test_wrong_markers_are_rejected(path: Path, golden: dict) -> None:
    def check() -> None:
        for case in golden["cases"]:
            test_golden.test_a_folders_marker_is_no_file(case)

    assert_rejected(check)


@pytest.mark.parametrize(("path", "golden"), wrong_cases("cli", "golden-members"))
def test_wrong_members_are_rejected(path: Path, golden: dict) -> None:
    def check() -> None:
        for member in golden["members"]:
            for manifest in golden["manifests"]:
                test_golden.test_a_manifest_without_a_member_is_read_unless_that_is_required(member, manifest)
        for value in golden["values"]:
            test_golden.test_a_manifest_with_a_wrong_value_is_corrupt(value)

    assert_rejected(check)
