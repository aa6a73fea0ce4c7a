"""The sessions that this agent opened by get_game_link (section 4), with the choice `sessions`."""
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import signing
from calls import read_player_id, read_text
from refusals import Refusal

LAUNCH_TIMEOUT_S = 10
# a link without the session's id: the first callback of the player names it, if it comes soon
UNNAMED_FOR = "10 minutes"


def launch(cursor, data, agent):
    """Opens a session for data's player and game; returns the url of get_game_link's answer."""
    agent_session_id = str(uuid.uuid4())
    url = _get_game_link(_link_request(data, agent_session_id, agent), data, agent)
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)
    cursor.execute(
        "INSERT INTO sessions VALUES (%s, %s, %s, %s)",
        (
            agent_session_id,
            read_player_id(data),
            read_text(data, "currency"),
            query.get("session_id", [None])[0],
        ),
    )
    return url


def check(cursor, call):
    """Refuses a call of a session that is not the player's."""
    cursor.execute(
        "SELECT 1 FROM sessions WHERE session_id = %s AND player_id = %s",
        (call.session_id, call.player_id),
    )
    if cursor.fetchone() is None and not _name_unnamed(cursor, call):
        raise Refusal("unknown_session", "this session was not opened here")


def _name_unnamed(cursor, call):
    cursor.execute(
        """UPDATE sessions SET session_id = %s
           WHERE agent_session_id = (
               SELECT agent_session_id FROM sessions
               WHERE player_id = %s AND currency = %s AND session_id IS NULL
                 AND opened_at > now() - %s::interval
               ORDER BY opened_at LIMIT 1 FOR UPDATE SKIP LOCKED
           )""",
        (call.session_id, call.player_id, call.currency, UNNAMED_FOR),
    )
    return cursor.rowcount == 1


def _link_request(data, agent_session_id, agent):
    request = {
        "agent_id": signing.Number(agent.id),
        "timestamp": int(time.time()),
        "home_url": agent.home_url,
        "agent_session_id": agent_session_id,
        "ip": "127.0.0.1",
        "game_id": data.get("game_id"),
    }
    for field in ("player_id", "player_username", "language", "currency"):
        # section 5: the platform trims every text before it checks the signature
        request[field] = read_text(data, field).strip()
    return request


def _get_game_link(request, data, agent):
    platform_url = data.get("platform_url") or os.environ.get("PLATFORM_URL")
    if not platform_url:
        raise Refusal("validation_error", "platform_url is missing, and PLATFORM_URL is not set")
    http_request = urllib.request.Request(
        platform_url.rstrip("/") + "/api/games/get_game_link",
        data=signing.canonical(request).encode(),
        headers={
            "Content-Type": "application/json",
            "X-Signature": signing.sign(request, agent.token),
        },
    )
    try:
        with urllib.request.urlopen(http_request, timeout=LAUNCH_TIMEOUT_S) as response:
            return json.load(response)["content"]["url"]
    except urllib.error.HTTPError as error:
        raise Refusal("platform_error", f"get_game_link: {error.code} {error.read()[:300]}") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Refusal("platform_error", f"get_game_link: {error!r}") from None
