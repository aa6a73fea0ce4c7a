// An agent with nothing but Go's standard library: the money is kept in memory, every player has a queue with a
// goroutine of its own, so that no lock is ever held over a movement of money.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type config struct {
	port, agentID, token, platformURL string
	chosen                            choices
}

const (
	exitFailure = 1
	exitUsage   = 2
)

func main() {
	settings, err := readConfig()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitUsage)
	}
	if err := serve(settings); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailure)
	}
}

func readConfig() (config, error) {
	chosen, err := parseChoices(os.Getenv("CHOICES"))
	settings := config{
		port: os.Getenv("PORT"), agentID: os.Getenv("AGENT_ID"), token: os.Getenv("AGENT_TOKEN"),
		platformURL: os.Getenv("PLATFORM_URL"), chosen: chosen,
	}
	if settings.agentID == "" {
		settings.agentID = "1001"
	}
	if err == nil && (settings.port == "" || settings.token == "") {
		err = errors.New("PORT and AGENT_TOKEN must be set")
	}
	return settings, err
}

func serve(settings config) error {
	listener, err := net.Listen("tcp", "127.0.0.1:"+settings.port)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           newAgent(settings),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ConnContext:       connContext(settings.chosen),
	}
	terminated, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	fmt.Println("ready")
	select {
	case err := <-failed:
		return err
	case <-terminated.Done():
		return shutDown(server)
	}
}

// Calls under way are answered, for a second at most.
func shutDown(server *http.Server) error {
	limited, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := server.Shutdown(limited); err != nil {
		return server.Close()
	}
	return nil
}

// Go turns Nagle's algorithm off; with two-writes it is on, as it is in servers that never thought of it.
func connContext(chosen choices) func(context.Context, net.Conn) context.Context {
	return func(ctx context.Context, connection net.Conn) context.Context {
		if tcp, isTCP := connection.(*net.TCPConn); isTCP && chosen["two-writes"] {
			_ = tcp.SetNoDelay(false)
		}
		return ctx
	}
}
