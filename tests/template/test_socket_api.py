"""The WebSocket API: its routes, and who judges a connection."""

from typing import get_args

from circolo.protocol.commands import Command
from tests.template.stack import Stack


def test_routes_are_exactly_the_three(stack: Stack) -> None:
    routes = stack.of_type("ApiGatewayV2::Route")

    assert sorted(route["RouteKey"] for route in routes.values()) == ["$connect", "$default", "$disconnect"]


def test_every_route_leads_to_the_socket_function(stack: Stack) -> None:
    (integration,) = stack.of_type("ApiGatewayV2::Integration")
    alias = stack.names(stack.of_type("ApiGatewayV2::Integration")[integration]["IntegrationUri"])

    assert alias == {"SocketAliaslive"}
    for route in stack.of_type("ApiGatewayV2::Route").values():
        assert stack.names(route["Target"]) == {integration}


def test_connecting_alone_is_authorized_by_the_subprotocol_header(stack: Stack) -> None:
    ((name, authorizer),) = stack.of_type("ApiGatewayV2::Authorizer").items()
    authorized = {
        route["RouteKey"]: stack.names(route["AuthorizerId"])
        for route in stack.of_type("ApiGatewayV2::Route").values()
        if route.get("AuthorizationType") == "CUSTOM"
    }

    assert authorized == {"$connect": {name}}
    assert authorizer["AuthorizerType"] == "REQUEST"
    assert authorizer["IdentitySource"] == ["route.request.header.Sec-WebSocket-Protocol"]
    assert stack.names(authorizer["AuthorizerUri"]) == {"AuthorizerAliaslive"}


def test_no_command_has_the_field_that_selects_a_route(stack: Stack) -> None:
    (api,) = stack.of_type("ApiGatewayV2::Api").values()
    field = api["RouteSelectionExpression"].removeprefix("$request.body.")

    assert field == "route"
    assert not [command for command in get_args(Command) if field in {"type", *command.__struct_fields__}]


def test_stage_is_throttled_deployed_by_itself_and_never_traces_tokens(stack: Stack) -> None:
    ((name, stage),) = stack.of_type("ApiGatewayV2::Stage").items()
    settings = stage["DefaultRouteSettings"]

    assert stage["AutoDeploy"] is True
    assert set(stack.resources[name]["DependsOn"]) == set(stack.of_type("ApiGatewayV2::Route"))
    assert 0 < settings["ThrottlingBurstLimit"] <= settings["ThrottlingRateLimit"]
    assert settings["DataTraceEnabled"] is False


def test_gateway_may_call_socket_and_authorizer_for_this_api_alone(stack: Stack) -> None:
    granted = {
        frozenset(stack.names(permission["FunctionName"])): stack.names(permission["SourceArn"])
        for permission in stack.of_type("Lambda::Permission").values()
        if permission["Principal"] == "apigateway.amazonaws.com"
    }

    assert granted == {
        frozenset({"SocketAliaslive"}): {"SocketApi"},
        frozenset({"AuthorizerAliaslive"}): {"SocketApi", "ConnectAuthorizer"},
    }
