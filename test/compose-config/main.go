// Prints what Docker Compose makes of a compose file, as JSON: `docker compose config` where there is no Docker.
// The reading, the schema and the checks are compose-go's, the library that Docker Compose itself reads files with.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func normalised(file string) ([]byte, error) {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithOsEnv)
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	return project.MarshalJSON()
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: compose-config FILE")
		os.Exit(2)
	}
	text, err := normalised(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Stdout.Write(text)
}
