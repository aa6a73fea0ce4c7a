// The platform in tests of your wallet: starts `walletproof serve`, and opens an agent for each test. The standard library only.
//
// Copy this file beside your tests, and give it their package. WALLETPROOF names the command where it is not the one of
// node_modules. A package that has a TestMain already calls RunWithWalletproof there.
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

var platformURL string

func TestMain(m *testing.M) {
	os.Exit(RunWithWalletproof(m))
}

// RunWithWalletproof starts one platform on a free port for all tests, and runs them.
func RunWithWalletproof(m *testing.M) int {
	serve := walletproof("serve", "--port", "0", "--journal", ":memory:")
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
	return code
}

func walletproof(arguments ...string) *exec.Cmd {
	command := strings.Fields(os.Getenv("WALLETPROOF"))
	if len(command) == 0 {
		command = []string{"node_modules/.bin/walletproof"}
	}
	return exec.Command(command[0], append(command[1:], arguments...)...)
}

// Agent is known to no other test: its players, sessions, faults and verdict are its own.
type Agent struct {
	t           *testing.T
	callbackURL string
	ID          int
	Token       string
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

// OpenAgent makes your wallet an agent of the platform: its callbacks go to this URL, signed with the agent's token.
func OpenAgent(t *testing.T, callbackURL string) *Agent {
	var issued struct {
		Agent struct{ ID int }
		Token string
	}
	ask(t, "POST", "/agents", map[string]any{"callbackUrl": callbackURL}, &issued)
	agent := &Agent{t, callbackURL, issued.Agent.ID, issued.Token}
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

// AssertPasses runs the conformance suite, and fails with its report: AssertPasses("--player", "alice:USD", "--only", "RB").
func (agent *Agent) AssertPasses(arguments ...string) {
	agent.t.Helper()
	own := []string{"test", agent.callbackURL, "--agent-id", fmt.Sprint(agent.ID), "--token", agent.Token}
	if told, err := walletproof(append(own, arguments...)...).CombinedOutput(); err != nil {
		agent.t.Errorf("%v\n%s", err, told)
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
