package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// sessions are the game sessions that this agent opened itself.
type sessions struct {
	mutex   sync.Mutex
	owners  map[string]*launch // by the platform's session_id
	pending []*launch          // whose session_id the agent has not seen yet
}

type launch struct {
	agentSessionID, playerKey, currency string
	at                                  time.Time
}

// For so long the first callback of the player and currency tells the session_id of a launch.
const firstCallbackWithin = time.Minute

func newSessions() *sessions {
	return &sessions{owners: map[string]*launch{}}
}

func (s *sessions) begin(started *launch) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.pending = append(s.pending, started)
}

// settle ends the wait of a launch: its session is known from the link, or it failed.
func (s *sessions) settle(ended *launch, sessionID string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if sessionID != "" {
		s.owners[sessionID] = ended
	}
	s.forget(ended)
}

// belongs tells whether the session of a call was opened for its player, and learns it from the first callback.
func (s *sessions) belongs(c call, playerKey string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if owner := s.owners[c.sessionID]; owner != nil {
		return owner.playerKey == playerKey
	}
	for _, waiting := range s.pending {
		isMeant := waiting.playerKey == playerKey && waiting.currency == c.currency
		if isMeant && time.Since(waiting.at) < firstCallbackWithin {
			s.owners[c.sessionID] = waiting
			s.forget(waiting)
			return true
		}
	}
	return false
}

// The caller holds the mutex.
func (s *sessions) forget(ended *launch) {
	var still []*launch
	for _, waiting := range s.pending {
		if waiting != ended {
			still = append(still, waiting)
		}
	}
	s.pending = still
}

// launchRequest is what the agent's own site sends to POST /launch.
type launchRequest struct {
	PlayerID       string      `json:"player_id"`
	PlayerUsername string      `json:"player_username"`
	GameID         json.Number `json:"game_id"`
	Currency       string      `json:"currency"`
	Language       string      `json:"language"`
	PlatformURL    string      `json:"platform_url"`
}

// launch opens a game session at the platform and returns the link for the player's browser.
func (a *agent) launch(body []byte) ([]byte, *refusal) {
	var wanted launchRequest
	if err := json.Unmarshal(body, &wanted); err != nil {
		return nil, &refusal{"validation_error", err.Error()}
	}
	started := &launch{
		agentSessionID: newID(), playerKey: a.wallet.playerKey(wanted.PlayerID), currency: wanted.Currency, at: time.Now(),
	}
	// Before the request: the game may ask for the balance before the link has reached this agent.
	a.sessions.begin(started)
	link, err := a.getGameLink(wanted, started.agentSessionID)
	if err != nil {
		a.sessions.settle(started, "")
		return nil, &refusal{"platform_error", err.Error()}
	}
	if sessionID := sessionIn(link); sessionID != "" {
		a.sessions.settle(started, sessionID)
	}
	return canonical(map[string]any{"url": link}), nil
}

func (a *agent) getGameLink(wanted launchRequest, agentSessionID string) (string, error) {
	base := wanted.PlatformURL
	if base == "" {
		base = a.config.platformURL
	}
	data := trimmed(map[string]any{
		"agent_id": json.Number(a.config.agentID), "timestamp": time.Now().Unix(), "game_id": wanted.GameID,
		"player_id": wanted.PlayerID, "player_username": wanted.PlayerUsername, "language": wanted.Language,
		"currency": wanted.Currency, "home_url": "http://127.0.0.1:" + a.config.port + "/",
		"agent_session_id": agentSessionID, "ip": "127.0.0.1",
	})
	address := strings.TrimRight(base, "/") + "/api/games/get_game_link"
	request, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(canonical(data)))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Signature", sign(data, a.config.token))
	return linkFrom(request)
}

func linkFrom(request *http.Request) (string, error) {
	client := http.Client{Timeout: 5 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var answer struct {
		Error, Message string
		Content        struct{ URL string }
	}
	err = json.NewDecoder(response.Body).Decode(&answer)
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the platform answered %d %s %s", response.StatusCode, answer.Error, answer.Message)
	}
	if err == nil && answer.Content.URL == "" {
		err = fmt.Errorf("the platform's answer has no content.url")
	}
	return answer.Content.URL, err
}

func sessionIn(link string) string {
	address, err := url.Parse(link)
	if err != nil {
		return ""
	}
	return address.Query().Get("session_id")
}

func newID() string {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	return hex.EncodeToString(random)
}
