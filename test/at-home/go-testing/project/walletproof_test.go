package wallet

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Starts `walletproof serve`, and opens an agent of its own for each test. The standard library only.

var command = []string{"node_modules/.bin/walletproof"}

var platformURL string

func TestMain(m *testing.M) {
	serve := exec.Command(command[0], append(command[1:], "serve", "--port", "0", "--journal", ":memory:")...)
	serve.Stderr = os.Stderr
	output, _ := serve.StdoutPipe()
	if err := serve.Start(); err != nil {
		panic(err)
	}
	for lines := bufio.NewScanner(output); platformURL == "" && lines.Scan(); {
		if _, url, found := strings.Cut(lines.Text(), " ready on "); found {
			platformURL = strings.TrimSpace(url)
		}
	}
	code := m.Run()
	serve.Process.Signal(os.Interrupt)
	serve.Wait()
	os.Exit(code)
}

// Agent is known to no other test: its players, sessions, faults and verdict are its own.
type Agent struct {
	t     *testing.T
	ID    int
	Token string
}

// Callback is what came of one: Verdict and Sentence are walletproof's.
type Callback struct {
	ExchangeID    string
	TransactionID string
	Status        int
	Balance       string
	Error         string
	Verdict       string
	Sentence      string
}

func openAgent(t *testing.T, callbackURL string) *Agent {
	var issued struct {
		Agent struct{ ID int }
		Token string
	}
	ask(t, "POST", "/agents", map[string]any{"callbackUrl": callbackURL}, &issued)
	agent := &Agent{t, issued.Agent.ID, issued.Token}
	t.Cleanup(func() { ask(t, "DELETE", fmt.Sprintf("/agents/%d", agent.ID), nil, nil) })
	return agent
}

// Send sends getBalance, makeBet or rollback.
func (agent *Agent) Send(kind string, fields map[string]any) Callback {
	order := map[string]any{"agentId": agent.ID, "type": kind}
	for name, value := range fields {
		order[name] = value
	}
	return agent.first("/trigger", order)
}

// Resend sends the same bytes once more, as after a time-out.
func (agent *Agent) Resend(made Callback) Callback {
	return agent.first("/exchanges/"+made.ExchangeID+"/resend", map[string]any{"as": "exact"})
}

func (agent *Agent) first(path string, order map[string]any) Callback {
	var sent struct{ Callbacks []Callback }
	ask(agent.t, "POST", path, order, &sent)
	return sent.Callbacks[0]
}

// AssertConforms fails with walletproof's own text. It waits until nothing is under way to the agent.
func (agent *Agent) AssertConforms() {
	agent.t.Helper()
	var told struct{ Verdict, Text string }
	ask(agent.t, "GET", fmt.Sprintf("/agents/%d/verdict", agent.ID), nil, &told)
	if told.Verdict != "conformant" {
		agent.t.Error(told.Text)
	}
}

func ask(t *testing.T, method, path string, body, answer any) {
	t.Helper()
	var content bytes.Buffer
	if body != nil {
		json.NewEncoder(&content).Encode(body)
	}
	request, _ := http.NewRequest(method, platformURL+"/__admin"+path, &content)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		var refused struct{ Message, Remedy string }
		json.NewDecoder(response.Body).Decode(&refused)
		t.Fatalf("%s %s: %s %s", method, path, refused.Message, refused.Remedy)
	}
	if answer != nil {
		if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
			t.Fatal(err)
		}
	}
}
