"""Why something was refused: one closed list of codes for rules, tables, players and messages.

A refusal is a value, never an exception: ``decide`` returns it, the sender alone is
told, nothing changes. The texts players read are in ``protocol/texts.py``, one per code.
"""

from enum import StrEnum
from typing import Any

import msgspec


class Code(StrEnum):
    """The closed list of refusals, as published in the protocol."""

    # burraco: the rules of a deal (burraco-rules, section 9, in the order in which they are judged)
    DEAL_OVER = "deal_over"
    MUST_DRAW = "must_draw"
    ALREADY_DRAWN = "already_drawn"
    NO_SUCH_MELD = "no_such_meld"
    NOT_IN_HAND = "not_in_hand"
    BAD_MELD = "bad_meld"
    SECOND_SET = "second_set"
    BARRED_DISCARD = "barred_discard"
    NO_DISCARD_LEFT = "no_discard_left"
    # the table
    TABLE_NOT_FOUND = "table_not_found"
    TABLE_FULL = "table_full"
    WRONG_PHASE = "wrong_phase"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    NOT_INVITED = "not_invited"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_DEAL = "wrong_deal"
    WRONG_TURN = "wrong_turn"
    TURN_EXPIRED = "turn_expired"
    SHEET_CLOSED = "sheet_closed"
    SHEET_EXPIRED = "sheet_expired"
    NUMBER_REUSED = "number_reused"
    NUMBER_GAP = "number_gap"
    # opening a table
    UNKNOWN_RULEBOOK = "unknown_rulebook"
    BAD_DEALS = "bad_deals"
    BAD_SETTINGS = "bad_settings"
    UNKNOWN_PLAYER = "unknown_player"
    # players
    NICKNAME_REQUIRED = "nickname_required"
    NICKNAME_INVALID = "nickname_invalid"
    NICKNAME_TAKEN = "nickname_taken"
    NICKNAME_FIXED = "nickname_fixed"
    # messages and connections
    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    UNKNOWN_COMMAND = "unknown_command"
    BAD_FIELD = "bad_field"
    WRONG_CHANNEL = "wrong_channel"
    TOO_FREQUENT = "too_frequent"
    TOKEN_EXPIRED = "token_expired"
    BUSY = "busy"


class Refusal(msgspec.Struct, frozen=True):
    """A command that was not accepted.

    ``field`` names the part of the command at fault, if one is; ``details`` holds the
    figures of the rule (limits, the number expected), never anything hidden.
    """

    code: Code
    field: str | None = None
    details: dict[str, Any] | None = None
