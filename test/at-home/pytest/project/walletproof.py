"""Starts `walletproof serve`, and opens an agent of its own for each test. Python's standard library only."""

import json
import subprocess
import urllib.request

COMMAND = ["node_modules/.bin/walletproof"]  # or ["docker", "run", "--rm", "--network", "host", "walletproof"]


class Platform:
    def __init__(self):
        serve = [*COMMAND, "serve", "--port", "0", "--journal", ":memory:"]
        self.process = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        ready = next(line for line in self.process.stdout if " ready on " in line)
        self.url = ready.split()[-1]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/__admin{path}", data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def open_agent(self, callback_url):
        return Agent(self, self.ask("POST", "/agents", {"callbackUrl": callback_url}))

    def close(self):
        self.process.terminate()
        self.process.wait()


class Agent:
    """No other test knows it: its players, sessions, faults and verdict are its own."""

    def __init__(self, platform, issued):
        self.platform, self.id, self.token = platform, issued["agent"]["id"], issued["token"]

    def send(self, kind, **fields):
        """Sends getBalance, makeBet or rollback, and returns what came of it."""
        order = {"agentId": self.id, "type": kind, **fields}
        return self.platform.ask("POST", "/trigger", order)["callbacks"][0]

    def resend(self, callback):
        """The same bytes once more, as after a time-out."""
        path = f"/exchanges/{callback['exchangeId']}/resend"
        return self.platform.ask("POST", path, {"as": "exact"})["callbacks"][0]

    def assert_conforms(self):
        """Fails with walletproof's own text. Waits until nothing is under way to the agent."""
        verdict = self.platform.ask("GET", f"/agents/{self.id}/verdict")
        assert verdict["verdict"] == "conformant", verdict["text"]

    def end(self):
        self.platform.ask("DELETE", f"/agents/{self.id}")
