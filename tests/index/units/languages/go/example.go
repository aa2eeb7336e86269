// Package shapes holds what a Go file can define.
//
// It draws nothing.
package shapes

import (
	"errors"
	"fmt"
)

// Limit is the most corners that a shape may have.
const Limit = 64

// The units of a length.
const (
	// Metre is the unit of all lengths.
	Metre Unit = iota
	Foot       // Foot is for old maps.
	inch
)

const first, second = 1, 2

// ErrOpen is returned for a shape that is not closed.
var ErrOpen = errors.New("open")

var (
	north, south = 90, -90
	// drawn counts the shapes.
	drawn int
)

// Unit is a unit of length.
type Unit int

// Name is another word for a string.
type Name = string

// Shape is what can be drawn.
type Shape interface {
	fmt.Stringer
	// Area is in square metres.
	Area() float64
	Close() error
}

type (
	// Point is a place on the map.
	Point struct {
		X, Y float64
		// Label is shown beside it.
		Label string `json:"label"`
		Tag   *Name  // Tag may be nil.
		fmt.Stringer
	}

	Visit func(p Point) bool
)

// Pair holds two values of any types.
type Pair[A any, B comparable] struct {
	Left  A
	Right B
}

// New returns a point,
// which is at the origin.
func New(label string) *Point {
	type local struct{ n int }
	const unseen = 1
	helper := func() int { return unseen }
	_ = helper()
	return &Point{Label: label}
}

/*
Move moves a point.
*/
func (p *Point) Move(dx, dy float64) {
	p.X += dx
	p.Y += dy
}

func (Point) Área() float64 { return 0 }

// Not about Swap, as a line is empty between them.

//go:noinline
func (p Pair[A, B]) Swap() (B, A) { return p.Right, p.Left }

// Map applies a function to each value.
//
//go:noinline
func Map[T, U any](values []T, apply func(T) U) []U {
	return nil
}

var handler = func(name string) error {
	return nil
}

func init() {}
