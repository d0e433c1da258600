"""python3 main.py world.json: a world becomes its result as JSON.

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

if __name__ == "__main__":
    if sys.argv[1] == "--many":
        for line in sys.stdin:
            print(json.dumps(answer(line)), flush=True)
    else:
        with open(sys.argv[1], encoding="utf-8") as file:
            print(json.dumps(Run(json.load(file)).play(), indent=1))
