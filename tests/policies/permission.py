"""What a function asks of AWS, as permissions, and what its policy in the translated template gives it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from local.aws_calls import Call
from local.deployment import ACCOUNT
from local.stack import REGION, Stack
from tests.template.stack import Stack as Template

WRITES = {
    "Put": "dynamodb:PutItem",
    "Update": "dynamodb:UpdateItem",
    "Delete": "dynamodb:DeleteItem",
    "ConditionCheck": "dynamodb:ConditionCheckItem",
}
"""What a part of a transaction needs: there is no permission for the transaction itself."""
METHODS = {"PostToConnection": "POST", "DeleteConnection": "DELETE", "GetConnection": "GET"}


class Permission(NamedTuple):
    """An action on a resource by a function; in what a policy gives, the resource may have stars."""

    function: str
    action: str
    resource: str

    def covers(self, asked: "Permission") -> bool:
        """Whether what is asked is given by this."""
        pattern = re.escape(self.resource).replace(r"\*", ".*")
        return (self.function, self.action) == (asked.function, asked.action) and bool(
            re.fullmatch(pattern, asked.resource)
        )

    def __str__(self) -> str:
        return f"{self.function}: {self.action} on {self.resource}"


def asked(stack: Stack) -> set[Permission]:
    """Every permission that the functions needed for the calls they made."""
    return {
        Permission(call.function, action, resource)
        for call in stack.calls
        if call.function is not None
        for action, resource in _needs(call, stack.deployment.functions[call.function].environment)
    }


def _needs(call: Call, environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    sent = call.parameters
    match call.service, call.operation:
        case "dynamodb", "TransactWriteItems" | "TransactGetItems":
            for part in sent["TransactItems"]:
                for kind, item in part.items():
                    yield WRITES.get(kind, "dynamodb:GetItem"), _table(item["TableName"])
        case "dynamodb", "BatchGetItem" | "BatchWriteItem":
            for table in sent["RequestItems"]:
                yield f"dynamodb:{call.operation}", _table(table)
        case "dynamodb", operation:
            index = f"/index/{sent['IndexName']}" if "IndexName" in sent else ""
            yield f"dynamodb:{operation}", _table(sent["TableName"]) + index
        case "sqs", "SendMessage" | "SendMessageBatch":
            yield "sqs:SendMessage", f"arn:aws:sqs:{REGION}:{ACCOUNT}:{sent['QueueUrl'].rsplit('/', 1)[1]}"
        case "apigatewaymanagementapi", operation:
            api = re.fullmatch(r"https://([^.]+)\.execute-api\.[^/]+/(.+)", environment["CONNECTIONS_URL"])
            path = f"{api[1]}/{api[2]}/{METHODS[operation]}/@connections/{sent['ConnectionId']}"
            yield "execute-api:ManageConnections", f"arn:aws:execute-api:{REGION}:{ACCOUNT}:{path}"
        case service, operation:
            yield f"{service}:{operation}", "*"


def _table(name: str) -> str:
    return f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{name}"


def given(template: Template, functions: Iterable[str], stack: Stack) -> set[Permission]:
    """Every action and resource that the functions' own statements allow, one by one."""
    values = _values(stack)
    return {
        Permission(function, action, _resolved(resource, values))
        for function in functions
        for statement in template.statements(function)
        for action in statement["Action"]
        for resource in statement["Resource"]
    }


def _values(stack: Stack) -> dict[str, str]:
    """What references stand for in the running stack."""
    made = stack.deployment
    return {
        "AWS::Partition": "aws",
        "AWS::Region": REGION,
        "AWS::AccountId": ACCOUNT,
        "SocketApi": stack.gateway.api.id,
        "StageName": stack.gateway.api.stage,
        **{f"{name}.Arn": _table(table) for name, table in made.tables.items()},
        **{f"{name}.Arn": queue.arn for name, queue in made.queues.items()},
    }


def _resolved(node: Any, values: Mapping[str, str]) -> str:
    """The text of an expression. Raises ``KeyError`` for a reference to what grants nothing."""
    match node:
        case str():
            return node
        case {"Ref": name}:
            return values[name]
        case {"Fn::GetAtt": [owner, attribute]}:
            return values[f"{owner}.{attribute}"]
        case {"Fn::Sub": str() as text}:
            return re.sub(r"\$\{([^}]+)\}", lambda found: values[found[1]], text)
    raise ValueError(f"not understood: {node}")
