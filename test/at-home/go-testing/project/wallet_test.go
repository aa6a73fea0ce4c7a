package wallet

import (
	"net/http/httptest"
	"testing"
)

// open gives one test an agent of the platform, with a fresh wallet behind it.
func open(t *testing.T) *Agent {
	wallet := New("alice", "bob")
	server := httptest.NewServer(wallet)
	t.Cleanup(server.Close)
	agent := OpenAgent(t, server.URL+"/callback")
	wallet.Token = agent.Token
	return agent
}

func TestABetIsDebitedAndItsWinCredited(t *testing.T) {
	t.Parallel()
	agent := open(t)
	made := agent.Send("makeBet", map[string]any{"playerId": "alice", "bet": "10", "win": "2.50"})
	if made.Balance != "992.5" {
		t.Errorf("the balance is %s", made.Balance)
	}
	agent.AssertConforms()
}

func TestARepeatedBetIsAppliedOnce(t *testing.T) {
	t.Parallel()
	agent := open(t)
	made := agent.Send("makeBet", map[string]any{"playerId": "alice", "bet": "10"})
	agent.Resend(made)
	agent.AssertConforms()
}

func TestARollbackGivesTheBetBack(t *testing.T) {
	t.Parallel()
	agent := open(t)
	made := agent.Send("makeBet", map[string]any{"playerId": "alice", "bet": "10"})
	agent.Send("rollback", map[string]any{"playerId": "alice", "transactionId": made.TransactionID})
	agent.AssertConforms()
}

func TestABetAboveTheBalanceIsRefused(t *testing.T) {
	t.Parallel()
	agent := open(t)
	refused := agent.Send("makeBet", map[string]any{"playerId": "bob", "bet": "1000.01"})
	if refused.Error != "insufficient_balance" {
		t.Errorf("the error is %q", refused.Error)
	}
	agent.AssertConforms()
}

func TestTheConformanceSuiteIsPassed(t *testing.T) {
	t.Parallel()
	open(t).AssertPasses("--player", "alice:USD", "--player", "bob:USD", "--only", "BET,IDEM,RB", "--skip", "IDEM-17,RB-18")
}
