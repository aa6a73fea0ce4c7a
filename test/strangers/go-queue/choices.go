package main

import (
	"fmt"
	"strings"
	"time"
)

// choices are the ways in which one correct agent may differ from another. A missing name means the default.
type choices map[string]bool

var slownessOf = map[string]time.Duration{
	"slow-120": 120 * time.Millisecond,
	"slow-300": 300 * time.Millisecond,
}

var callsPerSecondOf = map[string]int{"rate-50": 50, "rate-200": 200}

// In whole units of the currency.
var houseLimitOf = map[string]int64{"house-limit-100": 100, "house-limit-1000000": 1_000_000}

var plainChoices = []string{
	"clamps-nothing", "refuses-below-zero", "refuses-spent-rollback", "status-500", "status-200",
	"opens-accounts", "not-found-rollback", "late-bet-refused", "two-writes", "sub-cent", "sessions",
	"starts-at-0", "starts-below-zero", "long-ids-refused", "players-any-case", "connection-close",
	"global-lock",
}

func parseChoices(list string) (choices, error) {
	known := knownChoices()
	chosen := choices{}
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			continue
		}
		if !known[name] {
			return nil, fmt.Errorf("unknown choice %q in CHOICES", name)
		}
		chosen[name] = true
	}
	return chosen, nil
}

func knownChoices() map[string]bool {
	known := map[string]bool{}
	for _, name := range plainChoices {
		known[name] = true
	}
	for name := range slownessOf {
		known[name] = true
	}
	for name := range callsPerSecondOf {
		known[name] = true
	}
	for name := range houseLimitOf {
		known[name] = true
	}
	return known
}

// chosenFrom returns the value of the chosen name in the table, or the zero value.
func chosenFrom[Value any](chosen choices, table map[string]Value) (value Value) {
	for name, candidate := range table {
		if chosen[name] {
			value = candidate
		}
	}
	return value
}
