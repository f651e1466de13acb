"""The cloud the template asks for, in this process: moto with its patches, the template created on it, an account that
exists nowhere."""

import os
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from unittest import mock

import boto3
from botocore.loaders import Loader
from moto import mock_aws

from local.aws_calls import AwsCalls, kept_session
from local.deployment import Deployment, deploy
from local.moto_patches import patched_moto
from local.template import translate

REGION: Final = "eu-south-1"


@dataclass(frozen=True)
class Cloud:
    """What was created, and the process's environment while it lasts."""

    deployment: Deployment
    process: MutableMapping[str, str]


@contextmanager
def cloud(
    template: Path, overrides: Mapping[str, str], parameters: Mapping[str, str], aws: AwsCalls
) -> Iterator[Cloud]:
    """The template created on moto, for the length of the block; afterwards no patch or variable is left.

    ``overrides`` are known to the translator already; ``parameters``, which include them, when the stack is created.
    """
    with ExitStack() as undo:
        process = undo.enter_context(mock.patch.dict(os.environ, _fake_account()))
        for name in [name for name in process if name.startswith(("AWS_PROFILE", "AWS_ENDPOINT_URL", "AWS_CONFIG"))]:
            del process[name]
        undo.enter_context(mock_aws(config={"lambda": {"use_docker": False}}))
        boto3.DEFAULT_SESSION = kept_session()
        undo.enter_context(mock.patch("botocore.session.create_loader", _kept_loader))
        undo.enter_context(patched_moto())
        undo.enter_context(aws.watched())
        deployment = deploy(translate(template, overrides), parameters, REGION)
        for folder in deployment.layers:
            if str(folder) not in sys.path:
                sys.path.insert(0, str(folder))
                undo.callback(sys.path.remove, str(folder))
        yield Cloud(deployment, process)


@lru_cache
def _kept_loader(search_path: str | None = None) -> Any:
    """One reader of service models in a process: each session of each function would read them anew."""
    return Loader(extra_search_paths=None if search_path is None else search_path.split(os.pathsep))


def _fake_account() -> dict[str, str]:
    """An account and region that exist nowhere, so that nothing can reach a real one."""
    return {
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_SESSION_TOKEN": "local",
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_EC2_METADATA_DISABLED": "true",
    }
