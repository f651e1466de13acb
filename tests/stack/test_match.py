"""A match between people, end to end, over real sockets with a fake clock."""

from typing import Any

from circolo.commitment import Leaf, root
from local.stack import Stack
from tests.stack.people import Person


def play_out(first: Person, second: Person) -> dict[str, Any]:
    """Draw and discard until the deal is over; the last event."""
    mover, waiting = (first, second) if first.on_turn else (second, first)
    while True:
        mover.stack.advance(3)
        mover.whole_turn()
        last = mover.table.heard[-1]["events"][-1]
        if "over" in last:
            event: dict[str, Any] = last
            return event
        mover, waiting = waiting, mover


def test_a_match_of_two_deals_between_two_people(stack: Stack, match: tuple[Person, Person]) -> None:
    first, second = match
    commitment = first.view()["deal"]["commitment"]

    deal_one = play_out(first, second)
    closings = [person.move("close_sheet") for person in match]
    stack.advance(5)
    dealt = first.table.until("events")
    while dealt["events"][0]["event"] != "dealt":
        dealt = first.table.until("events")
    deal_two = play_out(first, second)

    assert deal_one["over"]["phase"] == "sheet"
    assert root([Leaf(*leaf) for leaf in deal_one["over"]["leaves"]]) == commitment
    assert [answer["accepted"] is not None for answer in closings] == [True, True]
    assert dealt["events"][0]["deal"]["number"] == 2
    assert deal_two["over"]["phase"] == "ended"
    assert sum(deal_two["over"]["result"]["vp"]) == 20
    assert first.lobby.ask("hello").get("seat") is None
    assert stack.failures == []


def test_both_see_the_same_table_and_each_only_his_own_hand(match: tuple[Person, Person]) -> None:
    first, second = match
    first.whole_turn()

    seen, other = first.view(), second.view()

    own = {"you", "deal", "clock"}
    assert {key: value for key, value in seen.items() if key not in own} == {
        key: value for key, value in other.items() if key not in own
    }
    assert set(seen["deal"]["hands"]) == {str(seat) for seat in seen["you"]["seats"]}
    assert set(other["deal"]["hands"]) == {str(seat) for seat in other["you"]["seats"]}


def test_a_match_against_the_ai_goes_on_by_itself(stack: Stack, person: Any) -> None:
    anna = person("anna")
    anna.open(ai="baseline", rulebook="FITAB")

    for _ in range(3):
        stack.advance(1)
        assert anna.on_turn
        anna.whole_turn()
    stack.advance(1)

    assert anna.view()["seq"] >= 10
    assert stack.failures == []


def test_an_expired_turn_is_played_by_the_clock(stack: Stack, match: tuple[Person, Person]) -> None:
    _, second = match

    stack.advance(47)

    told = second.table.until("events")
    assert [(event["event"], event["by_clock"]) for event in told["events"]] == [("drew", True), ("discarded", True)]
    assert second.on_turn


def test_two_expired_turns_in_a_row_end_the_match_and_free_both(stack: Stack, match: tuple[Person, Person]) -> None:
    first, second = match
    stack.advance(47)
    second.whole_turn()

    stack.advance(47)

    told = second.table.until("events")
    while "void" not in told["events"][-1]:
        told = second.table.until("events")
    assert told["events"][-1]["void"] == {"by": [first.view()["you"]["person"]], "cause": "turns"}
    assert all(person.lobby.ask("hello").get("seat") is None for person in match)


def test_whoever_does_not_close_the_sheet_in_time_has_abandoned(stack: Stack, match: tuple[Person, Person]) -> None:
    first, second = match
    play_out(first, second)
    first.move("close_sheet")

    stack.advance(122)

    assert first.view()["void"] == {"by": [second.view()["you"]["person"]], "cause": "sheet"}


def test_a_table_nobody_joins_closes_after_half_an_hour(stack: Stack, person: Any) -> None:
    anna = person("anna")
    anna.open()

    for _ in range(8):
        stack.advance(240)
        anna.lobby.ask("ping")
        anna.table.ask("ping")
    stack.advance(120)

    assert anna.view()["phase"] == "closed"
    assert anna.lobby.ask("list_tables")["tables"] == []


def test_a_person_alone_against_the_ai_has_no_turn_clock(stack: Stack, person: Any) -> None:
    anna = person("anna")
    anna.open(ai="baseline")
    stack.advance(1)
    seq = anna.view()["seq"]

    stack.advance(500)

    assert anna.view()["seq"] == seq
