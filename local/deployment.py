"""The translated template created on moto, and read back with every value resolved."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from local.aws_calls import kept_session
from local.template import Code, Translated

ACCOUNT = "123456789012"
"""The account number moto works under."""


@dataclass(frozen=True)
class FunctionSettings:
    """A function as deployed: its code, environment and limits (``timeout`` in seconds, ``memory`` in MB)."""

    name: str
    arn: str
    code: Code
    environment: Mapping[str, str]
    timeout: int
    memory: int


@dataclass(frozen=True)
class QueueSettings:
    """A queue as deployed; delays in seconds, ``dead_letters`` the ARN messages go to after ``max_receives``."""

    name: str
    url: str
    arn: str
    delay: int
    visibility: int
    fifo: bool
    max_receives: int | None
    dead_letters: str | None


@dataclass(frozen=True)
class Deployment:
    """What the template says, resolved. All mappings are by logical id."""

    functions: dict[str, FunctionSettings]
    queues: dict[str, QueueSettings]
    tables: dict[str, str]
    run: dict[str, dict[str, Any]]
    layers: tuple[Path, ...]

    def of_type(self, kind: str) -> dict[str, dict[str, Any]]:
        """Properties of the resources of type ``AWS::kind`` that the local stack runs itself."""
        return {name: item["Properties"] for name, item in self.run.items() if item["Type"] == f"AWS::{kind}"}

    def function_at(self, arn: str) -> str | None:
        """Logical id of the function an ARN, a name or an API Gateway URI of it points at."""
        for logical_id, function in self.functions.items():
            if arn == function.name or arn.startswith(function.arn) or f"{function.arn}/invocations" in arn:
                return logical_id
        return None

    def queue_at(self, arn: str) -> str | None:
        """Logical id of the queue with this ARN."""
        return next((name for name, queue in self.queues.items() if queue.arn == arn), None)


def deploy(translated: Translated, parameters: Mapping[str, str], region: str) -> Deployment:
    """Create the stack on moto (which must be active) and read it back.

    Parameters that the template does not declare are left out.
    """
    declared = translated.cloudformation["Parameters"]
    cloudformation = _client("cloudformation", region)
    cloudformation.create_stack(
        StackName="local",
        # A tab makes moto take it for JSON at once, not for YAML, which it reads a hundred times slower.
        TemplateBody=json.dumps(translated.cloudformation, indent="\t"),
        Parameters=[
            {"ParameterKey": key, "ParameterValue": text} for key, text in parameters.items() if key in declared
        ],
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"],
    )
    stack = cloudformation.describe_stacks(StackName="local")["Stacks"][0]
    if stack["StackStatus"] != "CREATE_COMPLETE":
        raise RuntimeError(f"the template could not be created: {stack['StackStatus']}")
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}
    physical: dict[str, dict[str, str]] = {}
    for item in cloudformation.describe_stack_resources(StackName="local")["StackResources"]:
        if "PhysicalResourceId" in item:
            physical.setdefault(item["ResourceType"], {})[item["LogicalResourceId"]] = item["PhysicalResourceId"]
    tables = physical.get("AWS::DynamoDB::Table", {})
    _set_expiry(translated.expiry, tables, region)
    return Deployment(
        functions=_functions(physical.get("AWS::Lambda::Function", {}), translated.code, region),
        queues=_queues(physical.get("AWS::SQS::Queue", {}), region),
        tables=tables,
        run={name: _filled(item, outputs) for name, item in translated.run.items() if f"Exists{name}" in outputs},
        layers=translated.layers,
    )


@lru_cache
def _client(service: str, region: str) -> Any:
    """A client for reading the deployment, made once in a process."""
    return kept_session().client(service, region_name=region)


def _filled(node: Any, outputs: Mapping[str, str]) -> Any:
    if isinstance(node, list):
        return [_filled(part, outputs) for part in node]
    if not isinstance(node, dict):
        return node
    if set(node) == {"Output"}:
        return outputs.get(node["Output"])
    return {key: _filled(value, outputs) for key, value in node.items()}


def _set_expiry(expiry: Mapping[str, str], tables: Mapping[str, str], region: str) -> None:
    if expiry:
        dynamodb = _client("dynamodb", region)
        for table, attribute in expiry.items():
            dynamodb.update_time_to_live(
                TableName=tables[table],
                TimeToLiveSpecification={"Enabled": True, "AttributeName": attribute},
            )


def _functions(names: Mapping[str, str], code: Mapping[str, Code], region: str) -> dict[str, FunctionSettings]:
    client = _client("lambda", region)
    found = {}
    for logical_id, name in names.items():
        if logical_id in code:
            settings = client.get_function_configuration(FunctionName=name)
            variables = settings.get("Environment", {}).get("Variables", {})
            found[logical_id] = FunctionSettings(
                name=name,
                arn=settings["FunctionArn"],
                code=code[logical_id],
                environment={key: str(value) for key, value in variables.items()},
                timeout=settings["Timeout"],
                memory=settings["MemorySize"],
            )
    return found


def _queues(urls: Mapping[str, str], region: str) -> dict[str, QueueSettings]:
    client = _client("sqs", region)
    found = {}
    for logical_id, url in urls.items():
        attributes = client.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
        redrive = json.loads(attributes.get("RedrivePolicy", "{}"))
        found[logical_id] = QueueSettings(
            name=url.rsplit("/", 1)[1],
            url=url,
            arn=attributes["QueueArn"],
            delay=int(attributes.get("DelaySeconds", 0)),
            visibility=int(attributes["VisibilityTimeout"]),
            fifo=attributes.get("FifoQueue") == "true",
            max_receives=int(redrive["maxReceiveCount"]) if redrive else None,
            dead_letters=redrive.get("deadLetterTargetArn"),
        )
    return found
