"""The WebSocket API as the template describes it: routes, authorizers, stage and throttling."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from local.deployment import ACCOUNT, Deployment


@dataclass(frozen=True)
class Authorizer:
    """A request authorizer: its function, and the headers and query parameters it needs (lower case)."""

    function: str
    headers: tuple[str, ...]
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Route:
    """A route: its function, and who authorizes it (``$connect`` alone)."""

    key: str
    function: str
    authorizer: Authorizer | None


@dataclass(frozen=True)
class Api:
    """The API on its stage. ``rate`` (a second) and ``burst`` limit messages and connections; ``None``: not set."""

    id: str
    stage: str
    domain: str
    region: str
    selection: str
    routes: Mapping[str, Route]
    rate: float | None
    burst: float | None

    def arn(self, route_key: str) -> str:
        """What a policy must allow for a connection to be made."""
        return f"arn:aws:execute-api:{self.region}:{ACCOUNT}:{self.id}/{self.stage}/{route_key}"

    def route_for(self, body: str) -> Route | None:
        """The route of a message by the route selection expression, else ``$default``."""
        key: Any = None
        if self.selection.startswith("$request.body."):
            try:
                key = json.loads(body)
                for step in self.selection.removeprefix("$request.body.").split("."):
                    key = key[step]
            except (ValueError, TypeError, LookupError):
                key = None
        chosen = self.routes.get(key) if isinstance(key, str) and not key.startswith("$") else None
        return chosen or self.routes.get("$default")


def read_api(deployment: Deployment, region: str) -> Api | None:
    """The template's WebSocket API, if it has one. Raises ``ValueError`` on more than one."""
    apis = {
        name: properties
        for name, properties in deployment.of_type("ApiGatewayV2::Api").items()
        if properties.get("ProtocolType") == "WEBSOCKET"
    }
    if not apis:
        return None
    if len(apis) > 1:
        raise ValueError(f"one WebSocket API is run here, the template has {len(apis)}")
    (name, api), (stage, settings) = next(iter(apis.items())), _stage(deployment)
    api_id = f"local{name}"
    return Api(
        id=api_id,
        stage=stage,
        domain=f"{api_id}.execute-api.{region}.amazonaws.com",
        region=region,
        selection=str(api.get("RouteSelectionExpression", "")).replace("${", "$").replace("}", ""),
        routes=_routes(deployment),
        rate=float(settings["ThrottlingRateLimit"]) if settings.get("ThrottlingRateLimit") else None,
        burst=float(settings["ThrottlingBurstLimit"]) if settings.get("ThrottlingBurstLimit") else None,
    )


def _stage(deployment: Deployment) -> tuple[str, Mapping[str, Any]]:
    stage = next(iter(deployment.of_type("ApiGatewayV2::Stage").values()))
    return str(stage["StageName"]), stage.get("DefaultRouteSettings") or {}


def _routes(deployment: Deployment) -> dict[str, Route]:
    integrations = {
        f"local{name}": deployment.function_at(properties["IntegrationUri"])
        for name, properties in deployment.of_type("ApiGatewayV2::Integration").items()
    }
    authorizers = {
        f"local{name}": _authorizer(deployment, properties)
        for name, properties in deployment.of_type("ApiGatewayV2::Authorizer").items()
    }
    routes = {}
    for properties in deployment.of_type("ApiGatewayV2::Route").values():
        function = integrations[properties["Target"].removeprefix("integrations/")]
        if function is None:
            raise ValueError(f"route {properties['RouteKey']} leads to no function of the template")
        custom = properties.get("AuthorizationType") == "CUSTOM"
        authorizer = authorizers[properties["AuthorizerId"]] if custom else None
        routes[properties["RouteKey"]] = Route(properties["RouteKey"], function, authorizer)
    return routes


def _authorizer(deployment: Deployment, properties: Mapping[str, Any]) -> Authorizer:
    function = deployment.function_at(properties["AuthorizerUri"])
    if function is None:
        raise ValueError("the authorizer leads to no function of the template")
    sources = [str(source).removeprefix("route.request.") for source in properties.get("IdentitySource") or []]
    return Authorizer(
        function,
        tuple(source.removeprefix("header.").lower() for source in sources if source.startswith("header.")),
        tuple(source.removeprefix("querystring.") for source in sources if source.startswith("querystring.")),
    )
