"""The agent's HTTP side: the callback endpoint of section 4, and POST /launch."""
import os
import socket
from dataclasses import dataclass

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

import choices
import money
import rate
import sessions
import signing
import store
from calls import read_call
from refusals import Refusal
from wallet import OPERATIONS


@dataclass(frozen=True)
class Agent:
    id: str
    token: str
    home_url: str


AGENT = Agent(
    id=os.environ["AGENT_ID"],
    token=os.environ["AGENT_TOKEN"],
    home_url=f"http://127.0.0.1:{os.environ['PORT']}/",
)
app = Flask(__name__)


@app.post("/callback")
def callback():
    rate.admit()
    data = signing.read_signed(request.get_data(), request.headers.get("X-Signature"), AGENT.token)
    call = read_call(data, AGENT.id)
    with store.transaction() as cursor:
        balance = OPERATIONS[call.type](cursor, call)
    return _answer({"content": {"balance": signing.Number(money.text(balance))}})


def launch():
    data = request.get_json(force=True)
    with store.transaction() as cursor:
        return _answer({"url": sessions.launch(cursor, data, AGENT)})


if choices.takes("sessions"):
    app.post("/launch")(launch)


if choices.takes("two-writes"):

    @app.before_request
    def turn_nagle_on():
        # gunicorn writes headers and body separately anyway, and turns Nagle's algorithm off
        request.environ["gunicorn.socket"].setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 0)


@app.errorhandler(Refusal)
def refuse(refusal):
    response = _answer({"error": refusal.code, "message": refusal.message}, refusal.status)
    if refusal.code == "rate_limit_exceeded":
        response.headers["Retry-After"] = "1"
    return response


@app.errorhandler(HTTPException)
def refuse_request(error):
    code = "method_not_allowed" if error.code == 405 else "bad_request"
    return _answer({"error": code, "message": error.description}, error.code)


@app.errorhandler(Exception)
def fail(error):
    app.logger.exception(error)
    return refuse(Refusal("internal_error", "the call could not be processed"))


def _answer(data, status=200):
    return Response(signing.canonical(data), status, mimetype="application/json")
