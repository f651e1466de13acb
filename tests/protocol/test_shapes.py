"""What tables send is shaped as published: matches at random, every phase, every recipient, strangers included."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from circolo.burraco.shapes import PlayingTable
from circolo.table.settings import Format, Level
from circolo.table.state import Cause, DueKind, Phase
from circolo.table.view import steps, tell, view
from local.asyncapi.schemas import closed, schemas
from tests.burraco.builders import random_action
from tests.protocol.shapes import VIEWS, event_faults, faults, view_faults
from tests.table.builders import ANNA, CARLA, Played, against_ai, coppie, playing, settings

STRANGER = "stranger2222"


class Watched:
    """A table of which everything is checked that its people and a stranger could be sent."""

    def __init__(self, played: Played, chance: random.Random) -> None:
        self.played, self.chance = played, chance
        self.seen: Counter[str] = Counter()
        self._look()

    def step(self) -> bool:
        """Something that may happen, by chance; False once the table is over."""
        before, told = self.played.table, len(self.played.happened)
        if before.phase not in (Phase.PLAYING, Phase.SHEET):
            return False
        self._happen()
        for one in steps(before, self.played.happened[told:]):
            for player in self._recipients():
                event = tell(one, player)
                if event is not None:
                    self.seen[event["event"]] += 1
                    self.seen["by_clock" if event.get("by_clock") else "by person"] += 1
                    assert event_faults(event) is None
        if before.phase is not self.played.table.phase or self.chance.random() < 0.2:
            self._look()
        return True

    def _happen(self) -> None:
        table, chance = self.played.table, self.chance.random()
        if table.phase is Phase.SHEET:
            readers = [person.id for person in table.people if not person.closed]
            if readers and chance < 0.9:
                assert isinstance(self.played.close_sheet(readers[0]), tuple)
            else:
                self.played.expire()
        elif chance < 0.005 or table.persons[table.holder(table.deal.seat)].is_ai:
            self.played.expire()
        elif chance < 0.006:
            self.played.leave(self.played.on_turn)
        else:
            assert isinstance(self.played.play(self.played.on_turn, random_action(table.deal, self.chance)), tuple)

    def _look(self) -> None:
        self.seen[self.played.table.phase.name.lower()] += 1
        for player in self._recipients():
            assert view_faults(view(self.played.table, player, self.played.now)) is None

    def _recipients(self) -> Iterator[str]:
        yield from (person.id for person in self.played.table.people)
        yield STRANGER


def mixed(*, seed: int, **chosen: object) -> Played:
    return coppie(seed=seed, ai=Level.BASELINE, ai_seats=(1, 3), **chosen)


@pytest.mark.slow
@pytest.mark.parametrize("make", [playing, coppie, against_ai, mixed])
@pytest.mark.parametrize("rulebook", ["FIBUR@1", "FITAB@1"])
def test_every_view_and_event_is_as_published(make: Callable[..., Played], rulebook: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2):
        watched = Watched(make(seed=seed, rulebook=rulebook), random.Random(seed))
        while watched.step():
            pass
        seen += watched.seen

    assert {"drew", "took", "melded", "laid", "discarded", "by person", "playing"} <= set(seen)


def test_a_table_is_as_published_in_every_phase() -> None:
    tables = {
        "waiting": Played(),
        "waiting, by invitation": Played(settings(invited=(ANNA, CARLA), format=Format.COPPIE)),
        "playing": playing(),
        "sheet": playing().until(lambda table: table.phase is Phase.SHEET),
        "ended": playing().until(lambda table: table.phase is Phase.ENDED),
        "void": playing(),
        "void over a sheet": playing().until(lambda table: table.phase is Phase.SHEET),
        "closed": Played().expire(),
    }
    tables["void"].leave(ANNA)
    tables["void over a sheet"].leave(ANNA)

    for name, played in tables.items():
        for player in (ANNA, STRANGER):
            seen = view(played.table, player, played.now)
            assert name.startswith(seen["phase"])
            assert view_faults(seen) is None
            assert faults("TableView", seen) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda seen: seen.pop("seq"),
        lambda seen: seen["deal"].pop("pile"),
        lambda seen: seen["deal"].update(next_card="AS"),
        lambda seen: seen["deal"]["pile"].append("1Z"),
        lambda seen: seen["clock"].update(kind="soon"),
        lambda seen: seen["you"].update(next=0),
    ],
)
def test_the_schemas_notice_what_is_missing_new_or_wrong(spoil: Callable[[dict[str, Any]], object]) -> None:
    played = playing()
    seen = view(played.table, ANNA, played.now)
    assert view_faults(seen) is None

    spoil(seen)

    assert view_faults(seen) is not None


def test_every_phase_deadline_and_cause_is_published() -> None:
    published = schemas()

    assert set(VIEWS) == {phase.name.lower() for phase in Phase}
    assert set(published["Clock"]["properties"]["kind"]["enum"]) == {kind.name.lower() for kind in DueKind}
    assert set(published["Void"]["properties"]["cause"]["enum"]) == {cause.name.lower() for cause in Cause}


def test_what_the_server_sends_may_grow_but_commands_may_not() -> None:
    published = schemas()

    assert "additionalProperties" not in published[PlayingTable.__name__]
    assert published["Draw"]["additionalProperties"] is False
    assert closed(published)["PlayingTable"]["additionalProperties"] is False
