"""What is dear to make and shared by tests of several folders."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def root() -> Path:
    """Folder of the project."""
    return Path(__file__).parents[1]


@pytest.fixture(scope="session")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with what `sam build` makes for this machine's Python and processor: template, functions and layer."""
    sam = root / ".venv-sam" / "bin" / "sam"
    python = Path(sys.executable).parent
    target = tmp_path_factory.mktemp("built") / "build"
    processor = "arm64" if platform.machine() in ("arm64", "aarch64") else "x86_64"
    overrides = f"Runtime=python3.{sys.version_info.minor} Architecture={processor}"
    result = subprocess.run(
        [sam, "build", "--build-dir", target, "--parameter-overrides", overrides],
        cwd=root,
        env={**os.environ, "PATH": f"{python}{os.pathsep}{os.environ['PATH']}", "SAM_CLI_TELEMETRY": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return target
