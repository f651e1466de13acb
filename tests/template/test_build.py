"""What `sam build` makes of the project for this machine's Python and processor."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.template.stack import FUNCTIONS

pytestmark = pytest.mark.slow


def imported(modules: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    """The outcome of importing modules with nothing but the standard library and these folders."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = sys.argv[1:]; import {modules}", *folders],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_function_is_built_with_its_handler(built: Path, function: str) -> None:
    assert (built / function / "app.py").is_file()


def test_layer_holds_circolo_and_all_it_imports(built: Path) -> None:
    outcome = imported(
        "circolo.cards, msgspec, pynamodb, boto3, aws_lambda_powertools.logging, aws_lambda_powertools.metrics",
        built / "CircoloLayer" / "python",
    )

    assert outcome.returncode == 0, outcome.stderr


def test_authorizer_brings_what_verifies_signatures(built: Path) -> None:
    outcome = imported("jwt, cryptography.hazmat.primitives.asymmetric.rsa", built / "Authorizer")

    assert outcome.returncode == 0, outcome.stderr


def test_only_the_authorizer_brings_packages_of_its_own(built: Path) -> None:
    for function in set(FUNCTIONS) - {"Authorizer"}:
        assert not list((built / function).glob("*.dist-info"))


def test_a_function_with_its_layer_fits_in_lambda(built: Path) -> None:
    size = sum(
        path.stat().st_size
        for folder in (built / "Authorizer", built / "CircoloLayer")
        for path in folder.rglob("*")
        if path.is_file()
    )

    assert size < 250 * 1024 * 1024
