"""The agent's error answers: section 7's codes, and a few of our own where it names none."""
import choices

BUSINESS_STATUS = {
    "insufficient_balance": 400,
    "transaction_not_found": 404,
    "player_not_found": 404,
    "invalid_currency": 400,
    "bet_limit_exceeded": 400,
    "unknown_session": 404,
}
PROTOCOL_STATUS = {
    "invalid_signature": 403,
    "agent_not_found": 404,
    "validation_error": 422,
    "rate_limit_exceeded": 429,
    "platform_error": 502,
    "internal_error": 500,
}


class Refusal(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.message = message

    @property
    def status(self):
        if self.code in PROTOCOL_STATUS:
            return PROTOCOL_STATUS[self.code]
        if choices.takes("status-500"):
            return 500
        if choices.takes("status-200"):
            return 200
        return BUSINESS_STATUS[self.code]
