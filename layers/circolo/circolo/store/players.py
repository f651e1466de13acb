"""Profiles, nicknames, seats and connections, in the players table."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from pynamodb.constants import ALL_NEW, UPDATED_NEW
from pynamodb.transactions import TransactWrite

from circolo.room.ports import Conflict, Connection, NicknameFixed, NicknameTaken, Profile, Seat
from circolo.store import keys
from circolo.store.attempts import Attempts
from circolo.store.batches import batch
from circolo.store.items import Item, Live
from circolo.store.models import Models

UNKNOWN_CONNECTION: Final = 1_000_000
"""What ``strike`` answers for a connection without an item: over any limit, since nobody should speak on it."""


class DynamoPlayers:
    """The room's ``Players`` (see there for what each method promises)."""

    def __init__(self, models: Models, attempts: Attempts) -> None:
        self._models = models
        self._attempts = attempts

    def profile(self, player: str) -> Profile | None:
        """The player's profile, strongly consistent: it is read right after the claim."""
        found = self._attempts.find(self._models.Person, keys.player(player), keys.PROFILE, consistent=True)
        return None if found is None else Profile(player=player, nickname=found.nickname)

    def nicknames(self, players: Iterable[str]) -> dict[str, str]:
        """Nickname per player id, of those who have one; batched, eventually consistent. Raises Busy."""
        found = batch(
            self._attempts,
            self._models.players,
            self._models.Person,
            [(keys.player(player), keys.PROFILE) for player in players],
            consistent=False,
        )
        return {keys.player_of(person.pk): person.nickname for person in found}

    def find(self, folded: str) -> Profile | None:
        """The player whose folded nickname this is; whatever cannot be one is nobody's."""
        if not 0 < len(folded) <= keys.MAX_ID:
            return None
        found = self._attempts.find(self._models.Nickname, keys.nickname(folded), keys.NICK, consistent=False)
        return None if found is None else Profile(player=found.player, nickname=found.nickname)

    def claim(self, player: str, subject: str, nickname: str, folded: str, now: int) -> None:
        """Give the player his nickname, once and for ever. Raises NicknameTaken, NicknameFixed, Conflict, Busy."""
        models = self._models
        person = models.Person(
            keys.player(player), keys.PROFILE, subject=subject, nickname=nickname, folded=folded, since=now
        )
        guard = models.Nickname(keys.nickname(folded), keys.NICK, player=player, nickname=nickname)

        def fill(transaction: TransactWrite) -> None:
            for item in (person, guard):
                transaction.save(item, condition=Item.pk.does_not_exist())

        try:
            self._attempts.transact(fill)
        except Conflict:
            self._judge_claim(player, subject, nickname, folded)

    def _judge_claim(self, player: str, subject: str, nickname: str, folded: str) -> None:
        """Say why a claim was refused, or nothing if it is a repetition of one that was accepted."""
        own = self._attempts.find(self._models.Person, keys.player(player), keys.PROFILE, consistent=True)
        if own is not None:
            if own.subject != subject:
                raise Conflict("the player id belongs to another subject")
            if own.nickname != nickname:
                raise NicknameFixed
            return
        if self._attempts.find(self._models.Nickname, keys.nickname(folded), keys.NICK, consistent=True) is None:
            raise Conflict
        raise NicknameTaken

    def seat(self, player: str) -> Seat | None:
        """The player's guard, strongly consistent."""
        found = self._attempts.find(self._models.Guard, keys.player(player), keys.SEATED, consistent=True)
        return None if found is None else Seat(table=found.table, request=found.request)

    def connect(self, connection: Connection, expires_at: int) -> None:
        """Record a connection (both rows), until ``expires_at`` (UTC seconds) by time to live. Raises Busy."""
        # Two writes, not a transaction, which costs twice as much. If the second fails, the connect itself fails and
        # there is no such connection: a row nobody lists is left, until its time to live. Each is written only if it
        # is not there, so that a doubled event does not undo what was noted on the rows since.
        own, listed = keys.connection(connection.connection), keys.player(connection.player)
        for pk, sk in ((own, keys.CONN), (listed, own)):
            row = self._models.Live(
                pk,
                sk,
                player=connection.player,
                channel=connection.channel,
                opened_at=connection.opened_at,
                table=connection.table,
                ttl=expires_at,
            )
            with suppress(Conflict):
                self._attempts.call(partial(row.save, condition=Live.pk.does_not_exist()))

    def connection(self, connection: str) -> Connection | None:
        """A recorded connection, strongly consistent."""
        row = self._row(connection)
        return None if row is None else _connection(connection, row)

    def note_table(self, connection: str, table: str) -> None:
        """Remember, on both rows, which table a connection is attached to; nothing if it is gone. Raises Busy."""
        own = keys.connection(connection)
        with suppress(Conflict):
            row = self._update_row(own, keys.CONN, table)
            self._update_row(keys.player(row.player), own, table)

    def disconnect(self, connection: str) -> Connection | None:
        """Forget a connection (both rows) and return what it was; None if unknown. Raises Busy."""
        row = self._row(connection)
        if row is None:
            return None
        own, players = keys.connection(connection), self._models.players
        # The row by which it is found goes last: a repetition after a failure in between finishes the work.
        for pk, sk in ((keys.player(row.player), own), (own, keys.CONN)):
            self._attempts.call(partial(players.delete_item, pk, sk))
        return _connection(connection, row)

    def connections(self, player: str) -> Sequence[Connection]:
        """All recorded connections of a player, oldest first, strongly consistent."""
        model = self._models.Live
        rows = self._attempts.call(
            lambda: list(model.query(keys.player(player), model.sk.startswith("CONN#"), consistent_read=True))
        )
        found = [_connection(keys.connection_of(row.sk), row) for row in rows]
        return sorted(found, key=lambda one: (one.opened_at, one.connection))

    def strike(self, connection: str) -> int:
        """Count one more burst and return the count; ``UNKNOWN_CONNECTION`` if there is no such connection."""
        own, players = keys.connection(connection), self._models.players
        try:
            answer = self._attempts.call(
                lambda: players.update_item(
                    own,
                    keys.CONN,
                    actions=[Live.strikes.add(1)],
                    condition=Live.pk.exists(),
                    return_values=UPDATED_NEW,
                )
            )
        except Conflict:
            return UNKNOWN_CONNECTION
        return int(answer["Attributes"]["strikes"]["N"])

    def _row(self, connection: str) -> Live | None:
        return self._attempts.find(self._models.Live, keys.connection(connection), keys.CONN, consistent=True)

    def _update_row(self, pk: str, sk: str, table: str) -> Live:
        answer = self._attempts.call(
            lambda: self._models.players.update_item(
                pk, sk, actions=[Live.table.set(table)], condition=Live.pk.exists(), return_values=ALL_NEW
            )
        )
        return self._models.Live.from_raw_data(answer["Attributes"])


def _connection(connection: str, row: Live) -> Connection:
    return Connection(
        connection=connection, player=row.player, channel=row.channel, opened_at=row.opened_at, table=row.table
    )
