package main

import (
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// agent answers the platform's callbacks over HTTP.
type agent struct {
	config   config
	wallet   *wallet
	sessions *sessions
	rate     rate
}

const largestBody = 1 << 20

func newAgent(settings config) *agent {
	return &agent{
		config:   settings,
		wallet:   newWallet(settings.chosen),
		sessions: newSessions(),
		rate:     rate{limit: chosenFrom(settings.chosen, callsPerSecondOf)},
	}
}

func (a *agent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, refused := a.route(w, r)
	status := http.StatusOK
	if refused != nil {
		status = refused.status(a.config.chosen)
		answer = canonical(map[string]any{"error": refused.code, "message": refused.message})
	}
	a.send(w, status, answer)
}

func (a *agent) route(w http.ResponseWriter, r *http.Request) ([]byte, *refusal) {
	isLaunch := r.URL.Path == "/launch" && a.config.chosen["sessions"]
	if r.URL.Path != "/callback" && !isLaunch {
		return nil, &refusal{"not_found", "the callbacks go to /callback"}
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return nil, &refusal{"method_not_allowed", "only POST is answered here"}
	}
	if !isLaunch && !a.rate.allows(time.Now()) {
		w.Header().Set("Retry-After", "1")
		return nil, &refusal{"too_many_requests", "too many calls in one second"}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, largestBody))
	if err != nil {
		return nil, &refusal{"validation_error", "the body could not be read: " + err.Error()}
	}
	if isLaunch {
		return a.launch(body)
	}
	return a.callback(r.Header.Values("X-Signature"), body)
}

// callback is section 6: the signature comes before anything else that the call says.
func (a *agent) callback(signatures []string, body []byte) ([]byte, *refusal) {
	if len(signatures) != 1 {
		return nil, &refusal{"invalid_signature", "one X-Signature header is required"}
	}
	data, err := parseObject(body)
	if err != nil {
		return nil, &refusal{"validation_error", "the body is not a JSON object: " + err.Error()}
	}
	if !isSignedBy(data, signatures[0], a.config.token) {
		return nil, &refusal{"invalid_signature", "the signature does not belong to this body"}
	}
	if !namesAgent(data, a.config.agentID) {
		return nil, &refusal{"agent_not_found", "agent_id is not the number of this agent"}
	}
	c, refused := parseCall(data, a.config.chosen)
	if refused != nil {
		return nil, refused
	}
	return a.answer(c)
}

func (a *agent) answer(c call) ([]byte, *refusal) {
	p, refused := a.wallet.player(c)
	if refused != nil {
		return nil, refused
	}
	if a.config.chosen["sessions"] && !a.sessions.belongs(c, p.id) {
		return nil, &refusal{"unknown_session", "this agent opened no such session for the player"}
	}
	balance, refused := a.wallet.answer(p, c)
	return []byte(`{"content":{"balance":` + balance + `}}`), refused
}

func (a *agent) send(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if a.config.chosen["connection-close"] {
		w.Header().Set("Connection", "close")
	}
	w.WriteHeader(status)
	if flusher, can := w.(http.Flusher); can && a.config.chosen["two-writes"] {
		flusher.Flush()
	}
	w.Write(body)
}

// rate counts the calls of the current second; a limit of 0 is none.
type rate struct {
	limit  int
	mutex  sync.Mutex
	second int64
	calls  int
}

func (r *rate) allows(now time.Time) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if now.Unix() != r.second {
		r.second, r.calls = now.Unix(), 0
	}
	r.calls++
	return r.limit == 0 || r.calls <= r.limit
}
