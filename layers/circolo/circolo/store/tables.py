"""Tables in play, their lobby cards and their finished deals, in the games table (and seat guards in the players')."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from msgspec.structs import replace
from pynamodb.constants import ALL_NEW, UPDATED_OLD
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.operand import Path
from pynamodb.expressions.update import Action
from pynamodb.transactions import TransactWrite

from circolo.room.ports import Busy, Change, Conflict, LobbyCard, Stored
from circolo.store import keys, lobby_page, sockets
from circolo.store.attempts import Attempts
from circolo.store.batches import batch
from circolo.store.items import Card, Guard, Record
from circolo.store.models import Models

DAY: Final = 86_400
"""Seconds."""
UNPLAYED_DAYS: Final = 1
"""How long the record of a table is kept that closed before a match, for whoever repeats a command."""
OUTLIVED_DAYS: Final = 7
"""How many days the record of a match is kept longer than its deals: items are deleted some time after their day."""
LOBBY_PAGE: Final = 100
"""Cards on a page of the lobby, at most."""


class DynamoTables:
    """The room's ``Tables`` (see there for what each method promises).

    ``now`` gives UTC milliseconds; ``history_days`` is how long finished deals are kept.
    """

    def __init__(self, models: Models, attempts: Attempts, *, now: Callable[[], int], history_days: int) -> None:
        if history_days < 1:
            raise ValueError("finished deals are kept for at least a day")
        self._models = models
        self._attempts = attempts
        self._now = now
        self._history_days = history_days

    def load(self, table: str) -> Stored | None:
        """The table by one strongly consistent read, or None."""
        found = self._attempts.find(self._models.Record, keys.table(table), keys.RECORD, consistent=True)
        if found is None:
            return None
        return Stored(table=table, version=found.v, record=found.rec, check_at=found.check_at, sockets=found.sockets)

    def create(self, table: str, change: Change) -> None:
        """Write a new table at version 1 with its card, if it waits, and guards, or nothing. Raises Conflict, Busy."""
        if change.unseated:
            raise ValueError("a new table has nobody to unseat")
        record = self._models.Record(
            keys.table(table),
            keys.RECORD,
            v=1,
            rec=change.record,
            check_shard=None if change.check_at is None else keys.shard(table),
            check_at=change.check_at,
        )
        now = self._now()

        def fill(transaction: TransactWrite) -> None:
            transaction.save(record, condition=Record.pk.does_not_exist())
            # A table that starts at once has no card to take away.
            self._add_others(transaction, table, replace(change, uncard=False), (), now)

        self._attempts.transact(fill)

    def save(self, before: Stored, change: Change) -> Mapping[str, str]:
        """Write the table if its version is still ``before.version``; returns the sockets after the write. Raises
        Conflict, Busy.

        One UpdateItem for the record alone; with guards, card or history one transaction,
        which answers nothing: the sockets are read again.
        """
        _check(change)
        key, table = keys.table(before.table), before.table
        actions = _record_actions(before, change)
        if change.ends is not None:
            days = UNPLAYED_DAYS if change.ends == "unplayed" else self._history_days + OUTLIVED_DAYS
            actions.append(Record.ttl.set(self._now() // 1000 + days * DAY))
        unchanged = Record.v == before.version
        if _alone(change):
            answer = self._attempts.call(
                lambda: self._models.games.update_item(
                    key, keys.RECORD, actions=actions, condition=unchanged, return_values=ALL_NEW
                )
            )
            return self._models.Record.from_raw_data(answer["Attributes"]).sockets
        unseated, now = self._seated_here(table, change.unseated), self._now()

        def fill(transaction: TransactWrite) -> None:
            transaction.update(self._models.Record(key, keys.RECORD), actions=actions, condition=unchanged)
            self._add_others(transaction, table, change, unseated, now)

        self._attempts.transact(fill)
        return self._sockets_now(before)

    def _sockets_now(self, before: Stored) -> Mapping[str, str]:
        """The sockets after a write that has happened already: whatever goes wrong here, it is not undone."""
        try:
            after = self.load(before.table)
        except Busy:
            return before.sockets
        return before.sockets if after is None else after.sockets

    def attach(self, table: str, player: str, connection: str, at: int) -> str | None:
        """Make this connection the player's one socket and return the one it takes the place of. Raises Conflict if
        the table is gone or a later attach has been carried out, Busy."""
        name, key = keys.socket(player), keys.table(table)
        socket = Path([name])
        not_later = socket.does_not_exist() | (socket < sockets.instant(at + 1))
        answer = self._attempts.call(
            lambda: self._models.games.update_item(
                key,
                keys.RECORD,
                actions=[socket.set(sockets.stored(connection, at))],
                condition=Record.v.exists() & not_later,
                return_values=UPDATED_OLD,
            )
        )
        earlier = answer.get("Attributes", {}).get(name)
        return None if earlier is None else sockets.connection(earlier["S"])

    def detach(self, table: str, player: str, connection: str) -> None:
        """Remove the player's socket only if it still is this connection. Raises Busy."""
        socket = Path([keys.socket(player)])
        with suppress(Conflict):
            self._update(table, [socket.remove()], socket.contains(sockets.named(connection)))

    def move_check(self, before: Stored, check_at: int) -> None:
        """Move a healthy table in the sweep's index, as a write like any other. Raises Busy."""
        moved = [Record.check_at.set(check_at), Record.v.set(before.version + 1)]
        with suppress(Conflict):
            self._update(before.table, moved, Record.v == before.version)

    def postpone(self, table: str, seen: int, check_at: int) -> None:
        """Move a table that cannot be read in the sweep's index. Raises Busy."""
        with suppress(Conflict):
            self._update(table, [Record.check_at.set(check_at)], Record.check_at == seen)

    def due(self, shard: int, until: int, limit: int) -> Sequence[tuple[str, int]]:
        """(table, check_at) of one shard with check_at <= until, earliest first."""
        model = self._models.Check
        found = self._attempts.call(lambda: list(model.due.query(str(shard), model.check_at <= until, limit=limit)))
        return [(keys.table_of(item.pk), item.check_at) for item in found]

    def lobby(self, game: str, after: str | None, limit: int) -> tuple[Sequence[LobbyCard], str | None]:
        """A page of waiting tables, newest first, and the token of the next page (None: no more).
        An ``after`` that is no token raises ValueError."""
        if not 1 <= limit <= LOBBY_PAGE:
            raise ValueError(f"a page of the lobby has 1 to {LOBBY_PAGE} cards")
        begin = None if after is None else lobby_page.start(game, after)
        found = self._attempts.call(
            lambda: list(
                self._models.Card.waiting.query(
                    game, scan_index_forward=False, limit=limit + 1, last_evaluated_key=begin
                )
            )
        )
        cards = [LobbyCard(keys.table_of(item.pk), game, item.opened_at, item.card) for item in found]
        if len(cards) <= limit:
            return cards, None
        shown = cards[:limit]
        return shown, lobby_page.token(shown[-1].opened_at, shown[-1].table)

    def history(self, table: str, number: int) -> bytes | None:
        """The record of a finished deal, by its number from 1."""
        found = self._attempts.find(self._models.Deal, keys.table(table), keys.deal(number), consistent=False)
        return None if found is None else found.rec

    def _update(self, table: str, actions: Sequence[Action], condition: Condition) -> None:
        key = keys.table(table)
        self._attempts.call(
            lambda: self._models.games.update_item(key, keys.RECORD, actions=actions, condition=condition)
        )

    def _add_others(
        self, transaction: TransactWrite, table: str, change: Change, unseated: Sequence[str], now: int
    ) -> None:
        """Everything of a change that is not the record itself. ``now`` is the same in every repetition, since another
        content under the same request token would be refused for good."""
        models = self._models
        for player, request in change.seated.items():
            guard = models.Guard(keys.player(player), keys.SEATED, table=table, request=request)
            transaction.save(guard, condition=Guard.pk.does_not_exist())
        for player in unseated:
            here = Guard.pk.does_not_exist() | (Guard.table == table)
            transaction.delete(models.Guard(keys.player(player), keys.SEATED), condition=here)
        if change.card is not None:
            transaction.save(self._card(table, change.card))
        elif change.uncard:
            transaction.delete(models.Card(keys.table(table), keys.CARD))
        if change.history is not None:
            number, record = change.history
            expires = now // 1000 + self._history_days * DAY
            # No condition of its own: the record's version lets one writer through, and he alone numbers the deals.
            transaction.save(models.Deal(keys.table(table), keys.deal(number), rec=record, ttl=expires))

    def _card(self, table: str, card: LobbyCard) -> Card:
        if card.table != table:
            raise ValueError("the lobby card is of another table")
        return self._models.Card(
            keys.table(table), keys.CARD, lobby=card.game, opened_at=card.opened_at, card=card.body
        )

    def _seated_here(self, table: str, players: Sequence[str]) -> list[str]:
        """Those whose guard names this table. Asked before the transaction, because in one a guard that names another
        table could not be passed over: it would stop this table for ever."""
        if not players:
            return []
        guards = batch(
            self._attempts,
            self._models.players,
            self._models.Guard,
            [(keys.player(player), keys.SEATED) for player in players],
            consistent=True,
        )
        return [keys.player_of(guard.pk) for guard in guards if guard.table == table]


def _alone(change: Change) -> bool:
    """Whether the record is all that this change writes."""
    return not any((change.seated, change.unseated, change.card, change.uncard, change.history))


def _check(change: Change) -> None:
    if change.card is not None and change.uncard:
        raise ValueError("a card is either written or taken away")
    if not change.seated.keys().isdisjoint(change.unseated):
        raise ValueError("nobody takes and releases his seat in one write")


def _record_actions(before: Stored, change: Change) -> list[Action]:
    actions: list[Action] = [Record.rec.set(change.record), Record.v.set(before.version + 1)]
    if change.move_check and change.check_at is None:
        actions += [Record.check_shard.remove(), Record.check_at.remove()]
    elif change.move_check and change.check_at is not None:
        actions += [Record.check_shard.set(keys.shard(before.table)), Record.check_at.set(change.check_at)]
    if change.drop_sockets:
        actions += [Path([keys.socket(player)]).remove() for player in dict.fromkeys(change.unseated)]
    return actions
