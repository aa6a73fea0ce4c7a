package main

import (
	"math/big"
	"strings"
	"sync"
	"time"
)

// wallet keeps the players in memory. All that belongs to a player is touched only by the goroutine of his queue;
// the mutex guards the two maps that players share, and is never held while money moves.
type wallet struct {
	chosen choices
	shared queue // of all players with global-lock, else nil

	mutex        sync.Mutex
	players      map[string]*player
	transactions map[string]*transaction
}

type player struct {
	id       string
	queue    queue
	balances map[string]*big.Int // by currency
	// Transactions that were cancelled before they came (late-bet-refused).
	cancelled map[string]bool
}

type transaction struct {
	playerID, currency string
	net                *big.Int // win minus bet: what a rollback takes back
	rolledBack         bool
}

// queue does the work of one player piece by piece, in the order in which it came.
type queue chan func()

func newQueue(pause time.Duration) queue {
	work := make(queue)
	go func() {
		for piece := range work {
			time.Sleep(pause)
			piece()
		}
	}()
	return work
}

func (work queue) do(piece func()) {
	done := make(chan struct{})
	work <- func() {
		piece()
		close(done)
	}
	<-done
}

func newWallet(chosen choices) *wallet {
	w := &wallet{chosen: chosen, players: map[string]*player{}, transactions: map[string]*transaction{}}
	if chosen["global-lock"] {
		w.shared = newQueue(chosenFrom(chosen, slownessOf))
	}
	opening := int64(1000)
	if chosen["starts-at-0"] {
		opening = 0
	}
	first := w.open("player-1", "USD", opening)
	first.balances["EUR"] = w.units(opening, "EUR")
	if chosen["starts-below-zero"] {
		first.balances["USD"] = w.units(-6, "USD")
	}
	w.open("player-2", "USD", opening)
	return w
}

func (w *wallet) open(id, currency string, whole int64) *player {
	work := w.shared
	if work == nil {
		work = newQueue(chosenFrom(w.chosen, slownessOf))
	}
	opened := &player{id: id, queue: work, balances: map[string]*big.Int{}, cancelled: map[string]bool{}}
	opened.balances[currency] = w.units(whole, currency)
	w.players[id] = opened
	return opened
}

// player finds the player of a call, or opens an account for an unknown one when that was chosen.
func (w *wallet) player(c call) (*player, *refusal) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	id := w.playerKey(c.playerID)
	if found := w.players[id]; found != nil {
		return found, nil
	}
	if !w.chosen["opens-accounts"] {
		return nil, &refusal{"player_not_found", "no player has this player_id"}
	}
	if _, known := currencyDigits[c.currency]; !known {
		return nil, &refusal{"invalid_currency", "no account can have this currency"}
	}
	return w.open(id, c.currency, 0), nil
}

func (w *wallet) playerKey(id string) string {
	if w.chosen["players-any-case"] {
		return strings.ToLower(id)
	}
	return id
}

// answer does one call in the player's queue and returns the balance of then.
func (w *wallet) answer(p *player, c call) (balance string, refused *refusal) {
	p.queue.do(func() {
		if p.balances[c.currency] == nil {
			refused = &refusal{"invalid_currency", "the player has no account in this currency"}
			return
		}
		switch c.kind {
		case "makeBet":
			refused = w.makeBet(p, c)
		case "rollback":
			refused = w.rollback(p, c)
		}
		balance = formatAmount(p.balances[c.currency], w.scale(c.currency), currencyDigits[c.currency])
	})
	return balance, refused
}

// makeBet: known transactions move nothing; the bet is checked before the win is credited (section 6).
func (w *wallet) makeBet(p *player, c call) *refusal {
	if p.cancelled[c.transactionID] || w.find(c.transactionID) != nil {
		return nil
	}
	bet, win, err := w.amounts(c)
	if err != nil {
		return &refusal{"validation_error", err.Error()}
	}
	if refused := w.checkBet(p.balances[c.currency], bet, c.currency); refused != nil {
		return refused
	}
	net := new(big.Int).Sub(win, bet)
	if w.claim(c.transactionID, &transaction{playerID: p.id, currency: c.currency, net: net}) {
		p.balances[c.currency] = new(big.Int).Add(p.balances[c.currency], net)
	}
	return nil
}

func (w *wallet) amounts(c call) (bet, win *big.Int, err error) {
	if bet, err = parseAmount(c.bet.String(), w.scale(c.currency)); err != nil {
		return nil, nil, err
	}
	win, err = parseAmount(c.win.String(), w.scale(c.currency))
	return bet, win, err
}

func (w *wallet) checkBet(balance, bet *big.Int, currency string) *refusal {
	limit := chosenFrom(w.chosen, houseLimitOf)
	if limit > 0 && bet.Cmp(w.units(limit, currency)) > 0 {
		return &refusal{"bet_limit_exceeded", "the bet is above the limit of the house"}
	}
	// A bet of 0 asks for no cover, whatever the balance is.
	needsCover := bet.Sign() > 0 || w.chosen["refuses-below-zero"]
	if needsCover && balance.Cmp(bet) < 0 {
		return &refusal{"insufficient_balance", "the balance does not cover the bet"}
	}
	return nil
}

// rollback undoes a transaction of this player in this currency, once. Somebody else's counts as not found:
// a call that names one player must not move the money of another.
func (w *wallet) rollback(p *player, c call) *refusal {
	found := w.find(c.transactionID)
	if found == nil || found.playerID != p.id || found.currency != c.currency {
		return w.rollbackUnknown(p, c, found == nil)
	}
	if found.rolledBack {
		return nil
	}
	after := new(big.Int).Sub(p.balances[c.currency], found.net)
	if w.chosen["refuses-spent-rollback"] && found.net.Sign() > 0 && after.Sign() < 0 {
		return &refusal{"insufficient_balance", "the win is spent already"}
	}
	found.rolledBack = true
	p.balances[c.currency] = after
	return nil
}

func (w *wallet) rollbackUnknown(p *player, c call, isNew bool) *refusal {
	if isNew && w.chosen["late-bet-refused"] {
		p.cancelled[c.transactionID] = true
	}
	if w.chosen["not-found-rollback"] {
		return &refusal{"transaction_not_found", "no transaction of the player has this transaction_id"}
	}
	return nil
}

func (w *wallet) find(transactionID string) *transaction {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.transactions[transactionID]
}

// claim stores a new transaction. It fails when another player's queue stored the same id a moment before.
func (w *wallet) claim(transactionID string, claimed *transaction) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.transactions[transactionID] != nil {
		return false
	}
	w.transactions[transactionID] = claimed
	return true
}

// scale is the number of digits behind the point that the store keeps.
func (w *wallet) scale(currency string) int {
	if w.chosen["sub-cent"] {
		return fineDigits
	}
	return currencyDigits[currency]
}

func (w *wallet) units(whole int64, currency string) *big.Int {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(w.scale(currency))), nil)
	return unit.Mul(unit, big.NewInt(whole))
}
