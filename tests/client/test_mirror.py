"""The mirror: whatever arrives in whatever order, the view ends equal to the server's (protocol: `events`, `sync`)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from circolo.protocol import messages
from circolo.table.events import CloseSheet, Leave
from circolo.table.settings import Level
from circolo.table.state import Phase
from local.client.mirror import Mirror
from tests.client.tables import NAME, PEOPLE, Match, jsoned, sent, without_now

SEEDS = st.integers(0, 2**32)


def play_until(match: Match, phase: Phase) -> None:
    while match.table.phase is not phase:
        match.step()
        assert not match.over or match.table.phase is phase, "this seed does not lead there"


def same(match: Match, player: str, mirror: Mirror) -> bool:
    return without_now(mirror.view) == without_now(match.view(player))


@settings(max_examples=6, deadline=None)
@given(SEEDS, st.sampled_from(["FIBUR@1", "FITAB@1"]), st.sampled_from([None, Level.BASELINE]))
def test_after_every_write_each_mirror_is_the_view_the_server_would_send(seed: int, rulebook: str, ai: Level | None):
    match = Match(Random(seed), rulebook=rulebook, ai=ai)
    mirrors = {player: Mirror() for player in match.people}
    while True:
        for player, mirror in mirrors.items():
            for message in match.outbox[player]:
                mirror.take(message)
            match.outbox[player].clear()
            assert without_now(mirror.view) == without_now(match.view(player))
            assert not mirror.behind
        if match.over:
            return
        match.step()


@settings(max_examples=6, deadline=None)
@given(SEEDS, st.floats(0, 0.4), st.floats(0, 0.4), st.integers(1, 12))
def test_lost_doubled_and_reordered_messages_end_equal_after_a_sync(seed: int, lost: float, doubled: float, reach: int):
    chance = Random(seed + 1)
    match = Match(Random(seed))
    mirrors = {player: Mirror() for player in PEOPLE}
    under_way: dict[str, list[messages.ServerMessage]] = {player: [] for player in PEOPLE}
    while True:
        for player, mirror in mirrors.items():
            for message in match.outbox[player]:
                if chance.random() >= lost:
                    under_way[player] += [message] * (2 if chance.random() < doubled else 1)
            match.outbox[player].clear()
            if mirror.behind and chance.random() < 0.5:
                under_way[player].append(match.sync(player, mirror.since))
            while len(under_way[player]) > reach or (match.over and under_way[player]):
                mirror.take(under_way[player].pop(chance.randrange(len(under_way[player]))))
        if match.over:
            break
        match.step()
    for player, mirror in mirrors.items():
        mirror.take(sent(messages.Pong(now=match.now, table=NAME, seq=match.table.seq)))
        if mirror.behind:
            mirror.take(match.sync(player, mirror.since))
        assert not mirror.behind
        assert same(match, player, mirror)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(0, 400), st.integers(0, 60))
def test_a_sync_alone_makes_up_for_any_silence(seed: int, heard: int, unheard: int):
    match = Match(Random(seed))
    for _ in range(heard):
        if not match.over:
            match.step()
    mirror = Mirror()
    mirror.take(match.whole("ada"))

    for _ in range(unheard):
        if not match.over:
            match.step()
    mirror.take(match.sync("ada", mirror.since))

    assert same(match, "ada", mirror)
    assert not mirror.behind


def test_a_message_that_comes_too_early_waits_for_the_one_before_it():
    match = Match(Random(1))
    mirror = Mirror()
    mirror.take(match.whole("ada"))
    match.outbox["ada"].clear()
    match.step()
    match.step()
    first, second = match.outbox["ada"]

    mirror.take(second)
    assert mirror.behind
    assert mirror.since == match.table.seq - 2

    mirror.take(first)
    assert not mirror.behind
    assert same(match, "ada", mirror)


def test_before_the_first_view_nothing_less_than_the_whole_view_is_asked_for():
    mirror = Mirror()

    mirror.take(messages.Events(table=NAME, seq=7, events=[{"seq": 7}], clock=None))

    assert mirror.behind
    assert mirror.since is None


def test_a_pong_with_a_higher_seq_shows_that_something_is_missing():
    match = Match(Random(2))
    mirror = Mirror()
    mirror.take(match.whole("ada"))

    mirror.take(messages.Pong(now=match.now, table=NAME, seq=match.table.seq + 1))

    assert mirror.behind
    assert mirror.since == match.table.seq


def test_an_event_of_a_newer_server_asks_for_the_whole_view():
    match = Match(Random(3))
    mirror = Mirror()
    mirror.take(match.whole("ada"))
    clock = match.view("ada")["clock"]
    seq = match.table.seq + 1

    mirror.take(messages.Events(table=NAME, seq=seq, events=[{"seq": seq, "event": "juggled"}], clock=clock))

    assert mirror.behind
    assert mirror.since is None
    mirror.take(match.whole("ada"))
    assert mirror.since == match.table.seq


def test_a_view_once_read_is_never_changed():
    match = Match(Random(4))
    mirror = Mirror()
    mirror.take(match.whole("ada"))
    early, copy = mirror.view, jsoned(mirror.view)

    for _ in range(60):
        match.step()
    for message in match.outbox["ada"]:
        mirror.take(message)

    assert mirror.view != copy
    assert early == copy


def test_an_older_view_that_arrives_late_changes_nothing():
    match = Match(Random(5))
    mirror = Mirror()
    mirror.take(match.whole("ada"))
    older = match.whole("ada")
    match.step()
    mirror.take(match.outbox["ada"][-1])

    mirror.take(older)

    assert same(match, "ada", mirror)


@pytest.mark.parametrize("first", PEOPLE)
def test_sheets_closed_bear_no_number_and_are_found_by_sync_all_the_same(first: str):
    match = Match(Random(6), steady=True)
    play_until(match, Phase.SHEET)
    mirror = Mirror()
    mirror.take(match.whole("ada"))
    match.command(CloseSheet(first, match.person(first).last + 1, b"shut", 1))

    mirror.take(match.sync("ada", mirror.since))

    assert same(match, "ada", mirror)


@pytest.mark.parametrize("answered_before", [True, False])
def test_the_number_of_ones_next_command_survives_a_lost_answer(answered_before: bool):
    match = Match(Random(7), steady=True)
    play_until(match, Phase.SHEET)
    mirror = Mirror()
    mirror.take(match.whole("ada"))
    number = match.person("ada").last + 1
    match.command(CloseSheet("ada", number, b"shut", 1))
    late = match.outbox["ada"][-1]
    again = messages.Accepted(table=NAME, n=number, seq=match.table.seq)

    for message in (again, late) if answered_before else (late, again):
        mirror.take(message)

    assert mirror.view is not None
    assert mirror.view["you"]["next"] == number + 1
    assert same(match, "ada", mirror)


def test_a_new_deal_tells_that_everybody_has_closed_the_sheet():
    match = Match(Random(8), steady=True)
    play_until(match, Phase.SHEET)
    mirror = Mirror()
    mirror.take(match.whole("ada"))
    play_until(match, Phase.PLAYING)
    dealt = match.outbox["ada"][-1]

    mirror.take(dealt)

    assert same(match, "ada", mirror)


def test_a_departure_makes_the_match_void_in_the_mirror_too():
    match = Match(Random(9))
    mirror = Mirror()
    mirror.take(match.whole("bruno"))
    match.command(Leave("ada", match.person("ada").last + 1, b"left"))

    mirror.take(match.outbox["bruno"][-1])

    assert same(match, "bruno", mirror)
    assert mirror.view is not None
    assert mirror.view["void"] == {"by": [0], "cause": "left"}
