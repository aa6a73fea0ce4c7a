package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"strings"
)

// parseObject keeps the text of numbers: 1.50 signed as 1.50 must not be verified as 1.5.
func parseObject(body []byte) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var data map[string]any
	if err := decoder.Decode(&data); err != nil {
		return nil, err
	}
	if data == nil {
		return nil, fmt.Errorf("the body is null")
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("the body goes on after the object")
	}
	return data, nil
}

// sign is section 5: keys sorted, serialised to JSON, HMAC SHA-256 in hexadecimal.
func sign(data map[string]any, token string) string {
	hash := hmac.New(sha256.New, []byte(token))
	hash.Write(canonical(data))
	return hex.EncodeToString(hash.Sum(nil))
}

func isSignedBy(data map[string]any, signature, token string) bool {
	return hmac.Equal([]byte(sign(data, token)), []byte(signature))
}

func canonical(value any) []byte {
	var out bytes.Buffer
	writeCanonical(&out, value)
	return out.Bytes()
}

func writeCanonical(out *bytes.Buffer, value any) {
	switch value := value.(type) {
	case map[string]any:
		writeObject(out, value)
	case []any:
		writeArray(out, value)
	case string:
		writeString(out, value)
	case nil:
		out.WriteString("null")
	default: // bool, json.Number, int
		fmt.Fprint(out, value)
	}
}

func writeObject(out *bytes.Buffer, object map[string]any) {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	out.WriteByte('{')
	for index, key := range keys {
		if index > 0 {
			out.WriteByte(',')
		}
		writeString(out, key)
		out.WriteByte(':')
		writeCanonical(out, object[key])
	}
	out.WriteByte('}')
}

func writeArray(out *bytes.Buffer, items []any) {
	out.WriteByte('[')
	for index, item := range items {
		if index > 0 {
			out.WriteByte(',')
		}
		writeCanonical(out, item)
	}
	out.WriteByte(']')
}

var shortEscapes = map[rune]string{
	'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`,
}

// encoding/json is not used here: it escapes U+2028 and U+2029 always, which other writers leave as they are.
func writeString(out *bytes.Buffer, text string) {
	out.WriteByte('"')
	for _, char := range text {
		escape, short := shortEscapes[char]
		switch {
		case short:
			out.WriteString(escape)
		case char < 0x20:
			fmt.Fprintf(out, `\u%04x`, char)
		default:
			out.WriteRune(char)
		}
	}
	out.WriteByte('"')
}

// trimmed is what the platform does with a request before it checks the signature (section 5, step 2).
func trimmed(data map[string]any) map[string]any {
	result := make(map[string]any, len(data))
	for key, value := range data {
		if text, isText := value.(string); isText {
			value = strings.TrimSpace(text)
		}
		result[key] = value
	}
	return result
}
