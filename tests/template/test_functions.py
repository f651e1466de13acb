"""Each function: its environment, log and alarms, and that a deployment reaches it."""

from pathlib import Path

import pytest

from tests.template.stack import FUNCTIONS, Stack, translated

LOGGING = {"LOG_LEVEL", "POWERTOOLS_SERVICE_NAME", "POWERTOOLS_METRICS_NAMESPACE"}
PLAY = {"GAMES_TABLE", "PLAYERS_TABLE", "CLOCK_QUEUE_URL", "CONNECTIONS_URL", "HISTORY_DAYS", "AI_PAUSE_SECONDS"}
TOKENS = {"TOKEN_ISSUER", "TOKEN_AUDIENCE", "TOKEN_KEYS_URL"}


def test_functions_are_exactly_these(stack: Stack) -> None:
    assert set(stack.functions()) == set(FUNCTIONS)


@pytest.mark.parametrize(
    ("function", "variables"),
    [
        ("Authorizer", LOGGING | TOKENS),
        ("Socket", LOGGING | PLAY),
        ("Clock", LOGGING | PLAY),
        ("Sweep", LOGGING | PLAY),
        ("Desk", LOGGING),
    ],
)
def test_environment_holds_exactly_what_the_function_uses(stack: Stack, function: str, variables: set[str]) -> None:
    assert set(stack.functions()[function]["Environment"]["Variables"]) == variables


@pytest.mark.parametrize("function", FUNCTIONS)
def test_environment_refers_to_no_stage_route_or_function(stack: Stack, function: str) -> None:
    # A function that refers to the stage waits for the stage, which waits for the routes, which wait for the function.
    allowed = {"GamesTable", "PlayersTable", "ClockQueue", "SocketApi", "UserPool", "UserPoolClient"}

    assert stack.names(stack.functions()[function]["Environment"]) <= allowed


@pytest.mark.parametrize("function", FUNCTIONS)
def test_runtime_and_processor_are_parameters_and_the_handler_is_app(stack: Stack, function: str) -> None:
    properties = stack.functions()[function]

    assert properties["Runtime"] == {"Ref": "Runtime"}
    assert properties["Architectures"] == [{"Ref": "Architecture"}]
    assert properties["Handler"] == "app.handler"
    assert properties["Code"]["S3Key"] == f"functions/{function.lower()}"


@pytest.mark.parametrize("function", FUNCTIONS)
def test_log_is_the_functions_own_and_kept_for_a_configured_time(stack: Stack, function: str) -> None:
    (log,) = stack.names(stack.functions()[function]["LoggingConfig"]["LogGroup"])

    assert log == f"{function}Log"
    assert stack.of_type("Logs::LogGroup")[log]["RetentionInDays"] == {"Ref": "LogRetentionDays"}


def test_every_log_has_a_retention(stack: Stack) -> None:
    assert all("RetentionInDays" in log for log in stack.of_type("Logs::LogGroup").values())


@pytest.mark.parametrize("function", ["Socket", "Authorizer"])
@pytest.mark.parametrize("change", ["layer", "code", "environment"])
def test_any_change_publishes_a_new_version(
    stack: Stack, root: Path, tmp_path: Path, function: str, change: str
) -> None:
    before, after = {
        "layer": ("ContentUri: layers/circolo", "ContentUri: layers/other"),
        "code": (f"CodeUri: functions/{function.lower()}", "CodeUri: functions/other"),
        "environment": ("POWERTOOLS_SERVICE_NAME: circolo", "POWERTOOLS_SERVICE_NAME: other"),
    }[change]
    changed = tmp_path / "template.yaml"
    changed.write_text((root / "template.yaml").read_text().replace(before, after))

    assert _version(translated(changed), function) != _version(stack, function)


def _version(stack: Stack, function: str) -> str:
    (version,) = (
        name
        for name, properties in stack.of_type("Lambda::Version").items()
        if stack.names(properties["FunctionName"]) == {function}
    )
    return version
