"""Weekly metrics by the definitions of HERCULEAN, in plain Python: reads {rows, peers, target}, one symbol a question."""

import json
import math
import sys
from datetime import date, timedelta
from statistics import fmean, stdev


def ema(values, length):
    """Seeded with the mean of the first `length`; None before."""
    result = [None] * (length - 1) + [fmean(values[:length])]
    for value in values[length:]:
        result.append(result[-1] + 2 / (length + 1) * (value - result[-1]))
    return result


def macd(closes):
    slow, fast = ema(closes, 26), ema(closes, 12)
    line = [f - s for f, s in zip(fast, slow) if s is not None]
    signal = ema(line, 9)
    hist = [l - s for l, s in zip(line, signal) if s is not None]
    return line[-1], signal[-1], hist[-1], hist[-2]


def rsi(closes, length=14):
    moves = [b - a for a, b in zip(closes, closes[1:])]
    gain = fmean(max(m, 0) for m in moves[:length])
    loss = fmean(max(-m, 0) for m in moves[:length])
    for move in moves[length:]:
        gain = (gain * (length - 1) + max(move, 0)) / length
        loss = (loss * (length - 1) + max(-move, 0)) / length
    return 100 - 100 / (1 + gain / loss)


def returns(prices):
    return [b / a - 1 for a, b in zip(prices, prices[1:])]


def signal_of(line, signal, hist, before):
    if abs(line - signal) <= max(0.0001 * abs(line), 0.001):
        return "neutral"
    if line > signal:
        return "bullish_strengthening" if hist > before else "bullish_weakening"
    return "bearish_strengthening" if hist < before else "bearish_weakening"


def sector(rows, peers, target, monday, week_return):
    first = str(date.fromisoformat(target) - timedelta(days=100))
    series = {name: {r["date"]: r["adj"] for r in all if first <= r["date"] <= target} for name, all in peers.items()}
    series = {name: closes for name, closes in series.items() if closes}
    keys = ["sector_basket_return_1w_pct", "relative_return_1w_pct", "relative_return_4w_pct", "correlation_60d", "beta_60d"]
    if not series:
        return {**dict.fromkeys(keys), "benchmark_basket": []}
    dates = sorted(set.intersection(*(set(closes) for closes in series.values())))
    basket = {d: fmean(closes[d] / closes[dates[0]] for closes in series.values()) for d in dates}
    base = max(d for d in dates if d < monday)
    basket_return = basket[target] / basket[base] - 1
    own = {r["date"]: r["adj"] for r in rows}
    common = [d for d in dates if d in own]
    a, b = [own[d] for d in common], [basket[d] for d in common]
    x, y = returns(a)[-60:], returns(b)[-60:]
    mx, my = fmean(x), fmean(y)
    cov = sum((p - mx) * (q - my) for p, q in zip(x, y)) / (len(x) - 1)
    values = [
        100 * basket_return,
        100 * (week_return - basket_return),
        100 * ((a[-1] / a[-21] - 1) - (b[-1] / b[-21] - 1)),
        cov / stdev(x) / stdev(y),
        cov / stdev(y) ** 2,
    ]
    return {**dict(zip(keys, values)), "benchmark_basket": list(series)}


def metrics(rows, peers, target):
    day = date.fromisoformat(target)
    monday = str(day - timedelta(days=day.weekday()))
    rows = [r for r in rows if r["date"] <= target][-260:]
    closes = [r["adj"] for r in rows]
    week = [r for r in rows if r["date"] >= monday]
    close, before = closes[-1], closes[: -len(week)][-1]
    year, month = rows[-252:], rows[-20:]
    line, signal, hist, earlier = macd(closes)
    inside = returns([r["adj"] for r in week])
    ma5, ma20 = fmean(closes[-5:]), fmean(closes[-20:])
    strength = rsi(closes)
    return {
        "week_start": monday,
        "week_end": rows[-1]["date"],
        "week_trading_days": len(week),
        "week_open": week[0]["open"],
        "week_close": close,
        "week_high": max(r["high"] for r in week),
        "week_low": min(r["low"] for r in week),
        "weekly_return_pct": 100 * (close / before - 1),
        "return_4week_pct": 100 * (close / closes[-21] - 1),
        "weekly_volatility": 100 * stdev(inside) * math.sqrt(5) if len(inside) > 1 else None,
        "dist_from_52w_high_pct": 100 * (close / max(r["high"] for r in year) - 1),
        "dist_from_52w_low_pct": 100 * (close / min(r["low"] for r in year) - 1),
        "ma_5day": ma5,
        "ma_20day": ma20,
        "ma_60day": fmean(closes[-60:]),
        "price_vs_ma20": "above" if close > ma20 else "below",
        "momentum_short": "up" if ma5 > ma20 else "down" if ma5 < ma20 else "neutral",
        "macd_signal": signal_of(line, signal, hist, earlier),
        "macd_values": {"line": line, "signal": signal, "hist": hist},
        "rsi_14": strength,
        "rsi_class": "overbought" if strength > 70 else "oversold" if strength < 30 else "neutral",
        **sector(rows, peers, target, monday, close / before - 1),
        "support_20d": min(r["low"] for r in month),
        "resistance_20d": max(r["high"] for r in month),
        "volume_ratio": None,
        "cmf_20day": None,
    }


print(json.dumps([metrics(**question) for question in json.load(sys.stdin)]))
