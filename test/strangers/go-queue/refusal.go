package main

import "net/http"

// refusal is an error answer: section 7 names the codes and leaves the HTTP status to the agent.
type refusal struct {
	code    string
	message string
}

var statusOfCode = map[string]int{
	"invalid_signature":     http.StatusForbidden,
	"agent_not_found":       http.StatusNotFound,
	"validation_error":      http.StatusUnprocessableEntity,
	"method_not_allowed":    http.StatusMethodNotAllowed,
	"not_found":             http.StatusNotFound,
	"too_many_requests":     http.StatusTooManyRequests,
	"platform_error":        http.StatusBadGateway,
	"player_not_found":      http.StatusNotFound,
	"invalid_currency":      http.StatusBadRequest,
	"insufficient_balance":  http.StatusBadRequest,
	"transaction_not_found": http.StatusNotFound,
	"bet_limit_exceeded":    http.StatusBadRequest,
	"unknown_session":       http.StatusForbidden,
}

// What the wallet says about the business itself, as opposed to a call that it could not accept as one.
var businessCodes = map[string]bool{
	"player_not_found": true, "invalid_currency": true, "insufficient_balance": true,
	"transaction_not_found": true, "bet_limit_exceeded": true, "unknown_session": true,
}

func (refused *refusal) status(chosen choices) int {
	switch {
	case businessCodes[refused.code] && chosen["status-500"]:
		return http.StatusInternalServerError
	case businessCodes[refused.code] && chosen["status-200"]:
		return http.StatusOK
	}
	return statusOfCode[refused.code]
}
