"""``deal-replay``: a deal from its record: how it ended and its score sheet (burraco-rules, section 9)."""

from typing import Final

from circolo.burraco.replay import DealRecord, Illegal, InvalidRecord, Outcome, replay
from circolo.desk import fields
from circolo.desk.command import Command, Fault, Field, fault, wrong
from circolo.desk.example_deal import record
from circolo.protocol.texts import TEXTS

FIELDS: Final = (
    fields.RULEBOOK,
    Field("sides", "two lists of seats, as [[0,2],[1,3]] or [[0],[1]]", "seats of each side; scores in this order"),
    Field("first", "a seat, counted from 0", "the seat that begins, left of the dealer"),
    Field("hands", "11 cards a seat; a card is rank and suit (AS TD 9C), XX the jolly", "cards dealt, by seat"),
    Field("pozzetti", "two lists of 11 cards", "the two pozzetti, the first to be taken first"),
    Field("discard", "a list of one card", "the card that opens the discard pile"),
    Field("stock", "a list of cards: 41 with four hands, 63 with two", "the stock in drawing order"),
    Field(
        "actions",
        'a list of ["draw"], ["take"], ["meld",[cards]], ["lay",k,[cards]], ["discard",card]',
        "what was played, each by the seat on turn; k: index of the side's meld, from 0 in the order opened",
    ),
)


def answer(row: DealRecord) -> Outcome | Fault:
    """The deal replayed to its last action, or the first illegal one."""
    try:
        replayed = replay(row)
    except InvalidRecord as error:
        return wrong(FIELDS, error.field, error.rule, error.code)
    if isinstance(replayed, Illegal):
        return fault(replayed.code, f"actions[{replayed.index}]", TEXTS[replayed.code][1], replayed.index)
    return replayed


COMMAND: Final = Command(
    name="deal-replay",
    does="a burraco deal replayed from its record: how it ended, scores, burrachi",
    row=DealRecord,
    fields=FIELDS,
    answer=answer,
    example=record,
)
