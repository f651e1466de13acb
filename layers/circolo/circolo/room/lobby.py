"""The lobby: who one is, which tables wait, opening one and sitting down."""

import base64
import hashlib
import logging
from typing import Any

from circolo.player.nickname import folded, tidy, valid
from circolo.protocol import commands
from circolo.protocol.messages import Lobby, Seated, ServerMessage, Waiting, Welcome, refused
from circolo.refusal import Code, Refusal
from circolo.room.house import House, Sender
from circolo.room.lobby_card import Body, UnreadableCard, read, visible
from circolo.room.ports import Conflict, LobbyCard, NicknameFixed, NicknameTaken, Seat
from circolo.room.saving import OVER, Loaded, load, save, unsaved
from circolo.room.telling import Answering
from circolo.room.timekeeping import current
from circolo.table.decide import decide, opening
from circolo.table.events import Repeated, Sit
from circolo.table.settings import Settings
from circolo.table.view import public_settings

log = logging.getLogger(__name__)


def hello(house: House, sender: Sender, id: str | None) -> ServerMessage:
    """Who the sender is, and where he sits."""
    profile, seat = house.players.profile(sender.player), house.players.seat(sender.player)
    return Welcome(
        id=id,
        player=sender.player,
        nickname=profile.nickname if profile else None,
        seat=seat.table if seat else None,
    )


def claim_nickname(house: House, sender: Sender, asked: commands.ClaimNickname) -> ServerMessage:
    """Give the sender the nickname he asks for, once and for ever."""
    nickname = tidy(asked.nickname)
    if not valid(nickname):
        return refused(Refusal(Code.NICKNAME_INVALID, "nickname"), id=asked.id)
    try:
        house.players.claim(sender.player, sender.subject, nickname, folded(nickname), house.now())
    except NicknameTaken:
        return refused(Refusal(Code.NICKNAME_TAKEN, "nickname"), id=asked.id)
    except NicknameFixed:
        return refused(Refusal(Code.NICKNAME_FIXED, "nickname"), id=asked.id)
    return hello(house, sender, asked.id)


def list_tables(house: House, sender: Sender, asked: commands.ListTables) -> ServerMessage:
    """A page of the tables that wait and that the sender may sit down at."""
    try:
        cards, after = house.tables.lobby("burraco", asked.after, asked.limit)
    except ValueError:
        return refused(Refusal(Code.BAD_FIELD, "after"), id=asked.id)
    shown = [(stored, body) for stored, body in map(_readable, cards) if body and visible(body, sender.player)]
    nicknames = house.players.nicknames({player for _, body in shown for player, _ in body.seated})
    return Lobby(id=asked.id, tables=[_waiting(stored, body, nicknames) for stored, body in shown], after=after)


def _readable(stored: LobbyCard) -> tuple[LobbyCard, Body | None]:
    """A card and its body; one that another version wrote is not shown, and hides no other."""
    try:
        return stored, read(stored)
    except UnreadableCard:
        log.exception("lobby card passed over", extra={"table": stored.table})
        return stored, None


def _waiting(stored: LobbyCard, body: Body, nicknames: dict[str, str]) -> Waiting:
    seated: list[dict[str, Any]] = [
        {"player": player, "nickname": nicknames.get(player), "seats": list(seats)} for player, seats in body.seated
    ]
    return Waiting(stored.table, stored.opened_at, public_settings(body.settings), seated, body.hands)


def table_name(player: str, request: str) -> str:
    """The table that a request to open one makes: the same request makes the same table, however often it arrives."""
    return base64.b32encode(_hashed(player, request)).decode().lower()[:20]


def _hashed(player: str, request: str) -> bytes:
    return hashlib.sha256(f"{player}|{request}".encode()).digest()


