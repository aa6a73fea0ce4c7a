"""The platform in tests of your wallet: starts `walletproof serve`, and opens an agent for each test. Standard library only.

Copy this file beside your tests. WALLETPROOF names the command where it is not the one of node_modules.
"""

import json
import os
import shlex
import subprocess
import urllib.error
import urllib.request

COMMAND = shlex.split(os.environ.get("WALLETPROOF", "node_modules/.bin/walletproof"))


class Platform:
    """One for all tests: `walletproof serve` on a free port."""

    def __init__(self):
        serve = [*COMMAND, "serve", "--port", "0", "--journal", ":memory:"]
        self.process = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        ready = next((line for line in self.process.stdout if " ready on " in line), None)
        if ready is None:
            raise RuntimeError(f"walletproof serve ended with {self.process.wait()}")
        self.url = ready.split()[-1]

    def ask(self, method, path, body=None):
        """Asks the admin API; docs/dashboard.md has its routes."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/__admin{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            refused = json.load(error)
            raise RuntimeError(f"{refused['message']} {refused['remedy']}") from None

    def open_agent(self, callback_url):
        """Your wallet as an agent of this platform: its callbacks go to this URL, signed with the agent's token."""
        return Agent(self, callback_url, self.ask("POST", "/agents", {"callbackUrl": callback_url}))

    def close(self):
        self.process.terminate()
        self.process.wait()


class Agent:
    """No other test knows it: its players, sessions, faults and verdict are its own."""

    def __init__(self, platform, callback_url, issued):
        self.platform, self.callback_url = platform, callback_url
        self.id, self.token = issued["agent"]["id"], issued["token"]

    def send(self, kind, **fields):
        """Sends getBalance, makeBet or rollback. Returns status, balance or error, verdict, sentence and findings."""
        order = {"agentId": self.id, "type": kind, **fields}
        return self.platform.ask("POST", "/trigger", order)["callbacks"][0]

    def resend(self, callback):
        """Sends the same bytes once more, as after a time-out."""
        path = f"/exchanges/{callback['exchangeId']}/resend"
        return self.platform.ask("POST", path, {"as": "exact"})["callbacks"][0]

    def assert_conforms(self):
        """Fails with walletproof's own text. Waits until nothing is under way to the agent."""
        verdict = self.platform.ask("GET", f"/agents/{self.id}/verdict")
        assert verdict["verdict"] == "conformant", verdict["text"]

    def assert_passes(self, *arguments):
        """Runs the conformance suite, and fails with its report: assert_passes("--player", "alice:USD", "--only", "RB")."""
        agent = ["--agent-id", str(self.id), "--token", self.token]
        command = [*COMMAND, "test", self.callback_url, *agent, *arguments]
        run = subprocess.run(command, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + run.stderr

    def end(self):
        self.platform.ask("DELETE", f"/agents/{self.id}")
