"""The template as the CloudFormation that AWS's own translator makes of it, with questions the tests ask."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

FUNCTIONS = ("Authorizer", "Socket", "Clock", "Sweep", "Desk")
"""Logical ids of the functions."""

Properties = dict[str, Any]


class Stack:
    """Resources by logical id. A function is named by its logical id, as in the template."""

    def __init__(self, resources: Mapping[str, dict[str, Any]]) -> None:
        self.resources = resources

    def of_type(self, kind: str) -> dict[str, Properties]:
        """Properties of the resources of type ``AWS::kind``."""
        return {
            name: resource.get("Properties", {})
            for name, resource in self.resources.items()
            if resource["Type"] == f"AWS::{kind}"
        }

    def functions(self) -> dict[str, Properties]:
        return self.of_type("Lambda::Function")

    def queues(self) -> dict[str, Properties]:
        return self.of_type("SQS::Queue")

    def statements(self, function: str) -> Iterator[dict[str, Any]]:
        """What the policies written for the function allow it; actions and resources always as lists."""
        for policy in self.resources[f"{function}Role"]["Properties"].get("Policies", []):
            for statement in policy["PolicyDocument"]["Statement"]:
                yield {**statement, "Action": _listed(statement["Action"]), "Resource": _listed(statement["Resource"])}

    def names(self, expression: Any) -> set[str]:
        """Logical ids that an expression refers to."""
        text = json.dumps(expression)
        return {
            name for name in self.resources if f'"{name}"' in text or f"${{{name}}}" in text or f"${{{name}." in text
        }


def translated(path: Path) -> Stack:
    """The template translated as if its functions and layer had been uploaded from the folders it names."""
    template = yaml_parse(path.read_text())
    for resource in template["Resources"].values():
        for place in ("CodeUri", "ContentUri"):
            if place in resource.get("Properties", {}):
                resource["Properties"][place] = f"s3://uploads/{resource['Properties'][place]}"
    with mock.patch.dict(os.environ, {"AWS_DEFAULT_REGION": "eu-south-1"}):
        return Stack(transform(template, {}, _NoManagedPolicies())["Resources"])


class _NoManagedPolicies:
    """Stands in for the list of managed policies, which the translator otherwise asks AWS for."""

    def load(self) -> dict[str, str]:
        return {}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
