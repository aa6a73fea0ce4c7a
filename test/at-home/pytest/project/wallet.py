"""The wallet that is tested: amounts in cents, one lock. WALLET_DEFECT=duplicate debits a repeated makeBet again."""

import hashlib
import hmac
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Refusal(Exception):
    def __init__(self, status, error):
        super().__init__(error)
        self.status, self.error = status, error


class Wallet:
    def __init__(self, players):
        self.token = None
        self.cents = {(player, "USD"): 100_000 for player in players}
        self.moved, self.rolled_back = {}, set()
        self.lock = threading.Lock()

    def answer(self, text, signature):
        body = self.verified(text, signature)
        with self.lock:
            account = (body.get("player_id"), body.get("currency"))
            if not any(player == account[0] for player, _ in self.cents):
                raise Refusal(404, "player_not_found")
            if account not in self.cents:
                raise Refusal(422, "invalid_currency")
            if body["type"] == "makeBet":
                self.make_bet(account, body)
            if body["type"] == "rollback":
                self.roll_back(account, body["transaction_id"])
            return self.cents[account] / 100

    def verified(self, text, signature):
        try:
            body = json.loads(text, parse_constant=refuse_constant)
            signed = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        except ValueError:
            raise Refusal(400, "invalid_request") from None
        if not isinstance(body, dict):
            raise Refusal(400, "invalid_request")
        expected = hmac.new(self.token.encode(), signed.encode(), hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected, signature):
            raise Refusal(403, "invalid_signature")
        if body.get("type") not in ("getBalance", "makeBet", "rollback"):
            raise Refusal(400, "invalid_request")
        if body["type"] != "getBalance" and not isinstance(body.get("transaction_id"), str):
            raise Refusal(422, "invalid_request")
        return body

    def make_bet(self, account, body):
        key = body["transaction_id"]
        if key in self.rolled_back:
            return
        if key in self.moved and os.environ.get("WALLET_DEFECT") != "duplicate":
            return
        bet, win = cents(body, "bet"), cents(body, "win")
        if bet > 0 and self.cents[account] < bet:
            raise Refusal(402, "insufficient_balance")
        self.cents[account] += win - bet
        self.moved[key] = (account, win - bet)

    def roll_back(self, account, key):
        owner, change = self.moved.get(key, (account, 0))
        if key in self.rolled_back or owner != account:
            return
        self.rolled_back.add(key)
        self.cents[account] -= change


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


def cents(body, field):
    amount = body.get(field)
    if isinstance(amount, bool) or not isinstance(amount, (int, float)) or not 0 <= amount < 1e12:
        raise Refusal(422, "invalid_request")
    if amount != round(amount * 100) / 100:
        raise Refusal(422, "invalid_request")
    return round(amount * 100)


def serve(wallet):
    """An HTTP server on a free port, at the callback URL that is returned with it."""

    class Callbacks(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self):
            text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            try:
                balance = wallet.answer(text, self.headers.get("X-Signature", ""))
                self.reply(200, {"content": {"balance": balance}})
            except Refusal as refusal:
                self.reply(refusal.status, {"error": refusal.error, "message": refusal.error})

        def reply(self, status, body):
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Callbacks)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/callback"
