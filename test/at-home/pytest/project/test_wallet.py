def test_a_bet_is_debited_and_its_win_credited(agent):
    made = agent.send("makeBet", playerId="alice", currency="USD", bet="10", win="2.50")
    assert made["balance"] == "992.5"
    agent.assert_conforms()


def test_a_repeated_bet_is_applied_once(agent):
    made = agent.send("makeBet", playerId="alice", currency="USD", bet="10")
    agent.resend(made)
    agent.assert_conforms()


def test_a_rollback_gives_the_bet_back(agent):
    made = agent.send("makeBet", playerId="alice", currency="USD", bet="10")
    agent.send("rollback", playerId="alice", currency="USD", transactionId=made["transactionId"])
    agent.assert_conforms()


def test_a_bet_above_the_balance_is_refused(agent):
    refused = agent.send("makeBet", playerId="bob", currency="USD", bet="1000.01")
    assert refused["error"] == "insufficient_balance"
    agent.assert_conforms()


def test_the_conformance_suite_is_passed(agent):
    players = ["--player", "alice:USD", "--player", "bob:USD"]
    agent.assert_passes(*players, "--only", "BET,IDEM,RB", "--skip", "IDEM-17,RB-18")
