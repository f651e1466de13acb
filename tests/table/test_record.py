"""The stored record: the fold of its log is the state, its format is kept, what is newer is refused."""

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies

from circolo.games import GAMES
from circolo.table.record import UnreadableRecord, decode, encode
from circolo.table.state import Phase, Table
from tests.table.builders import Played, against_ai, at_sheet, coppie, ended, playing
from tests.table.builders import settings as chosen

GOLDEN = Path(__file__).parent / "golden_records.json"


@given(
    seed=strategies.integers(0, 10_000),
    moves=strategies.integers(0, 150),
    rulebook=strategies.sampled_from(["FIBUR@1", "FITAB@1"]),
    make=strategies.sampled_from([playing, coppie]),
)
@settings(max_examples=30, deadline=None)
def test_the_fold_of_the_record_is_the_state(seed: int, moves: int, rulebook: str, make: Callable[..., Played]) -> None:
    played = make(seed=seed, rulebook=rulebook)
    for _ in range(moves):
        if played.table.phase is not Phase.PLAYING:
            break
        played.baseline_move()

    assert decode(encode(played.table), GAMES) == played.table


@pytest.mark.parametrize("made", [Played, playing, coppie, at_sheet, ended, against_ai])
def test_every_phase_survives_the_store(made: object) -> None:
    table = made().table

    assert decode(encode(table), GAMES) == table


def test_an_abandoned_match_survives_the_store() -> None:
    played = at_sheet()
    played.leave(played.table.persons[0].id)

    assert decode(encode(played.table), GAMES) == played.table


def test_a_record_of_a_whole_long_deal_is_one_write_unit() -> None:
    sizes = []
    for seed in range(4):
        played = playing(seed=seed)
        while played.table.phase is Phase.PLAYING:
            played.now += 7_000
            played.baseline_move()
            sizes.append(len(encode(played.table)))

    assert sorted(sizes)[int(len(sizes) * 0.95)] < 800
    assert max(sizes) < 4096 - 300


def test_a_record_holds_no_nickname_and_no_more_than_ids() -> None:
    assert b"nick" not in encode(playing().table).lower()


@pytest.mark.parametrize("name", json.loads(GOLDEN.read_text()) if GOLDEN.exists() else ["missing"])
def test_records_written_by_earlier_versions_stay_readable(name: str) -> None:
    golden = json.loads(GOLDEN.read_text())[name]

    table = decode(base64.b64decode(golden["record"]), GAMES)

    assert described(table) == golden["table"]


@pytest.mark.parametrize(
    ("blob", "says"),
    [
        (b"", "schema missing"),
        (b"\x02whatever", "schema 2"),
        (b"\x01not deflate", "not a record"),
        (b"\x01", "not a record"),
    ],
)
def test_what_is_no_record_is_refused(blob: bytes, says: str) -> None:
    with pytest.raises(UnreadableRecord, match=says):
        decode(blob, GAMES)


def test_a_record_of_a_newer_engine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("circolo.table.record.ENGINE", 2)
    newer = encode(playing().table)
    monkeypatch.undo()

    with pytest.raises(UnreadableRecord, match="engine 2"):
        decode(newer, GAMES)


def test_a_record_by_an_unknown_rulebook_or_game_is_refused() -> None:
    newer = Played(chosen(rulebook="FIBUR@1"))
    with pytest.raises(UnreadableRecord, match="burraco by FIBUR@1: unknown here"):
        decode(encode(newer.table), {})


def test_a_record_cut_short_is_refused() -> None:
    whole = encode(playing().table)

    for length in range(len(whole)):
        with pytest.raises(UnreadableRecord):
            decode(whole[:length], GAMES)


def described(table: Table) -> dict[str, object]:
    """What a golden record is compared by: everything but the game's own state, and that by its scores and turn."""
    return {
        "phase": table.phase.name,
        "seq": table.seq,
        "settings": [table.settings.rulebook, table.settings.format, table.settings.deals],
        "persons": [[person.id, list(person.seats), person.last, person.expired] for person in table.persons],
        "due": None if table.due is None else [table.due.kind.name, table.due.at, table.due.clock],
        "log": len(table.log),
        "scores": [[list(side) for side in deal] for deal in table.scores],
        "hands": [list(hand) for hand in table.deal.hands] if table.deal is not None else None,
    }
