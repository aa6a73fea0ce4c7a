"""Where the interface document leaves a choice, CHOICES says which one this agent takes."""
import os
import sys

KNOWN = {
    "refuses-below-zero",      # any makeBet, also of bet 0, while the balance is below the bet
    "clamps-nothing",          # the default, by name: a spent win's rollback may go below zero
    "refuses-spent-rollback",  # ... or is refused with insufficient_balance
    "rate-50",                 # 429 above so many calls in a second
    "rate-200",
    "house-limit-100",         # no bet above so much
    "house-limit-1000000",
    "status-500",              # the HTTP status of business errors; else one by the code
    "status-200",
    "opens-accounts",          # an unknown player gets an account with 0
    "not-found-rollback",      # an unknown rollback is an error
    "late-bet-refused",        # a makeBet after its own rollback moves nothing
    "slow-120",                # so many ms a call, one call of a player at a time
    "slow-300",
    "two-writes",              # headers and body in two writes, Nagle on
    "sub-cent",                # keeps amounts finer than a cent
    "sessions",                # knows only sessions opened by its own POST /launch
    "starts-at-0",
    "starts-below-zero",       # player-1 begins with -6.00
    "long-ids-refused",        # ids above 64 characters
    "players-any-case",        # player ids in any case are one player
    "connection-close",        # one answer a connection
    "global-lock",             # one call at a time, whoever the player
}
ONE_OF = [
    {"clamps-nothing", "refuses-spent-rollback"},
    {"rate-50", "rate-200"},
    {"house-limit-100", "house-limit-1000000"},
    {"status-500", "status-200"},
    {"slow-120", "slow-300"},
]


class ChoiceError(Exception):
    pass


def read(text):
    """The set of names in a comma-separated list."""
    names = {name.strip() for name in text.split(",") if name.strip()}
    unknown = names - KNOWN
    if unknown:
        raise ChoiceError(f"CHOICES: unknown: {', '.join(sorted(unknown))}")
    for group in ONE_OF:
        if len(names & group) > 1:
            raise ChoiceError(f"CHOICES: only one of {', '.join(sorted(group))}")
    return names


def takes(name):
    return name in TAKEN


def number(prefix):
    """100 for the prefix "house-limit" where house-limit-100 is taken; None where none is."""
    for name in TAKEN:
        head, _, tail = name.rpartition("-")
        if head == prefix:
            return int(tail)
    return None


try:
    TAKEN = read(os.environ.get("CHOICES", ""))
except ChoiceError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
