"""Our rule agents reimplemented in numpy and statsmodels: prices as JSON on standard input, figures on standard output.

Input: {symbols: {name: closes}, first: index of the first session of the window}. Decisions and fills are at closes.
"""

import itertools
import json
import sys

import numpy
from statsmodels.tsa.stattools import coint

FEE = 0.0005


def figures(marks, start):
    marks = numpy.array(marks)
    returns = marks[1:] / marks[:-1] - 1
    deviation = returns.std(ddof=1)
    peaks = numpy.maximum.accumulate(numpy.concatenate([[start], marks]))[1:]
    return {
        "cumulativeReturn": marks[-1] / start - 1,
        "sharpe": returns.mean() / deviation * numpy.sqrt(252) if deviation > 1e-12 else None,
        "maxDrawdown": ((peaks - marks) / peaks).max(),
    }


def sma_cross(closes, first, fast=5, slow=20):
    """All in while the fast mean is above the slow one, 5 bp a side, closed at the end, from the first mark."""
    marks, cash, shares = [], 1.0, 0.0
    for day in range(first, len(closes)):
        means = [closes[day + 1 - length : day + 1].mean() for length in (fast, slow)]
        wanted = means[0] > means[1]
        if wanted and shares == 0:
            shares, cash = cash * (1 - FEE) / closes[day], 0.0
        if shares != 0 and (not wanted or day == len(closes) - 1):
            cash, shares = shares * closes[day] * (1 - FEE), 0.0
        marks.append(cash + shares * closes[day])
    return figures(marks, marks[0])


def chosen_pair(symbols, first, correlation=0.3):
    best = (numpy.inf, None)
    for left, right in itertools.combinations(symbols, 2):
        one, other = symbols[left][: first + 1], symbols[right][: first + 1]
        returns = [numpy.diff(closes) / closes[:-1] for closes in (one, other)]
        if numpy.corrcoef(*returns)[0, 1] < correlation:
            continue
        best = min(best, (coint(numpy.log(one), numpy.log(other))[1], (left, right)))
    return best[1]


def hold(spreads, day, first):
    return 1 if day == first else None


def z_score(spreads, day, first, lookback=60, enter=2.0, leave=0.5):
    window = spreads[day + 1 - lookback : day + 1]
    z = (window[-1] - window.mean()) / window.std(ddof=1)
    if abs(z) > enter:
        return -1 if z > 0 else 1
    return 0 if abs(z) < leave else None


def trade_pair(symbols, pair, first, rule):
    """Half of the equity on each leg, shares kept, no fee; None keeps, 0 closes, 1 is long the left leg."""
    left, right = (symbols[leg] for leg in pair)
    spreads = numpy.log(left / right)
    marks, equity, entry, side = [], 1.0, None, 0
    for day in range(first, len(left)):
        if side != 0:
            base, at = entry
            moved = (left[day] / left[at] - right[day] / right[at]) / 2
            equity = base * (1 + side * moved)
        wanted = rule(spreads, day, first)
        if wanted is not None and wanted != side:
            side, entry = wanted, (equity, day)
        marks.append(equity)
    return {"pair": "/".join(pair), **figures(marks, 1.0)}


given = json.load(sys.stdin)
first = given["first"]
symbols = {name: numpy.array(closes) for name, closes in given["symbols"].items()}
pair = chosen_pair({name: symbols[name] for name in given["pool"]}, first)
json.dump(
    {
        "sma-cross": {name: sma_cross(symbols[name], first) for name in given["traded"]},
        "pair-hold": trade_pair(symbols, pair, first, hold),
        "pair-zscore": trade_pair(symbols, pair, first, z_score),
    },
    sys.stdout,
)
