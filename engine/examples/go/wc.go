// Command wc counts the lines, words and bytes of an object, as JSON.
//
// It has no parameters. Splits are those of Hadoop's LineRecordReader, see protocol/STORLETS.md, section 1. The counts of
// an object's splits add up to the counts of the object.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
)

const (
	failure = 1
	usage   = 64 // an invalid parameter
)

type counts struct {
	Lines int64 `json:"lines"`
	Words int64 `json:"words"`
	Bytes int64 `json:"bytes"`
}

func main() {
	if len(os.Args) > 1 {
		fmt.Fprintf(os.Stderr, "wc: no parameter is known, and %q was given: leave it out\n", os.Args[1])
		os.Exit(usage)
	}
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "wc: %v\n", err)
		os.Exit(failure)
	}
}

func run() error {
	start, err := offset("HEADWATER_RANGE_START", 0)
	if err != nil {
		return err
	}
	end, err := offset("HEADWATER_RANGE_END", -1) // -1: to the end of the object
	if err != nil {
		return err
	}
	counted, err := count(bufio.NewReaderSize(os.Stdin, 1<<16), start, end)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode(counted); err != nil {
		return err
	}
	_, err = fmt.Fprintf(os.NewFile(3, "report"), "{\"records_in\": %d, \"records_out\": 1}\n", counted.Lines)
	return err
}

// count counts the lines of a split. The input begins at start.
func count(input *bufio.Reader, start, end int64) (counts, error) {
	var counted counts
	position := start
	skipping := start > 0 // the previous split reads a line that began before start, and one that begins at start
	for skipping || end < 0 || position <= end {
		line, err := input.ReadBytes('\n')
		position += int64(len(line))
		if len(line) > 0 && !skipping {
			counted.Lines++
			counted.Words += int64(len(bytes.Fields(line)))
			counted.Bytes += int64(len(line))
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return counts{}, fmt.Errorf("the line at byte %d: %w", position, err)
		}
		skipping = false
	}
	return counted, nil
}

// offset is an offset from the engine, or otherwise if there is none.
func offset(variable string, otherwise int64) (int64, error) {
	value, found := os.LookupEnv(variable)
	if !found {
		return otherwise, nil
	}
	return strconv.ParseInt(value, 10, 64)
}
