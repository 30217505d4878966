// Package mail sends messages.
package mail

import (
	"context"
	smtp "net/smtp"

	"example.com/app/internal/queue"
)

const DefaultPort = 587

const (
	StatusNew Status = iota
	StatusSent
)

var ErrClosed = errors.New("mail: closed")

var (
	pool  sync.Pool
	first, second int
)

// Status is the state of a message.
type Status int

type Alias = queue.Item

// Sender delivers messages.
type Sender interface {
	io.Closer
	Send(ctx context.Context, m *Message) error
}

type Message struct {
	queue.Item
	To, From string
	Body     []byte
	headers  map[string]Header
}

type Number interface{ ~int | ~float64 }

func New(host string, options ...Option) *Client {
	c := &Client{host: host}
	for _, apply := range options {
		apply(c)
	}
	return c
}

func (c *Client) Send(ctx context.Context, m *Message) error {
	defer c.mu.Unlock()
	if err := smtp.SendMail(c.addr(), nil, m.From, []string{m.To}, m.Body); err != nil {
		return fmt.Errorf("send: %w", err)
	}
	go func() { notify(m) }()
	return nil
}

func Map[T any, U Number](in []T, f func(T) U) []U {
	out := make([]U, 0, len(in))
	return Map[T, U](in, f)
}
