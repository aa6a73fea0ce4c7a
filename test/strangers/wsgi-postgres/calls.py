"""What a callback says, checked: the fields of section 6 that this agent acts on."""
from dataclasses import dataclass
from decimal import Decimal
from typing import Optional

import choices
from money import read_amount
from refusals import Refusal
from signing import Number

TYPES = ("getBalance", "makeBet", "rollback")
STORED_IDS = ("player_id", "session_id", "transaction_id", "game_round_id")
LONGEST_ID = 64


@dataclass(frozen=True)
class Call:
    type: str
    player_id: str
    currency: str
    session_id: Optional[str] = None
    transaction_id: Optional[str] = None
    bet: Optional[Decimal] = None
    win: Optional[Decimal] = None


def read_call(data, agent_id):
    if data.get("agent_id") != Number(agent_id) or not isinstance(data["agent_id"], Number):
        raise Refusal("agent_not_found", "agent_id is not ours")
    kind = data.get("type")
    if kind not in TYPES:
        raise Refusal("validation_error", f"type is none of {', '.join(TYPES)}")
    if choices.takes("long-ids-refused"):
        _refuse_long_ids(data)
    return Call(
        type=kind,
        player_id=read_player_id(data),
        currency=read_text(data, "currency"),
        session_id=read_text(data, "session_id") if choices.takes("sessions") else None,
        transaction_id=read_text(data, "transaction_id") if kind != "getBalance" else None,
        bet=read_amount(data, "bet") if kind == "makeBet" else None,
        win=read_amount(data, "win") if kind == "makeBet" else None,
    )


def read_text(data, field):
    value = data.get(field)
    if not isinstance(value, str) or isinstance(value, Number) or not value:
        raise Refusal("validation_error", f"{field} is not a text")
    if "\0" in value:
        # PostgreSQL's text holds every character but this one
        raise Refusal("validation_error", f"{field} holds a NUL")
    return value


def read_player_id(data):
    player_id = read_text(data, "player_id")
    return player_id.casefold() if choices.takes("players-any-case") else player_id


def _refuse_long_ids(data):
    for field in STORED_IDS:
        if isinstance(data.get(field), str) and len(data[field]) > LONGEST_ID:
            raise Refusal("validation_error", f"{field} is longer than {LONGEST_ID} characters")
