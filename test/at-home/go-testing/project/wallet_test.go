package wallet

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
)

// open gives one test an agent of the platform, with a fresh wallet behind it.
func open(t *testing.T) (*Agent, string) {
	wallet := New("alice", "bob")
	server := httptest.NewServer(wallet)
	t.Cleanup(server.Close)
	agent := openAgent(t, server.URL+"/callback")
	wallet.Token = agent.Token
	return agent, server.URL + "/callback"
}

func TestABetIsDebitedAndItsWinCredited(t *testing.T) {
	t.Parallel()
	agent, _ := open(t)
	made := agent.Send("makeBet", map[string]any{"playerId": "alice", "bet": "10", "win": "2.50"})
	if made.Balance != "992.5" {
		t.Errorf("the balance is %s", made.Balance)
	}
	agent.AssertConforms()
}

func TestARepeatedBetIsAppliedOnce(t *testing.T) {
	t.Parallel()
	agent, _ := open(t)
	made := agent.Send("makeBet", map[string]any{"playerId": "alice", "bet": "10"})
	agent.Resend(made)
	agent.AssertConforms()
}

func TestARollbackGivesTheBetBack(t *testing.T) {
	t.Parallel()
	agent, _ := open(t)
	made := agent.Send("makeBet", map[string]any{"playerId": "alice", "bet": "10"})
	agent.Send("rollback", map[string]any{"playerId": "alice", "transactionId": made.TransactionID})
	agent.AssertConforms()
}

func TestABetAboveTheBalanceIsRefused(t *testing.T) {
	t.Parallel()
	agent, _ := open(t)
	refused := agent.Send("makeBet", map[string]any{"playerId": "bob", "bet": "1000.01"})
	if refused.Error != "insufficient_balance" {
		t.Errorf("the error is %q", refused.Error)
	}
	agent.AssertConforms()
}

func TestTheConformanceSuiteIsPassed(t *testing.T) {
	t.Parallel()
	agent, callbackURL := open(t)
	report := t.TempDir() + "/report.json"
	arguments := append(command[1:], "test", callbackURL, "--agent-id", fmt.Sprint(agent.ID), "--token", agent.Token,
		"--player", "alice:USD", "--player", "bob:USD", "--only", "BET,IDEM,RB", "--skip", "IDEM-17,RB-18",
		"--reporter", "pretty", "--reporter", "json="+report)
	told, _ := exec.Command(command[0], arguments...).CombinedOutput()
	var run struct{ Verdict string }
	text, _ := os.ReadFile(report)
	json.Unmarshal(text, &run)
	if run.Verdict != "conformant" {
		t.Errorf("%s\n%s", run.Verdict, told)
	}
}
