"""``template.yaml`` translated offline into what moto can create and what this stack runs itself.

SAM becomes CloudFormation by AWS's own translator. Then resources part: those
in ``MADE`` stay in the template for moto; every other becomes a parameter of
the same name, so that references to it still resolve; those in ``RUN`` are kept
beside, because the local stack plays their part. Expressions inside the latter
are handed to moto as generated outputs, to be read back resolved.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

MADE: Final = frozenset(
    f"AWS::{kind}"
    for kind in ("DynamoDB::Table", "SQS::Queue", "Lambda::Function", "IAM::Role", "SNS::Topic", "S3::Bucket")
)
"""Types that moto creates."""

RUN: Final = frozenset(
    f"AWS::{kind}"
    for kind in (
        "ApiGatewayV2::Api",
        "ApiGatewayV2::Route",
        "ApiGatewayV2::Integration",
        "ApiGatewayV2::Authorizer",
        "ApiGatewayV2::Stage",
        "Lambda::EventSourceMapping",
        "Events::Rule",
        "Scheduler::Schedule",
    )
)
"""Types whose part the local stack plays."""

ALIASES: Final = frozenset({"AWS::Lambda::Alias", "AWS::Lambda::Version"})
"""Types that are here the function itself."""

# The translator's own usage metrics, which go nowhere, are not worth a warning at exit.
logging.getLogger("samtranslator.metrics").setLevel(logging.ERROR)


@dataclass(frozen=True)
class Code:
    """Where a function's code is: its folder and ``module.attribute`` in it."""

    folder: Path
    handler: str


@dataclass(frozen=True)
class Translated:
    """A template ready to be created.

    ``cloudformation`` is for moto; ``run`` holds the resources of the types in
    ``RUN`` with ``{"Output": name}`` where an expression stood; ``expiry`` the
    time-to-live attribute of each table; ``code`` and ``layers`` the sources.
    """

    cloudformation: dict[str, Any]
    run: dict[str, dict[str, Any]]
    expiry: dict[str, str]
    code: dict[str, Code]
    layers: tuple[Path, ...]


class _NoManagedPolicies:
    def load(self) -> dict[str, str]:
        return {}


def translate(path: Path, overrides: Mapping[str, str]) -> Translated:
    """Translate the template at ``path``; the result is shared, and not to be changed.

    ``overrides`` are of parameters that the translator itself may put in; all
    others are given when the stack is created.
    """
    return _translate(path.resolve(), path.stat().st_mtime_ns, tuple(sorted(overrides.items())))


@lru_cache(maxsize=8)
def _translate(path: Path, _changed: int, overrides: tuple[tuple[str, str], ...]) -> Translated:
    sam = yaml_parse(path.read_text())
    parameters = {name: value for name, value in overrides if name in sam.get("Parameters", {})}
    code, layers = _take_sources(sam, path.parent)
    template = transform(sam, parameters, _NoManagedPolicies())
    resources: dict[str, Any] = template["Resources"]
    away = {name: resource for name, resource in resources.items() if resource["Type"] not in MADE}
    outputs: dict[str, Any] = {}
    template["Resources"] = {name: _rewritten(resources[name], away) for name in resources if name not in away}
    for resource in template["Resources"].values():
        _without_layers(resource, away)
    run = {name: _asked(name, _rewritten(away[name], away), outputs) for name in away if away[name]["Type"] in RUN}
    template["Outputs"] = outputs
    template.setdefault("Parameters", {}).update({name: {"Type": "String", "Default": f"local{name}"} for name in away})
    return Translated(template, run, _expiry(template["Resources"]), code, layers)


def _take_sources(sam: dict[str, Any], root: Path) -> tuple[dict[str, Code], tuple[Path, ...]]:
    """Note where functions and layers have their code, and leave a word of inline code in its place."""
    shared = sam.get("Globals", {}).get("Function", {})
    shared_folder = shared.pop("CodeUri", ".")
    code: dict[str, Code] = {}
    layers: list[Path] = []
    for name, resource in sam["Resources"].items():
        properties = resource.get("Properties", {})
        if resource["Type"] == "AWS::Serverless::Function":
            folder = root / properties.pop("CodeUri", shared_folder)
            code[name] = Code(folder.resolve(), properties.get("Handler", shared.get("Handler", "")))
            properties["InlineCode"] = "pass"
        elif resource["Type"] == "AWS::Serverless::LayerVersion":
            layers.append((root / properties["ContentUri"]).resolve())
            properties["ContentUri"] = "s3://local/layer"
    return code, tuple(layers)


def _without_layers(resource: dict[str, Any], away: Mapping[str, Any]) -> None:
    if resource["Type"] == "AWS::Lambda::Function":
        resource["Properties"].pop("Layers", None)
    needs = resource.pop("DependsOn", [])
    kept = [name for name in ([needs] if isinstance(needs, str) else needs) if name not in away]
    if kept:
        resource["DependsOn"] = kept


def _rewritten(node: Any, away: Mapping[str, Any]) -> Any:
    """The node with references to what moto does not make replaced by what they stand for here."""
    if isinstance(node, list):
        return [_rewritten(part, away) for part in node]
    if not isinstance(node, dict):
        return node
    target = node.get("Ref")
    if isinstance(target, str) and target in away and away[target]["Type"] in ALIASES:
        function = away[target]["Properties"]["FunctionName"]
        return _rewritten({"Fn::GetAtt": [function["Ref"], "Arn"]}, away) if isinstance(function, dict) else function
    attribute = node.get("Fn::GetAtt")
    if attribute:
        owner, _, what = attribute.partition(".") if isinstance(attribute, str) else (attribute[0], "", attribute[1])
        return f"local{owner}.{what}" if owner in away else node
    if "Fn::Sub" in node:
        return {"Fn::Sub": _rewritten_text(node["Fn::Sub"], away)}
    return {key: _rewritten(value, away) for key, value in node.items()}


def _rewritten_text(text: Any, away: Mapping[str, Any]) -> Any:
    if isinstance(text, list):
        return [_rewritten_text(text[0], away), _rewritten(text[1], away)]
    return re.sub(
        r"\$\{(\w+)\.([\w.]+)\}",
        lambda found: f"local{found[1]}.{found[2]}" if found[1] in away else found[0],
        text,
    )


def _asked(name: str, resource: dict[str, Any], outputs: dict[str, Any]) -> dict[str, Any]:
    """The resource with each expression replaced by the name of an output that will hold its value."""
    condition = {"Condition": resource["Condition"]} if "Condition" in resource else {}
    outputs[f"Exists{name}"] = {"Value": "true", **condition}

    def ask(node: Any) -> Any:
        if isinstance(node, list):
            return [ask(part) for part in node]
        if not isinstance(node, dict):
            return node
        if len(node) == 1 and (next(iter(node)) == "Ref" or next(iter(node)).startswith("Fn::")):
            output = f"Value{len(outputs)}"
            outputs[output] = {"Value": node, **condition}
            return {"Output": output}
        return {key: ask(value) for key, value in node.items()}

    return {"Type": resource["Type"], "Properties": ask(resource.get("Properties", {}))}


def _expiry(resources: Mapping[str, Any]) -> dict[str, str]:
    """Time-to-live attribute by table; taken out of the template, which moto would ignore anyway."""
    found = {}
    for name, resource in resources.items():
        if resource["Type"] == "AWS::DynamoDB::Table":
            expiry = resource["Properties"].pop("TimeToLiveSpecification", None)
            if expiry and str(expiry.get("Enabled")).lower() == "true":
                found[name] = expiry["AttributeName"]
    return found
