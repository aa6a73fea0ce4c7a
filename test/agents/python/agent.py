"""An agent of the game platform: the callback endpoint with the wallet behind it.

The platform POSTs a signed callback (getBalance, makeBet or rollback); the agent verifies
the signature, checks the fields, moves the money at most once and answers the balance.
Sections cited in the comments are those of the Game Platform Agent Interface Specification.
"""
import argparse
import hashlib
import hmac
import json
import logging
import signal
import socket
import sqlite3
import sys
import threading
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from decimal import Context, Decimal, DecimalException, Inexact, InvalidOperation
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CALLBACK_PATH = "/callback"
MAX_BODY = 1024 * 1024


class Refused(ValueError):
    """An error answer that moves no money; codes as in section 7, which leaves the statuses open."""

    def __init__(self, status, error, message):
        super().__init__(message)
        self.answer = status, {"error": error, "message": message}


class Agent:
    """What the agent does with one callback, in the order of sections 5 and 6."""

    def __init__(self, agent_id, token, wallet):
        self.agent_id, self.token, self.wallet = str(agent_id), token.encode(), wallet

    def answer(self, body, signature):
        try:
            callback, signed_text = parse(body)
            self.verify(signed_text, signature)
            self.check(callback)
            return 200, {"content": {"balance": self.settle(callback)}}
        except Refused as refused:
            return refused.answer
        except Exception:
            logging.exception("callback failed")
            return Refused(500, "internal_error", "internal error of the agent").answer

    def verify(self, signed_text, signature):
        expected = hmac.new(self.token, signed_text, hashlib.sha256).hexdigest()
        # Compared as bytes: compare_digest raises on text that is not ASCII.
        if not hmac.compare_digest(expected.encode(), (signature or "").encode()):
            raise Refused(403, "invalid_signature", "X-Signature is missing or wrong")

    def check(self, callback):
        kind = callback.get("type")
        if not isinstance(kind, str) or kind not in FIELDS:
            raise Refused(422, "validation_error", "type must be getBalance, makeBet or rollback")
        for name, json_type in FIELDS[kind].items():
            if not isinstance(callback.get(name), json_type):
                raise Refused(422, "validation_error", f"{name} is missing or has a wrong type")
        if callback.get("transaction_id") == "":
            raise Refused(422, "validation_error", "transaction_id is empty")
        if callback["agent_id"].text != self.agent_id:
            raise Refused(404, "agent_not_found", "agent_id is not the id of this agent")

    def settle(self, callback):
        player_id, currency = callback["player_id"], callback["currency"]
        with self.wallet.transaction():
            # freespins is for tracking only: accumulated_win never changes the balance (section 3).
            balance = self.wallet.balance(player_id, currency)
            if callback["type"] == "makeBet":
                bet, win = (to_minor(name, callback[name].text, currency) for name in ("bet", "win"))
                balance = self.wallet.make_bet(player_id, currency, balance, callback["transaction_id"], bet, win)
            elif callback["type"] == "rollback":
                balance = self.wallet.rollback(player_id, currency, balance, callback["transaction_id"])
        return to_number(balance, currency)


