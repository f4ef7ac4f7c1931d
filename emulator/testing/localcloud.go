// Package localcloud is an emulator for the tests of a package. Copy this file; it needs nothing but the command `emulator`.
package localcloud

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

// Emulator is one that these tests have started.
type Emulator struct {
	// URL is the endpoint for clients; they take any credentials and any region.
	URL     string
	command *exec.Cmd
	stdin   io.Closer
}

// Start starts the emulator of this project (node_modules/.bin/emulator), else the one of PATH. It ends with Stop, or with this process.
func Start() (*Emulator, error) {
	name := "node_modules/.bin/emulator"
	if _, err := os.Stat(name); err != nil {
		name = "emulator"
	}
	command := exec.Command(name, "start", "--for-tests")
	command.Stderr = os.Stderr
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("there is no command %s (npm install cloud-emulator): %w", name, err)
	}
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("the emulator did not start; it has said why on stderr: %w", err)
	}
	var started struct {
		URL         string            `json:"url"`
		Environment map[string]string `json:"environment"`
	}
	if err := json.Unmarshal(line, &started); err != nil {
		return nil, err
	}
	for name, value := range started.Environment {
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	return &Emulator{URL: started.URL, command: command, stdin: stdin}, nil
}

// Stop ends the emulator.
func (e *Emulator) Stop() error {
	if err := e.stdin.Close(); err != nil {
		return err
	}
	return e.command.Wait()
}

// Reset removes all state.
func (e *Emulator) Reset() error {
	_, err := e.ask(http.MethodPost, "/_emulator/state/reset", nil)
	return err
}

// Advance moves the clock on: 90s, 5m, 7d. Retries, delays and schedules on the way fall due in order.
func (e *Emulator) Advance(duration string) error {
	body, err := json.Marshal(map[string]string{"advance": duration})
	if err != nil {
		return err
	}
	_, err = e.ask(http.MethodPost, "/_emulator/clock", body)
	return err
}

// Problems answers the last failures that nobody handled, each a line of JSON with its cause and the command that mends it.
func (e *Emulator) Problems() ([]string, error) {
	text, err := e.ask(http.MethodGet, "/_emulator/problems?lines=20", nil)
	if err != nil || strings.TrimSpace(text) == "" {
		return nil, err
	}
	return strings.Split(strings.TrimSpace(text), "\n"), nil
}

func (e *Emulator) ask(method, path string, body []byte) (string, error) {
	request, err := http.NewRequest(method, e.URL+path, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %s", method, path, text)
	}
	return string(text), err
}
