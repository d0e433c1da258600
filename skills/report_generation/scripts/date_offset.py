#!/usr/bin/env python3
"""Prints dates that lie so many days before another one.

Usage: date_offset.py TARGET_DATE DAYS [DAYS ...]

TARGET_DATE is YYYY-MM-DD, and DAYS are whole numbers from 0 on. Each gets a line, in their order:
the number, a tab, and the date.
"""

import sys
from datetime import date, timedelta


def days_of(word):
    """How many days a word of the command line asks for."""
    try:
        days = int(word)
    except ValueError:
        sys.exit(refusal(f"invalid days offset {word!r}: must be an integer"))
    if days < 0:
        sys.exit(refusal(f"invalid days offset {word!r}: must be non-negative"))
    return days


def refusal(message):
    print(message, file=sys.stderr)
    return 2


def run(words):
    if len(words) < 2:
        return refusal(__doc__)
    target, *offsets = words
    try:
        end = date.fromisoformat(target)
    except ValueError as error:
        return refusal(f"invalid target date {target!r}: {error}")
    for word in offsets:
        days = days_of(word)
        try:
            start = end - timedelta(days=days)
        except OverflowError:
            return refusal(f"invalid days offset {word!r}: no such date")
        print(f"{days}\t{start.isoformat()}", flush=True)
    return 0


sys.exit(run(sys.argv[1:]))
