"""Several worker processes with threads, one database connection a thread."""
import os

import choices
import store

bind = f"127.0.0.1:{os.environ['PORT']}"
workers = 3
threads = 12
worker_class = "gthread"
preload_app = True
keepalive = 0 if choices.takes("connection-close") else 75
graceful_timeout = 1
backlog = 512
loglevel = "warning"


def on_starting(_server):
    store.create()


def when_ready(_server):
    print("ready", flush=True)
