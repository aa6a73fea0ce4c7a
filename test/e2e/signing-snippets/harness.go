// Reads cases from standard input: token, operation, signature and body, separated by tabs.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"snippet/signing"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		part := strings.Split(lines.Text(), "\t")
		token, operation, signature, body := part[0], part[1], part[2], part[3]
		if operation == "verify" {
			fmt.Println(signing.VerifyCallback([]byte(body), signature, token))
			continue
		}
		var data map[string]any
		decoder := json.NewDecoder(strings.NewReader(body))
		decoder.UseNumber()
		if err := decoder.Decode(&data); err != nil {
			panic(err)
		}
		sent, signed, err := signing.SignRequest(data, token)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\t%s\n", signed, sent)
	}
}
