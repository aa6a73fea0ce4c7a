"""Amounts: exact decimals from the text of the number to the text of the answer."""
import decimal
from decimal import Decimal, InvalidOperation

import choices
from refusals import Refusal
from signing import Number

CENT = Decimal("0.01")
# the platform sends floats: 0.30000000000000004 is 0.30, but 0.305 is not
FLOAT_NOISE = Decimal("0.000000001")
LARGEST = Decimal("1000000000000000")
FINEST_EXPONENT = -20
# 28 digits, Python's default for a sum, are fewer than a balance with 20 decimals may have
decimal.DefaultContext.prec = 100


def read_amount(data, field):
    amount = _decimal(data, field)
    if amount < 0:
        raise Refusal("validation_error", f"{field} is negative")
    if amount > LARGEST:
        raise Refusal("validation_error", f"{field} is above {LARGEST}")
    return _exact(amount, field) if choices.takes("sub-cent") else _in_cents(amount, field)


def text(balance):
    """At least two decimals, more only where they are not zero: 994.70, 0.005."""
    whole, _, fraction = format(balance, "f").partition(".")
    return f"{whole}.{fraction.rstrip('0').ljust(2, '0')}"


def _decimal(data, field):
    value = data.get(field)
    if not isinstance(value, Number):
        raise Refusal("validation_error", f"{field} is not a number")
    try:
        return Decimal(value)
    except InvalidOperation:
        raise Refusal("validation_error", f"{field} is out of range") from None


def _in_cents(amount, field):
    rounded = amount.quantize(CENT)
    if abs(rounded - amount) > FLOAT_NOISE:
        raise Refusal("validation_error", f"{field} is finer than a cent")
    return rounded


def _exact(amount, field):
    if amount.as_tuple().exponent < FINEST_EXPONENT:
        raise Refusal("validation_error", f"{field} has more than {-FINEST_EXPONENT} decimals")
    return amount
