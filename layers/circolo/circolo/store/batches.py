"""Many items by their keys in few requests, with what the engine left out asked for again, within bounds."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

from pynamodb.connection import TableConnection

from circolo.room.ports import Busy
from circolo.store.attempts import Attempts
from circolo.store.items import Keyed

M = TypeVar("M", bound=Keyed)
Key = Any
"""Both keys of an item, in DynamoDB's own form; pynamodb's annotation says text, its code takes either."""

PAGE: Final = 100
"""Keys in one request, at most."""
ROUNDS: Final = 6
"""Requests for one page, at most."""


def batch(
    attempts: Attempts, table: TableConnection, model: type[M], found: Iterable[tuple[str, str]], *, consistent: bool
) -> list[M]:
    """The items that exist among these (partition, sort) keys, in no order. Raises ``Busy`` if some stay unanswered.

    pynamodb's own batch asks for unprocessed keys without a pause and without an end.
    """
    wanted = [{"pk": {"S": pk}, "sk": {"S": sk}} for pk, sk in dict.fromkeys(found)]
    items: list[M] = []
    for first in range(0, len(wanted), PAGE):
        items += _page(attempts, table, model, wanted[first : first + PAGE], consistent)
    return items


def _page(attempts: Attempts, table: TableConnection, model: type[M], keys: Sequence[Key], consistent: bool) -> list[M]:
    items: list[M] = []
    for number in range(ROUNDS):
        if number:
            attempts.pause(number - 1)
        answer = _ask(attempts, table, keys, consistent)
        items += [model.from_raw_data(data) for data in answer["Responses"].get(table.table_name, [])]
        keys = answer.get("UnprocessedKeys", {}).get(table.table_name, {}).get("Keys", [])
        if not keys:
            return items
    raise Busy


def _ask(attempts: Attempts, table: TableConnection, keys: Sequence[Key], consistent: bool) -> dict[str, Any]:
    answer: dict[str, Any] = attempts.call(lambda: table.batch_get_item(keys, consistent_read=consistent))
    return answer
