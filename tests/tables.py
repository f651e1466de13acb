"""The two tables as the template describes them, for an engine that knows no templates."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

TEMPLATE = Path(__file__).parents[1] / "template.yaml"
TABLES = ("GamesTable", "PlayersTable")


class _Loader(yaml.SafeLoader):
    """Reads the template; CloudFormation's functions, which no table property uses, become None."""


_Loader.add_multi_constructor("!", lambda loader, suffix, node: None)


@lru_cache
def definitions() -> dict[str, dict[str, Any]]:
    """What the template says of each table, as `CreateTable` takes it."""
    given = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes", "BillingMode")
    resources = yaml.load(TEMPLATE.read_text(), _Loader)["Resources"]
    properties = {name: resources[name]["Properties"] for name in TABLES}
    return {name: {key: table[key] for key in given if key in table} for name, table in properties.items()}


def create(client: Any) -> None:
    """Create both tables, each under its logical id."""
    for name, definition in definitions().items():
        client.create_table(TableName=name, **definition)