class Wallet:
    """Balances and transactions in SQLite; money is counted in minor units of the currency."""

    SCHEMA = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE IF NOT EXISTS balances (
            player_id TEXT, currency TEXT, balance INTEGER NOT NULL, PRIMARY KEY (player_id, currency));
        CREATE TABLE IF NOT EXISTS transactions (
            transaction_id TEXT PRIMARY KEY, player_id TEXT NOT NULL, currency TEXT NOT NULL,
            bet INTEGER NOT NULL, win INTEGER NOT NULL, rolled_back INTEGER NOT NULL DEFAULT 0);
    """

    def __init__(self, path, balances):
        self.lock = threading.Lock()
        self.db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self.db.executescript(self.SCHEMA)
        with self.transaction():  # a player already in the database keeps the balance it has there
            self.db.executemany("INSERT OR IGNORE INTO balances VALUES (?, ?, ?)", balances)

    @contextmanager
    def transaction(self):
        """One callback at a time, wholly or not at all: the lock orders our threads, IMMEDIATE other processes."""
        with self.lock, self.db:
            self.db.execute("BEGIN IMMEDIATE")
            yield

    def balance(self, player_id, currency):
        balances = dict(self.db.execute(
            "SELECT currency, balance FROM balances WHERE player_id = ?", (player_id,)).fetchall())
        if not balances:
            raise Refused(404, "player_not_found", "player not found")
        if currency not in balances:
            raise Refused(422, "invalid_currency", "the player has no wallet in this currency")
        return balances[currency]

    def make_bet(self, player_id, currency, balance, transaction_id, bet, win):
        # A transaction_id is unique (section 2): once known, rolled back or not and whoever
        # made it, it is a duplicate that moves nothing (section 6).
        if self.find(transaction_id):
            return balance
        # A win without a bet is credited even when a rollback left the balance negative.
        if bet > 0 and bet > balance:
            raise Refused(402, "insufficient_balance", "not enough funds for the bet")
        self.db.execute("INSERT INTO transactions VALUES (?, ?, ?, ?, ?, 0)",
                        (transaction_id, player_id, currency, bet, win))
        return self.store(player_id, currency, balance - bet + win)

    def rollback(self, player_id, currency, balance, transaction_id):
        known = self.find(transaction_id)
        if known is None:
            # Kept as rolled back: the platform takes it for cancelled, so a makeBet that arrives late must not debit.
            self.db.execute("INSERT INTO transactions VALUES (?, ?, ?, 0, 0, 1)", (transaction_id, player_id, currency))
            return balance
        *wallet, bet, win, rolled_back = known
        # Of another wallet or already rolled back: no error, the current balance (section 6).
        if wallet != [player_id, currency] or rolled_back:
            return balance
        self.db.execute("UPDATE transactions SET rolled_back = 1 WHERE transaction_id = ?", (transaction_id,))
        # A win already spent is taken back all the same: the balance may go below zero.
        return self.store(player_id, currency, balance + bet - win)

    def find(self, transaction_id):
        return self.db.execute("SELECT player_id, currency, bet, win, rolled_back FROM transactions"
                               " WHERE transaction_id = ?", (transaction_id,)).fetchone()

    def store(self, player_id, currency, balance):
        self.db.execute("UPDATE balances SET balance = ? WHERE player_id = ? AND currency = ?",
                        (balance, player_id, currency))
        return balance

    def close(self):
        with self.lock:
            self.db.close()


@dataclass(frozen=True)
class Number:
    """A JSON number by its text, because the signature covers the digits as they were sent."""
    text: str


# The fields of each callback (section 6); only freespins is optional there.
COMMON = {"agent_id": Number, "session_id": str, "player_id": str, "player_username": str,
          "currency": str, "language": str, "request_id": str}
FIELDS = {
    "getBalance": COMMON | {"game_id": Number},
    "makeBet": COMMON | {"bet": Number, "win": Number, "transaction_id": str, "game_round_id": str,
                         "round_finished": bool},
    "rollback": COMMON | {"transaction_id": str},
}


def parse(body):
    """The callback, and the text of it that the signature covers (section 5)."""
    try:
        callback = json.loads(body.decode(), parse_int=Number, parse_float=Number)
        signed_text = serialise(callback).encode()
    except (ValueError, RecursionError):  # not UTF-8, not JSON, NaN, half a surrogate pair, nested too deep
        raise Refused(400, "validation_error", "the body is not valid JSON") from None
    if not isinstance(callback, dict):
        raise Refused(400, "validation_error", "the body is not a JSON object")
    return callback, signed_text


def serialise(value):
    """Compact JSON with sorted keys; nested objects are sorted too, as section 5 leaves that open."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{serialise(key)}:{serialise(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(serialise, value)) + "]"
    return value.text if isinstance(value, Number) else json.dumps(value, ensure_ascii=False, allow_nan=False)


