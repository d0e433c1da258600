"""python3 main.py [world.json]: a world, from a file or standard input, becomes its result as JSON.

With --many each line of standard input is a world, and each line of the output its result, or {"error": ...}.
"""
import json
import sys

from engine import Run

def answer(line):
    """The result of a world of a list; what is wrong with one does not end the others."""
    try:
        return Run(json.loads(line)).play()
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}

def main(arguments):
    if arguments == ["--many"]:
        for line in sys.stdin:
            print(json.dumps(answer(line)), flush=True)
        return
    text = open(arguments[0], encoding="utf-8").read() if arguments else sys.stdin.read()
    json.dump(Run(json.loads(text)).play(), sys.stdout, indent=1)
    print()

if __name__ == "__main__":
    main(sys.argv[1:])
