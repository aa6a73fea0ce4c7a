// Package wallet is the wallet that is tested: amounts in cents, one lock. WALLET_DEFECT=duplicate debits a repeated makeBet again.
package wallet

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"os"
	"sync"
)

type account struct{ player, currency string }

type move struct {
	account account
	cents   int64
}

// Wallet answers callbacks.
type Wallet struct {
	Token      string
	lock       sync.Mutex
	cents      map[account]int64
	moved      map[string]move
	rolledBack map[string]bool
}

// New opens a wallet with 1000.00 USD for each player.
func New(players ...string) *Wallet {
	wallet := &Wallet{cents: map[account]int64{}, moved: map[string]move{}, rolledBack: map[string]bool{}}
	for _, player := range players {
		wallet.cents[account{player, "USD"}] = 100_000
	}
	return wallet
}

type callback struct {
	Type          string       `json:"type"`
	PlayerID      string       `json:"player_id"`
	Currency      string       `json:"currency"`
	TransactionID string       `json:"transaction_id"`
	Bet           *json.Number `json:"bet"`
	Win           *json.Number `json:"win"`
}

type refusal struct {
	status int
	code   string
}

func (wallet *Wallet) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	text, _ := io.ReadAll(request.Body)
	cents, refused := wallet.answer(text, request.Header.Get("X-Signature"))
	response.Header().Set("Content-Type", "application/json")
	if refused != nil {
		response.WriteHeader(refused.status)
		json.NewEncoder(response).Encode(map[string]string{"error": refused.code, "message": refused.code})
		return
	}
	balance := map[string]float64{"balance": float64(cents) / 100}
	json.NewEncoder(response).Encode(map[string]any{"content": balance})
}

func (wallet *Wallet) answer(text []byte, signature string) (int64, *refusal) {
	signed, err := canonical(text)
	if err != nil {
		return 0, &refusal{400, "invalid_request"}
	}
	mac := hmac.New(sha256.New, []byte(wallet.Token))
	mac.Write(signed)
	if !hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(signature)) {
		return 0, &refusal{403, "invalid_signature"}
	}
	var body callback
	if err := json.Unmarshal(text, &body); err != nil {
		return 0, &refusal{422, "invalid_request"}
	}
	wallet.lock.Lock()
	defer wallet.lock.Unlock()
	return wallet.apply(account{body.PlayerID, body.Currency}, body)
}

func (wallet *Wallet) apply(who account, body callback) (int64, *refusal) {
	if _, known := wallet.cents[account{who.player, "USD"}]; !known {
		return 0, &refusal{404, "player_not_found"}
	}
	if _, known := wallet.cents[who]; !known {
		return 0, &refusal{422, "invalid_currency"}
	}
	if body.Type != "getBalance" && body.TransactionID == "" {
		return 0, &refusal{422, "invalid_request"}
	}
	var refused *refusal
	switch body.Type {
	case "getBalance":
	case "makeBet":
		refused = wallet.makeBet(who, body)
	case "rollback":
		wallet.rollBack(who, body.TransactionID)
	default:
		refused = &refusal{400, "invalid_request"}
	}
	return wallet.cents[who], refused
}

func (wallet *Wallet) makeBet(who account, body callback) *refusal {
	_, isRepeated := wallet.moved[body.TransactionID]
	if wallet.rolledBack[body.TransactionID] || isRepeated && os.Getenv("WALLET_DEFECT") != "duplicate" {
		return nil
	}
	bet, isBet := centsOf(body.Bet)
	win, isWin := centsOf(body.Win)
	if !isBet || !isWin {
		return &refusal{422, "invalid_request"}
	}
	if bet > 0 && wallet.cents[who] < bet {
		return &refusal{402, "insufficient_balance"}
	}
	wallet.cents[who] += win - bet
	wallet.moved[body.TransactionID] = move{who, win - bet}
	return nil
}

func (wallet *Wallet) rollBack(who account, id string) {
	made, isKnown := wallet.moved[id]
	if wallet.rolledBack[id] || isKnown && made.account != who {
		return
	}
	wallet.rolledBack[id] = true
	wallet.cents[who] -= made.cents
}

func centsOf(number *json.Number) (int64, bool) {
	if number == nil {
		return 0, false
	}
	amount, err := number.Float64()
	cents := math.Round(amount * 100)
	return int64(cents), err == nil && amount >= 0 && amount < 1e12 && cents/100 == amount
}

// canonical writes the object with its keys sorted, and every number as it came.
func canonical(text []byte) ([]byte, error) {
	var body map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&body); err != nil {
		return nil, err
	}
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(body)
	return bytes.TrimSuffix(written.Bytes(), []byte("\n")), err
}