# ISO 4217: decimals of the currencies that do not have 2.
SCALES = {"CLP": 0, "ISK": 0, "JPY": 0, "KRW": 0, "PYG": 0, "UGX": 0, "VND": 0, "XAF": 0, "XOF": 0,
          "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3}
# Fifteen digits are what a float carries exactly; one digit more, or a rounding, is an error.
MONEY = Context(prec=15, traps=[InvalidOperation, Inexact])


def to_minor(name, text, currency):
    scale = SCALES.get(currency, 2)
    try:
        amount = Decimal(text).quantize(Decimal(1).scaleb(-scale), context=MONEY)
    except DecimalException:
        raise Refused(422, "validation_error", f"{name} is too large or has over {scale} decimals") from None
    if amount < 0:
        raise Refused(422, "validation_error", f"{name} is negative")
    return int(amount.scaleb(scale))


def to_number(minor, currency):
    return Number(f"{Decimal(minor).scaleb(-SCALES.get(currency, 2)).normalize():f}")


class CallbackHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 120  # seconds a kept-alive connection may stay idle

    def do_POST(self):
        try:
            body = self.read_body()
        except Refused as refused:
            return self.send_json(*refused.answer, hang_up=True)
        if self.path.split("?")[0] != CALLBACK_PATH:
            return self.send_json(404, {"error": "not_found", "message": f"callbacks go to {CALLBACK_PATH}"})
        self.send_json(*self.server.agent.answer(body, self.headers.get("X-Signature")))

    def read_body(self):
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers:
            raise Refused(411, "validation_error", "send the body with Content-Length")
        if not length.isdecimal():
            raise Refused(400, "validation_error", "Content-Length is not a number")
        if len(length) > 18 or int(length) > MAX_BODY:
            raise Refused(413, "validation_error", f"the body is over {MAX_BODY} bytes")
        try:
            body = self.rfile.read(int(length))
        except TimeoutError:
            body = b""
        if len(body) < int(length):
            raise Refused(400, "validation_error", "the body is shorter than Content-Length")
        return body

    def send_error(self, code, message=None, explain=None):
        """What http.server itself refuses: 501 is a method other than POST, 505 an HTTP it does not speak."""
        error = "method_not_allowed" if code == 501 else "validation_error"
        status = {501: 405, 505: 400}.get(code, code)
        self.send_json(status, {"error": error, "message": message or "bad request"}, hang_up=True)

    def send_json(self, status, answer, hang_up=False):
        body = serialise(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if status == 405:
            self.send_header("Allow", "POST")
        if hang_up:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        if hang_up:
            self.linger()

    def linger(self):
        """Closing on unread data would reset the connection and could destroy the answer."""
        with suppress(OSError):  # the client is gone or silent
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(2)
            for _ in range(1024):
                if not self.rfile.read1(65536):
                    break

    def log_message(self, *args):
        """Ordinary requests are not logged."""


class CallbackServer(ThreadingHTTPServer):
    request_queue_size = 128  # bursts of parallel callbacks wait here

    def handle_error(self, request, client_address):
        # A client that goes away is no fault of ours: the platform may send its callback again (section 6).
        if not isinstance(sys.exc_info()[1], OSError):
            logging.exception("connection failed")


def player(text):
    """player-1:USD=1000.00,EUR=1000.00 as rows of the table of balances."""
    player_id, amounts = text.rsplit(":", 1)
    wallets = (wallet.split("=") for wallet in amounts.split(","))
    return [(player_id, currency, to_minor("balance", amount, currency)) for currency, amount in wallets]


def main():
    parser = argparse.ArgumentParser(description="Agent of the game platform: callback endpoint and wallet")
    parser.add_argument("--port", type=int, default=8080, help="0 takes a free port")
    parser.add_argument("--agent-id", type=int, default=1001)
    parser.add_argument("--token", default="test-token")
    parser.add_argument("--db", default=":memory:", help="path of the SQLite database")
    parser.add_argument("--player", type=player, action="append", metavar="ID:CUR=AMOUNT,...")
    options = parser.parse_args()
    players = options.player or [player("player-1:USD=1000.00,EUR=1000.00"), player("player-2:USD=1000.00")]

    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: sys.exit(0))
    with (closing(Wallet(options.db, [balance for balances in players for balance in balances])) as wallet,
          CallbackServer(("127.0.0.1", options.port), CallbackHandler) as server):
        server.agent = Agent(options.agent_id, options.token, wallet)
        print(f"agent ready on http://127.0.0.1:{server.server_port}{CALLBACK_PATH}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
