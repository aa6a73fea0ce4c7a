package main

import (
	"encoding/json"
	"math/big"
	"unicode/utf8"
)

// call is a callback of the platform, as far as the wallet is concerned with it.
type call struct {
	kind          string
	sessionID     string
	playerID      string
	currency      string
	transactionID string
	bet, win      json.Number
}

var callKinds = map[string]bool{"getBalance": true, "makeBet": true, "rollback": true}

const longestID = 64

// parseCall checks the fields that the kind of callback needs (section 6).
func parseCall(data map[string]any, chosen choices) (call, *refusal) {
	reader := fieldReader{data: data, refusesLongIDs: chosen["long-ids-refused"]}
	parsed := call{
		kind:      reader.text("type"),
		sessionID: reader.id("session_id"),
		playerID:  reader.id("player_id"),
		currency:  reader.text("currency"),
	}
	if reader.refused == nil && !callKinds[parsed.kind] {
		reader.refuse("type is none of getBalance, makeBet, rollback")
	}
	if parsed.kind != "getBalance" {
		parsed.transactionID = reader.id("transaction_id")
	}
	if parsed.kind == "makeBet" {
		reader.id("game_round_id")
		parsed.bet, parsed.win = reader.number("bet"), reader.number("win")
	}
	return parsed, reader.refused
}

// namesAgent tells whether agent_id is the number of this agent.
func namesAgent(data map[string]any, agentID string) bool {
	number, isNumber := data["agent_id"].(json.Number)
	if !isNumber {
		return false
	}
	given, err := parseAmount(number.String(), 0)
	own, ok := new(big.Int).SetString(agentID, 10)
	return err == nil && ok && given.Cmp(own) == 0
}

// fieldReader remembers the first thing that is wrong with the fields it reads.
type fieldReader struct {
	data           map[string]any
	refusesLongIDs bool
	refused        *refusal
}

func (reader *fieldReader) refuse(message string) {
	if reader.refused == nil {
		reader.refused = &refusal{"validation_error", message}
	}
}

func (reader *fieldReader) text(name string) string {
	text, isText := reader.data[name].(string)
	if !isText || text == "" {
		reader.refuse(name + " must be a string that is not empty")
	}
	return text
}

func (reader *fieldReader) id(name string) string {
	text := reader.text(name)
	if reader.refusesLongIDs && utf8.RuneCountInString(text) > longestID {
		reader.refuse(name + " is longer than 64 characters")
	}
	return text
}

func (reader *fieldReader) number(name string) json.Number {
	number, isNumber := reader.data[name].(json.Number)
	if !isNumber {
		reader.refuse(name + " must be a number")
	}
	return number
}