def open_table(house: House, sender: Sender, asked: commands.OpenTable) -> ServerMessage | None:
    """Open a table and sit down at it; both or neither."""
    chosen = _settings(house, sender, asked)
    if isinstance(chosen, Refusal):
        return refused(chosen, id=asked.id)
    name = table_name(sender.player, asked.request)
    for _ in range(house.races):
        existing = load(house, name)
        if existing is not None:
            return _opened_before(existing, chosen, sender, asked.id)
        opener = Sit(sender.player, asked.seat, _hashed(sender.player, asked.request)[:4])
        table, events = opening(house.games[chosen.game], chosen, opener, house.now(), house.random)
        if isinstance(events, Refusal):
            return refused(events, id=asked.id)
        try:
            save(house, unsaved(name, table), events, sender, Answering(id=asked.id, request=asked.request))
            return None
        except Conflict:
            seat = house.players.seat(sender.player)
            if seat is not None and seat.table != name:
                return _seated_elsewhere(seat, asked.id)
    return refused(Refusal(Code.BUSY), id=asked.id)


def _settings(house: House, sender: Sender, asked: commands.OpenTable) -> Settings | Refusal:
    if house.players.profile(sender.player) is None:
        return Refusal(Code.NICKNAME_REQUIRED)
    game = house.games[asked.game]
    rulebook = game.rulebook(asked.rulebook)
    if rulebook is None:
        return Refusal(Code.UNKNOWN_RULEBOOK, "rulebook")
    invited: tuple[str, ...] | None = None
    if asked.invited is not None:
        found = {nickname: house.players.find(folded(tidy(nickname))) for nickname in asked.invited}
        unknown = next((nickname for nickname, profile in found.items() if profile is None), None)
        if unknown is not None:
            return Refusal(Code.UNKNOWN_PLAYER, "invited", {"nickname": unknown})
        invited = (sender.player, *(profile.player for profile in found.values() if profile is not None))
    ai_seats = None if asked.ai_seats is None else tuple(asked.ai_seats)
    chosen = Settings(asked.game, rulebook, asked.format, asked.deals, asked.mode, asked.ai, invited, ai_seats)
    return game.check(chosen) or chosen


def _opened_before(existing: Loaded, chosen: Settings, sender: Sender, id: str | None) -> ServerMessage:
    name, table = existing.stored.table, existing.table
    if table.settings != chosen:
        return refused(Refusal(Code.NUMBER_REUSED, "request"), id=id, table=name)
    if table.phase in OVER:
        return refused(Refusal(Code.WRONG_PHASE), id=id, table=name)
    if table.person(sender.player) is None:
        return refused(Refusal(Code.NOT_SEATED), id=id, table=name)
    return Seated(id=id, table=name)


def sit(house: House, sender: Sender, asked: commands.Sit) -> ServerMessage | None:
    """Sit down at a waiting table; the last seat starts the match."""
    if house.players.profile(sender.player) is None:
        return refused(Refusal(Code.NICKNAME_REQUIRED), id=asked.id)
    for _ in range(house.races):
        seat = house.players.seat(sender.player)
        if seat is not None and seat.table != asked.table:
            return _seated_elsewhere(seat, asked.id)
        if seat is not None and seat.request == asked.request:
            return Seated(id=asked.id, table=asked.table)
        current(house, asked.table, sender.sent_at)
        loaded = load(house, asked.table)
        if loaded is None:
            return refused(Refusal(Code.TABLE_NOT_FOUND), id=asked.id, table=asked.table)
        asks = Sit(sender.player, asked.seat, _hashed(sender.player, asked.request)[:4])
        decision = decide(loaded.table, asks, house.now(), house.random)
        if isinstance(decision, Refusal):
            if decision.code is Code.ALREADY_SEATED and _took(house, sender, asked):
                return Seated(id=asked.id, table=asked.table)
            return refused(decision, id=asked.id, table=asked.table)
        assert not isinstance(decision, Repeated), "sitting down carries no number"
        try:
            save(house, loaded, decision, sender, Answering(id=asked.id, request=asked.request))
            return None
        except Conflict:
            continue
    return refused(Refusal(Code.BUSY), id=asked.id, table=asked.table)


def _took(house: House, sender: Sender, asked: commands.Sit) -> bool:
    """Whether a copy of this very request has taken the seat since it was first looked at."""
    seat = house.players.seat(sender.player)
    return seat is not None and (seat.table, seat.request) == (asked.table, asked.request)


def _seated_elsewhere(seat: Seat, id: str | None) -> ServerMessage:
    return refused(Refusal(Code.ALREADY_SEATED, None, {"table": seat.table}), id=id)
