"""Connections: attaching, taking over, stale sockets, too many of them."""

import pytest

from circolo.room import presence
from circolo.room.ports import Connection
from tests.room.fakes import NOON, World, player


def connected(world: World, who: str, connection: str, at: int = NOON) -> None:
    presence.connect(world.house, Connection(connection, player(who), "table", at))


def test_attaching_shows_the_whole_view_and_the_nicknames() -> None:
    world = World()
    name = world.match("anna", "bruno")

    shown = world.say("anna", {"type": "attach", "table": name})[-1]

    assert shown["type"] == "view"
    assert shown["nicknames"] == {player("anna"): "anna", player("bruno"): "bruno"}
    assert shown["view"]["you"] == {"person": 0, "seats": [0], "next": 1}


def test_attaching_and_detaching_never_touch_the_version() -> None:
    world = World()
    name = world.match("anna", "bruno")
    version = world.version(name)

    world.say("anna", {"type": "attach", "table": name})
    world.say("anna", {"type": "detach", "table": name})

    assert world.version(name) == version


def test_a_second_device_takes_over_and_the_first_is_told() -> None:
    world = World()
    name = world.match("anna", "bruno")
    world.tables.attach(name, player("anna"), "anna-old", NOON)

    world.say("anna", {"type": "attach", "table": name})
    world.say("bruno", {"type": "sync", "table": name})
    sent = [frame["type"] for to, frame in world.sockets.sent if to == "anna-old"]

    assert sent == ["detached"]
    assert world.tables.items[name].sockets[player("anna")] == "anna-table"


def test_a_disconnect_of_the_old_socket_leaves_the_new_one() -> None:
    world = World()
    name = world.match("anna", "bruno")
    connected(world, "anna", "c1")
    world.tables.attach(name, player("anna"), "c1", NOON)
    world.players.note_table("c1", name)
    connected(world, "anna", "c2")
    world.tables.attach(name, player("anna"), "c2", NOON)

    presence.disconnect(world.house, "c1")

    assert world.tables.items[name].sockets[player("anna")] == "c2"


def test_a_disconnect_lets_the_socket_go_at_its_table() -> None:
    world = World()
    name = world.match("anna", "bruno")
    connected(world, "anna", "anna-table")
    world.say("anna", {"type": "attach", "table": name})

    presence.disconnect(world.house, "anna-table")
    presence.disconnect(world.house, "anna-table")

    assert player("anna") not in world.tables.items[name].sockets


def test_a_socket_found_dead_is_dropped_by_its_own_id() -> None:
    world = World()
    name = world.match("anna", "bruno")
    waiting = "bruno" if world.on_turn(name) == "anna" else "anna"
    world.sockets.gone = {f"{waiting}-table"}

    world.say(world.on_turn(name), world.move(name, "draw"))

    assert set(world.tables.items[name].sockets) == {player(world.on_turn(name))}


def test_a_socket_attached_while_a_move_is_saved_hears_of_it() -> None:
    world = World()
    name = world.match("anna", "bruno")
    mover = world.on_turn(name)
    waiting = "bruno" if mover == "anna" else "anna"
    world.tables.before_write = lambda: world.tables.attach(name, player(waiting), f"{waiting}-phone", NOON)

    world.say(mover, world.move(name, "draw"))

    assert [frame["type"] for to, frame in world.sockets.sent if to == f"{waiting}-phone"] == ["events"]


def test_of_too_many_connections_the_oldest_is_closed_and_nobody_is_locked_out() -> None:
    world = World()

    for number in range(presence.CAP + 2):
        connected(world, "anna", f"c{number}", NOON + number)

    assert world.sockets.closed == ["c0", "c1"]
    assert [known.connection for known in world.players.connections(player("anna"))] == [
        f"c{number}" for number in range(2, presence.CAP + 2)
    ]


def test_the_same_connection_announced_twice_counts_once() -> None:
    world = World()

    for _ in range(presence.CAP + 2):
        connected(world, "anna", "c1")

    assert world.sockets.closed == []


def test_of_two_devices_attaching_at_once_the_one_that_lost_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    name = world.match("anna", "bruno")
    attach = world.tables.attach

    def rival_first(table: str, who: str, connection: str, at: int) -> str | None:
        attach(table, who, "anna-tablet", at)
        return attach(table, who, connection, at)

    monkeypatch.setattr(world.tables, "attach", rival_first)
    world.say("anna", {"type": "attach", "table": name})

    assert [frame["type"] for to, frame in world.sockets.sent if to == "anna-tablet"] == ["detached"]


def test_an_attach_that_was_long_on_its_way_takes_nothing_from_the_connection_that_came_after() -> None:
    world = World()
    name = world.match("anna", "bruno")
    world.tables.attach(name, player("anna"), "anna-again", NOON + 2000)

    answer = world.say("anna", {"type": "attach", "table": name}, sent_at=NOON + 1000)

    assert [frame["type"] for frame in answer] == ["detached"]
    assert [to for to, _ in world.sockets.sent if to == "anna-again"] == []
    assert world.tables.items[name].sockets[player("anna")] == "anna-again"


def test_a_late_copy_of_an_attach_that_was_repeated_shows_the_table_once_more() -> None:
    world = World()
    name = world.match("anna", "bruno")
    world.now = NOON + 2000
    world.say("anna", {"type": "attach", "table": name})

    answer = world.say("anna", {"type": "attach", "table": name}, sent_at=NOON + 1000)

    assert [frame["type"] for frame in answer] == ["view"]
    assert world.tables.items[name].sockets[player("anna")] == "anna-table"
