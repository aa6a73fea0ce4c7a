"""The three operations of section 6, each on a cursor of one database transaction."""
import time

import choices
import sessions
from refusals import Refusal
from store import key

LONGEST_PLAYER_ID = 255
EVERYBODY = "everybody"


def get_balance(cursor, call):
    _admit(cursor, call)
    return _read_balance(cursor, call)


def make_bet(cursor, call):
    _admit(cursor, call)
    balance = _lock_balance(cursor, call)
    # section 6: the look-up comes before the check of the balance
    if _processed(cursor, call) or _rolled_back_early(cursor, call):
        return balance
    _check_bet(balance, call.bet)
    if not _record(cursor, call):
        return balance
    return _move(cursor, call, credit=call.win, debit=call.bet)


def rollback(cursor, call):
    _admit(cursor, call)
    balance = _lock_balance(cursor, call)
    found = _find(cursor, call)
    if found is None:
        return _roll_back_unknown(cursor, call, balance)
    bet, win, rolled_back = found
    if rolled_back:
        return balance
    _check_spent(balance, bet, win)
    _mark_rolled_back(cursor, call)
    return _move(cursor, call, credit=bet, debit=win)


OPERATIONS = {"getBalance": get_balance, "makeBet": make_bet, "rollback": rollback}


def _admit(cursor, call):
    """Waits for the call's turn; then the player and the session must be known."""
    _queue(cursor, call)
    if choices.takes("opens-accounts"):
        _open_account(cursor, call)
    cursor.execute("SELECT 1 FROM accounts WHERE player_id = %s", (call.player_id,))
    if cursor.fetchone() is None:
        raise Refusal("player_not_found", "no such player")
    if choices.takes("sessions"):
        sessions.check(cursor, call)


def _lock_balance(cursor, call):
    # At READ COMMITTED each later statement sees all that the previous holder of the lock committed.
    return _read_balance(cursor, call, "FOR UPDATE")


def _read_balance(cursor, call, locking=""):
    cursor.execute(
        f"SELECT balance FROM accounts WHERE player_id = %s AND currency = %s {locking}",
        (call.player_id, call.currency),
    )
    row = cursor.fetchone()
    if row is None:
        raise Refusal("invalid_currency", "the player has no account in this currency")
    return row[0]


def _queue(cursor, call):
    """The waits of the choices; each lock is held until the transaction ends."""
    delay_ms = choices.number("slow")
    if choices.takes("global-lock"):
        _advisory_lock(cursor, EVERYBODY)
    elif delay_ms:
        _advisory_lock(cursor, call.player_id)
    if delay_ms:
        time.sleep(delay_ms / 1000)


def _advisory_lock(cursor, name):
    number = int.from_bytes(key(name)[:8], "big", signed=True)
    cursor.execute("SELECT pg_advisory_xact_lock(%s)", (number,))


def _open_account(cursor, call):
    if len(call.player_id) > LONGEST_PLAYER_ID or call.currency not in ("USD", "EUR"):
        return
    cursor.execute(
        """INSERT INTO accounts SELECT %(player)s, %(currency)s, 0
           WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE player_id = %(player)s)
           ON CONFLICT DO NOTHING""",
        {"player": call.player_id, "currency": call.currency},
    )


def _processed(cursor, call):
    cursor.execute(
        "SELECT 1 FROM transactions WHERE transaction_key = %s", (key(call.transaction_id),)
    )
    return cursor.fetchone() is not None


def _check_bet(balance, bet):
    limit = choices.number("house-limit")
    if limit is not None and bet > limit:
        raise Refusal("bet_limit_exceeded", f"the greatest bet is {limit}")
    # A bet of 0 needs no money, so a balance below zero can be won back, unless the house says no.
    needs_cover = bet > 0 or choices.takes("refuses-below-zero")
    if needs_cover and balance < bet:
        raise Refusal("insufficient_balance", "the balance does not cover the bet")


def _record(cursor, call):
    """False where the same id was stored a moment ago for another account."""
    cursor.execute(
        "INSERT INTO transactions VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
        (key(call.transaction_id), call.player_id, call.currency, call.bet, call.win),
    )
    return cursor.rowcount == 1


def _find(cursor, call):
    """Bet, win and whether it was rolled back; a transaction of another account is none of this one's."""
    cursor.execute(
        """SELECT bet, win, rolled_back FROM transactions
           WHERE transaction_key = %s AND player_id = %s AND currency = %s""",
        (key(call.transaction_id), call.player_id, call.currency),
    )
    return cursor.fetchone()


def _roll_back_unknown(cursor, call, balance):
    if choices.takes("late-bet-refused"):
        _keep_early_rollback(cursor, call)
    if choices.takes("not-found-rollback"):
        # the early rollback stays known although the answer is an error
        cursor.connection.commit()
        raise Refusal("transaction_not_found", "no such transaction of this player")
    return balance


def _check_spent(balance, bet, win):
    takes_money = win > bet
    if choices.takes("refuses-spent-rollback") and takes_money and balance + bet < win:
        raise Refusal("insufficient_balance", "the win was spent already")


def _mark_rolled_back(cursor, call):
    cursor.execute(
        "UPDATE transactions SET rolled_back = true WHERE transaction_key = %s",
        (key(call.transaction_id),),
    )


def _keep_early_rollback(cursor, call):
    cursor.execute(
        "INSERT INTO early_rollbacks VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
        (key(call.transaction_id), call.player_id, call.currency),
    )


def _rolled_back_early(cursor, call):
    cursor.execute(
        """SELECT 1 FROM early_rollbacks
           WHERE transaction_key = %s AND player_id = %s AND currency = %s""",
        (key(call.transaction_id), call.player_id, call.currency),
    )
    return cursor.fetchone() is not None


def _move(cursor, call, credit, debit):
    cursor.execute(
        """UPDATE accounts SET balance = balance + %s - %s
           WHERE player_id = %s AND currency = %s RETURNING balance""",
        (credit, debit, call.player_id, call.currency),
    )
    return cursor.fetchone()[0]
