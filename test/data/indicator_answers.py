"""Writes libs/market-view/test/indicator-answers.json: bars, and what TA-Lib and numpy make of them.

Run it in an environment that has numpy and TA-Lib 0.8 (`pip install numpy TA-Lib`), then Prettier. The test of the indicators at the
cursor reads the file; it shares no code with the library that it judges. What TA-Lib has is TA-Lib's where its
definition is the same; the rest is written out from the definitions here, over the whole series from its first bar.
"""

import json
import math
from pathlib import Path

import numpy as np
import talib

ROWS = [60, 99, 140, 333, 480, 599, 600, 699]
COUNT = 700
# Rows from which a seed that differs has faded below the tolerance.
SETTLED = 599


def bars():
    """A seeded walk in cents; a linear congruential generator, so that any language can repeat it."""
    state = 20250101

    def uniform():
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return state / 2**32

    columns = {name: [] for name in ("open", "high", "low", "close", "volume")}
    close = 100.0
    for _ in range(COUNT):
        opened = round(close * math.exp(0.02 * (uniform() - 0.5)), 2)
        close = round(opened * math.exp(0.06 * (uniform() - 0.495)), 2)
        columns["open"].append(opened)
        columns["high"].append(round(max(opened, close) + 1.5 * uniform(), 2))
        columns["low"].append(round(min(opened, close) - 1.5 * uniform(), 2))
        columns["close"].append(close)
        columns["volume"].append(float(1000 + int(uniform() * 900_000)))
    return {name: np.array(values) for name, values in columns.items()}


def rolling(values, length, of):
    result = np.full(len(values), np.nan)
    for row in range(length - 1, len(values)):
        result[row] = of(values[row - length + 1 : row + 1])
    return result


def recursive(values, length, weight):
    """Seeded with the mean of the first `length` values that there are."""
    result = np.full(len(values), np.nan)
    first = int(np.argmax(~np.isnan(values)))
    result[first + length - 1] = values[first : first + length].mean()
    for row in range(first + length, len(values)):
        result[row] = weight * values[row] + (1 - weight) * result[row - 1]
    return result


def ema(values, length):
    return recursive(values, length, 2 / (length + 1))


def wilder(values, length):
    return recursive(values, length, 1 / length)


def rate(values, length):
    result = np.full(len(values), np.nan)
    result[length:] = 100 * (values[length:] / values[:-length] - 1)
    return result


def directional(high, low, close, length):
    up, down = np.diff(high), -np.diff(low)
    plus = np.where((up > down) & (up > 0), up, 0)
    minus = np.where((down > up) & (down > 0), down, 0)
    gap = np.abs(high[1:] - close[:-1]), np.abs(low[1:] - close[:-1])
    ranges = np.maximum(high[1:] - low[1:], np.maximum(*gap))
    first = [np.nan]
    smooth = [wilder(np.concatenate([first, part]), length) for part in (plus, minus, ranges)]
    pdi, mdi = 100 * smooth[0] / smooth[2], 100 * smooth[1] / smooth[2]
    return {"adx": wilder(100 * np.abs(pdi - mdi) / (pdi + mdi), length), "pdi": pdi, "mdi": mdi}


