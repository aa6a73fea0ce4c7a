"""Signatures of section 5: HMAC SHA-256 over the JSON with sorted keys."""
import hashlib
import hmac
import json

from refusals import Refusal


class Number(str):
    """A JSON number in the text in which it came: 10.50 read as a float would be signed as 10.5."""


def read_signed(body, signature, token):
    """The data of a callback whose signature is right."""
    if not signature:
        raise Refusal("invalid_signature", "the header X-Signature is missing")
    try:
        data = json.loads(body, parse_int=Number, parse_float=Number, parse_constant=_no_constant)
        expected = sign(data, token)
    except (ValueError, RecursionError):
        raise Refusal("validation_error", "the body is not JSON") from None
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        raise Refusal("invalid_signature", "the signature does not fit the body")
    if not isinstance(data, dict):
        raise Refusal("validation_error", "the body is not a JSON object")
    return data


def sign(data, token):
    return hmac.new(token.encode(), canonical(data).encode(), hashlib.sha256).hexdigest()


def canonical(value):
    """Sorted keys on every level, no spaces, text other than ASCII as it is."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        pairs = (f"{canonical(key)}:{canonical(value[key])}" for key in sorted(value))
        return "{" + ",".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _no_constant(name):
    # Python reads NaN and Infinity, JSON knows neither
    raise ValueError(name)
