"""PostgreSQL: the tables, and one transaction for each call."""
import hashlib
import os
import threading
from contextlib import contextmanager

import psycopg2

import choices
from refusals import Refusal

# Ids have no greatest length in the document and an index entry has one in PostgreSQL,
# so transactions are found by the SHA-256 of their id. A hash index on session_id does the same.
SCHEMA = """
CREATE TABLE accounts (
    player_id text NOT NULL,
    currency text NOT NULL,
    balance numeric NOT NULL,
    PRIMARY KEY (player_id, currency)
);
CREATE TABLE transactions (
    transaction_key bytea PRIMARY KEY,
    player_id text NOT NULL,
    currency text NOT NULL,
    bet numeric NOT NULL,
    win numeric NOT NULL,
    rolled_back boolean NOT NULL DEFAULT false
);
CREATE TABLE early_rollbacks (
    transaction_key bytea NOT NULL,
    player_id text NOT NULL,
    currency text NOT NULL,
    PRIMARY KEY (transaction_key, player_id, currency)
);
CREATE TABLE sessions (
    agent_session_id text PRIMARY KEY,
    player_id text NOT NULL,
    currency text NOT NULL,
    session_id text,
    opened_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON sessions USING hash (session_id);
"""

_thread = threading.local()


def create():
    """The tables and the players that exist at the start."""
    connection = _connect()
    with connection, connection.cursor() as cursor:
        cursor.execute(SCHEMA)
        for player_id, currency in (("player-1", "USD"), ("player-1", "EUR"), ("player-2", "USD")):
            cursor.execute(
                "INSERT INTO accounts VALUES (%s, %s, %s)",
                (player_id, currency, _opening_balance(player_id)),
            )
    connection.close()


@contextmanager
def transaction():
    """A cursor in a transaction of its own, committed at the end."""
    connection = _connection_of_this_thread()
    try:
        with connection.cursor() as cursor:
            yield cursor
        connection.commit()
    except Refusal:
        connection.rollback()
        raise
    except BaseException:
        _thread.connection = None
        connection.close()
        raise


def key(text):
    return hashlib.sha256(text.encode()).digest()


def _opening_balance(player_id):
    if player_id == "player-1" and choices.takes("starts-below-zero"):
        return "-6.00"
    return "0.00" if choices.takes("starts-at-0") else "1000.00"


def _connection_of_this_thread():
    if getattr(_thread, "connection", None) is None:
        _thread.connection = _connect()
    return _thread.connection


def _connect():
    connection = psycopg2.connect(os.environ["DATABASE"])
    connection.set_session(isolation_level="READ COMMITTED")
    return connection
