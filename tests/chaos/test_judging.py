"""What a match under chaos is judged by has teeth: whatever is changed in what happened is found."""

from collections.abc import Callable
from copy import copy
from typing import Any

import pytest
from msgspec.structs import replace
from pynamodb.connection import TableConnection

from circolo.table.settings import Format
from local.chaos.history import Failed, History
from local.chaos.judging import judge
from local.chaos.match import Plan, Played, play
from local.chaos.model import Wrong
from local.chaos.settings import Chaos, Rates

PAIRS = Plan(format=Format.COPPIE, ai_seats=(1, 3), moves=10)


@pytest.fixture(scope="module")
def played() -> Played:
    return play(Chaos(3, Rates(frame_doubled=0.3)), PAIRS)


def with_history(played: Played, **changed: Any) -> Played:
    history: History = copy(played.history)
    for name, value in changed.items():
        setattr(history, name, value)
    return replace(played, history=history)


def first_own_draw(played: Played) -> int:
    """Which push tells somebody the card he drew."""
    return next(
        index
        for index, pushed in enumerate(played.history.pushed)
        if any(event.get("event") == "drew" and "card" in event for event in pushed.message.get("events", ()))
    )


def told_to_another(played: Played) -> Played:
    index = first_own_draw(played)
    pushes = list(played.history.pushed)
    other = next(player for player in played.people if player != pushes[index].player)
    pushes[index] = pushes[index]._replace(player=other)
    return with_history(played, pushed=pushes)


def told_too_early(played: Played) -> Played:
    index = first_own_draw(played)
    pushes = list(played.history.pushed)
    pushes[index] = pushes[index]._replace(at=0)
    return with_history(played, pushed=pushes)


def told_untruly(played: Played) -> Played:
    pushes = list(played.history.pushed)
    index = next(i for i, pushed in enumerate(pushes) if pushed.message.get("accepted"))
    message = pushes[index].message
    pushes[index] = pushes[index]._replace(message={**message, "accepted": message["accepted"] + 1})
    return with_history(played, pushed=pushes)


def never_asked(played: Played) -> Played:
    drawn = next(said for said in played.history.arrived if said.message["type"] == "draw")
    key = ("type", "n")
    rest = [
        said
        for said in played.history.arrived
        if said.player != drawn.player or [said.message.get(k) for k in key] != [drawn.message[k] for k in key]
    ]
    return with_history(played, arrived=rest)


def saved_twice(played: Played) -> Played:
    saves = played.history.saved
    return with_history(played, saved=[*saves[:5], saves[4], *saves[5:]])


def saved_out_of_turn(played: Played) -> Played:
    saves = list(played.history.saved)
    saves[5] = saves[5]._replace(record=saves[7].record)
    return with_history(played, saved=saves)


def seen_otherwise(played: Played) -> Played:
    player, view = next(iter(played.people.items()))
    return replace(played, people={**played.people, player: {**view, "seq": view["seq"] - 1}})


def still_seated(played: Played) -> Played:
    return replace(played, guards=list(played.people)[:1])


def raised(played: Played) -> Played:
    return with_history(played, failed=[*played.history.failed, Failed(0, "Socket", KeyError("turn"), ("throttled",))])


def a_dead_letter(played: Played) -> Played:
    return replace(played, dead_letters=1)


def a_deal_lost(played: Played) -> Played:
    return replace(played, stored={**played.stored, "deals": {}})


def test_what_happened_is_right(played: Played) -> None:
    assert len(judge(played)) == played.stored["version"]


@pytest.mark.parametrize(
    "changed",
    [
        told_to_another,
        told_too_early,
        told_untruly,
        never_asked,
        saved_twice,
        saved_out_of_turn,
        seen_otherwise,
        still_seated,
        raised,
        a_dead_letter,
        a_deal_lost,
    ],
)
def test_what_did_not_happen_so_is_found(played: Played, changed: Callable[[Played], Played]) -> None:
    with pytest.raises(Wrong):
        judge(changed(played))


def test_a_match_given_up_by_will_was_not_played_to_its_end(played: Played) -> None:
    with pytest.raises(Wrong):
        judge(played, to_the_end=True)


def test_a_store_that_does_not_check_versions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two writers who read the same version both write the next: an update is lost, and is missed."""
    checked = TableConnection.update_item

    def unchecked(self: Any, *keys: Any, condition: Any = None, **more: Any) -> Any:
        return checked(self, *keys, **more)

    monkeypatch.setattr(TableConnection, "update_item", unchecked)
    with pytest.raises(Wrong):
        judge(play(Chaos(3, Rates(frame_doubled=1.0)), PAIRS))
