import pytest

from wallet import Wallet, serve
from walletproof_testing import Platform


@pytest.fixture(scope="session")
def platform():
    platform = Platform()
    yield platform
    platform.close()


@pytest.fixture
def agent(platform):
    """An agent of the platform for one test, with a fresh wallet behind it."""
    wallet = Wallet(players=["alice", "bob"])
    server, callback_url = serve(wallet)
    agent = platform.open_agent(callback_url)
    wallet.token = agent.token
    yield agent
    agent.end()
    server.shutdown()
