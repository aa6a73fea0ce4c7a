package main

import (
	"errors"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Digits behind the point of each currency that accounts may have.
var currencyDigits = map[string]int{
	"USD": 2, "EUR": 2, "GBP": 2, "RUB": 2, "UAH": 2, "TRY": 2, "BRL": 2, "INR": 2, "CNY": 2, "KZT": 2,
	"JPY": 0, "KRW": 0, "KWD": 3, "BTC": 8,
}

const (
	// Below 10^13 an amount and its cents are told apart by every reader of JSON that uses doubles.
	wholeDigitsMax = 13
	fineDigits     = 18
)

var (
	errAmountTooLarge = errors.New("the amount is too large")
	errAmountTooFine  = errors.New("the amount is finer than the currency's smallest unit")
	errAmountNegative = errors.New("the amount is negative")
)

var numberParts = regexp.MustCompile(`^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$`)

// parseAmount turns the text of a JSON number into units of 10^-scale, exactly or not at all.
func parseAmount(text string, scale int) (*big.Int, error) {
	parts := numberParts.FindStringSubmatch(text)
	if parts == nil {
		return nil, errors.New("the amount is not a number")
	}
	digits := strings.TrimLeft(parts[2]+parts[3], "0")
	significant := strings.TrimRight(digits, "0")
	if significant == "" {
		return new(big.Int), nil
	}
	if parts[1] == "-" {
		return nil, errAmountNegative
	}
	exponent, err := exponentOf(parts[4])
	if err != nil {
		return nil, err
	}
	zeros := exponent - len(parts[3]) + len(digits) - len(significant) + scale
	switch {
	case zeros < 0:
		return nil, errAmountTooFine
	case len(significant)+zeros > wholeDigitsMax+scale:
		return nil, errAmountTooLarge
	}
	units, _ := new(big.Int).SetString(significant+strings.Repeat("0", zeros), 10)
	return units, nil
}

func exponentOf(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	exponent, err := strconv.Atoi(text)
	if err == nil && exponent < 1_000_000 && exponent > -1_000_000 {
		return exponent, nil
	}
	if strings.HasPrefix(text, "-") {
		return 0, errAmountTooFine
	}
	return 0, errAmountTooLarge
}

// formatAmount writes units of 10^-scale as a JSON number with at least `digits` digits behind the point.
func formatAmount(units *big.Int, scale, digits int) string {
	text := new(big.Int).Abs(units).String()
	if missing := scale + 1 - len(text); missing > 0 {
		text = strings.Repeat("0", missing) + text
	}
	whole, fraction := text[:len(text)-scale], text[len(text)-scale:]
	for len(fraction) > digits && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if units.Sign() < 0 {
		return "-" + whole
	}
	return whole
}