def answers(opened, high, low, close, volume):
    typical = (high + low + close) / 3
    middle = (high + low) / 2
    atr = talib.ATR
    mid = lambda length: (rolling(high, length, max) + rolling(low, length, min)) / 2
    change = np.diff(close, prepend=np.nan)

    kst = sum(
        weight * rolling(rate(close, back), length, np.mean)
        for weight, back, length in ((1, 10, 10), (2, 15, 10), (3, 20, 10), (4, 30, 15))
    )
    rsi = talib.RSI(close, 14)
    place = 100 * (rsi - rolling(rsi, 14, min)) / (rolling(rsi, 14, max) - rolling(rsi, 14, min))
    place_mean = rolling(place, 3, np.mean)
    fast = talib.STOCHF(high, low, close, fastk_period=14, fastd_period=3)
    center, width = ema(close, 20), 2 * atr(high, low, close, 10)
    exits = 3 * atr(high, low, close, 22)
    conversion, base = mid(9), mid(26)
    signed = np.sign(change) * volume
    inside = (2 * close - high - low) / (high - low) * volume
    candle = np.empty(len(close))
    average = (opened + high + low + close) / 4
    candle[0] = (opened[0] + close[0]) / 2
    for row in range(1, len(close)):
        candle[row] = (candle[row - 1] + average[row - 1]) / 2

    return {
        "wma": talib.WMA(close, 20),
        "wema": wilder(close, 14),
        "roc": talib.ROC(close, 12),
        "trix": talib.TRIX(close, 15),
        "kst": {"kst": kst, "signal": rolling(kst, 9, np.mean)},
        "stochRsi": {"stochRSI": place, "k": place_mean, "d": rolling(place_mean, 3, np.mean)},
        "trueRange": talib.TRANGE(high, low, close),
        "atr": atr(high, low, close, 14),
        "keltner": {"middle": center, "upper": center + width, "lower": center - width},
        "chandelier": {
            "exitLong": rolling(high, 22, max) - exits,
            "exitShort": rolling(low, 22, min) + exits,
        },
        "adx": directional(high, low, close, 14),
        "psar": talib.SAR(high, low, 0.02, 0.2),
        "ichimoku": {
            "conversion": conversion,
            "base": base,
            "spanA": (conversion + base) / 2,
            "spanB": mid(52),
        },
        "cci": talib.CCI(high, low, close, 20),
        "stochastic": {"k": fast[0], "d": fast[1]},
        "williamsR": talib.WILLR(high, low, close, 14),
        "awesome": rolling(middle, 5, np.mean) - rolling(middle, 34, np.mean),
        "obv": rolling(signed, 20, sum),
        "adl": rolling(inside, 20, sum),
        "mfi": talib.MFI(high, low, close, volume, 14),
        "vwap": rolling(typical * volume, 20, sum) / rolling(volume, 20, sum),
        "forceIndex": ema(change * volume, 13),
        "heikinAshi": {
            "open": candle,
            "high": np.maximum(high, np.maximum(candle, average)),
            "low": np.minimum(low, np.minimum(candle, average)),
            "close": average,
        },
    }


def at(row, value):
    if isinstance(value, dict):
        return {name: float(column[row]) for name, column in value.items()}
    return float(value[row])


def main():
    columns = bars()
    found = answers(*columns.values())
    # A second opinion on what is written out above.
    adx, pdi, mdi = (found["adx"][name][SETTLED:] for name in ("adx", "pdi", "mdi"))
    input = (columns["high"], columns["low"], columns["close"], 14)
    assert np.allclose(adx, talib.ADX(*input)[SETTLED:], rtol=1e-9)
    assert np.allclose(pdi, talib.PLUS_DI(*input)[SETTLED:], rtol=1e-9)
    assert np.allclose(mdi, talib.MINUS_DI(*input)[SETTLED:], rtol=1e-9)
    fast_rsi = talib.STOCHRSI(columns["close"], 14, 14, 3, 0)
    assert np.allclose(found["stochRsi"]["stochRSI"][60:], fast_rsi[0][60:], atol=1e-6)
    assert np.allclose(found["keltner"]["middle"][19:], talib.EMA(columns["close"], 20)[19:])
    result = {
        "bars": {name: values.tolist() for name, values in columns.items()},
        "rows": ROWS,
        "answers": {name: [at(row, value) for row in ROWS] for name, value in found.items()},
    }
    root = Path(__file__).resolve().parents[2]
    file = root / "libs/market-view/test/indicator-answers.json"
    file.write_text(json.dumps(result, allow_nan=False) + "\n")


main()
