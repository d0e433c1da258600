"""The figures of `measure` (page metrics.md), without intervals, baselines, MAE and MFE."""
import math
from statistics import median

from knowledge import show_instant

EPSILON = 2.0 ** -52

def total(values):
    """Sums run left to right without compensation ("Sums")."""
    result = 0.0
    for value in values:
        result += value
    return result

def finite(value):
    """A figure beyond the range of a double is null."""
    return value if value is not None and math.isfinite(value) else None

def spread(returns):
    """The sample standard deviation; rounding errors of a constant series count as 0."""
    mean = total(returns) / len(returns)
    s = math.sqrt(total((r - mean) ** 2 for r in returns) / (len(returns) - 1))
    return 0.0 if s <= 64 * EPSILON * (1 + max(abs(r) for r in returns)) else s

def measure(run):
    """All figures, by name; None where the page says null."""
    marks, closes = run.marks, [m for m in run.marks if m["session"]]
    equity = [m["equity"] for m in closes]
    returns = None if any(e <= 0 for e in equity[:-1]) else [b / a - 1 for a, b in zip(equity, equity[1:])]
    return {**on_marks(run, marks, closes), **on_returns(returns, run.calendar.per_year), "returns": len(equity) - 1,
            **on_fills(run), "tradeStatistics": on_trades(run, closed_trades(run))}

def on_marks(run, marks, closes):
    """Table "On marks"; drawdown, exposure and time in market use all marks."""
    out = dict.fromkeys(("cumulativeReturn", "annualisedReturn", "maxDrawdown", "drawdown", "calmar",
                         "timeInMarket", "exposure", "finalEquity"))
    by_capital = run.policy["basis"] == "capital"
    base = run.capital if by_capital else closes[0]["equity"]
    last = closes[-1]["equity"]
    out["finalEquity"] = last
    out["timeInMarket"] = sum(1 for m in marks if m["positions"]) / len(marks)
    part = lambda m: m["gross"] / m["equity"] if m["equity"] > 0 else 1.0 if m["gross"] else 0.0
    out["exposure"] = finite(total(part(m) for m in marks) / len(marks))
    if base <= 0:
        return out
    out["cumulativeReturn"] = finite(last / base - 1)
    days = [s.date for s in run.calendar.sessions]
    spent = sum(1 for d in days if closes[0]["session"] < str(d) <= closes[-1]["session"])
    if len(closes) > 1 and last > 0:
        try:
            out["annualisedReturn"] = finite((last / base) ** (run.calendar.per_year / spent) - 1)
        except OverflowError:
            pass
    out["drawdown"] = deepest(marks, run.capital if by_capital else None)
    out["maxDrawdown"] = out["drawdown"]["depth"]
    if out["annualisedReturn"] is not None and out["maxDrawdown"] > 64 * EPSILON:
        out["calmar"] = finite(out["annualisedReturn"] / out["maxDrawdown"])
    return out

def deepest(marks, capital):
    """The deepest drawdown: its depth, last mark at the peak, first at the bottom, recovery."""
    peak, since = (capital, None) if capital is not None else (marks[0]["equity"], marks[0]["at"])
    depth, start, bottom, height = 0.0, None, None, None
    for mark in marks:
        if mark["equity"] >= peak:
            peak, since = mark["equity"], mark["at"]
        elif (peak - mark["equity"]) / peak > depth:
            depth, start, bottom, height = (peak - mark["equity"]) / peak, since, mark["at"], peak
    back = None
    if bottom is not None:
        back = next((m["at"] for m in marks if m["at"] > bottom and m["equity"] >= height), None)
    show = lambda t: None if t is None else show_instant(t)
    return {"depth": depth, "from": show(start), "to": show(bottom), "recovered": show(back)}

def on_returns(returns, per_year):
    """Table "On returns"."""
    out = dict.fromkeys(("annualisedVolatility", "sharpe", "sortino", "skewness", "kurtosis",
                         "sharpeStandardError", "probabilisticSharpe"))
    n = 0 if returns is None else len(returns)
    if n < 2:
        return out
    root = math.sqrt(per_year)
    mean, s = total(returns) / n, spread(returns)
    out["annualisedVolatility"] = s * root
    down = math.sqrt(total(min(r, 0.0) ** 2 for r in returns) / n)
    if any(r < 0 for r in returns) and down > 64 * EPSILON * (1 + max(abs(r) for r in returns)):
        out["sortino"] = finite(mean / down * root)
    if not s:
        return out
    ratio = mean / s
    out["sharpe"] = ratio * root
    m2, m3, m4 = (total((r - mean) ** k for r in returns) / n for k in (2, 3, 4))
    if n >= 3:
        out["skewness"] = m3 / m2 ** 1.5
    if n >= 4:
        out["kurtosis"] = m4 / m2 ** 2
        inner = (1 - out["skewness"] * ratio + (out["kurtosis"] - 1) / 4 * ratio ** 2) / (n - 1)
        error = math.sqrt(max(inner, 0.0))
        out["sharpeStandardError"] = error * root
        if error:
            out["probabilisticSharpe"] = 0.5 * math.erfc(-ratio / error / math.sqrt(2))
    return out

def on_fills(run):
    """Table "On fills and round trips". A round trip is a position from flat to flat."""
    fills = run.state.fills
    turnover = 0.0
    for fill in fills:
        if fill["weightBefore"] is None or fill["weightAfter"] is None:
            turnover = None
        elif turnover is not None:
            turnover += abs(fill["weightAfter"] - fill["weightBefore"])
    closed, opened, running = [], 0, {}
    events = [(i, 1, f) for i, f in enumerate(fills)] + [(i, 0, (s, m)) for s, m, i in run.state.dividends]
    for _, is_fill, item in sorted(events, key=lambda e: e[:2]):
        if not is_fill:
            symbol, money = item
            running[symbol] = running.get(symbol, 0.0) + money
            continue
        symbol, before, after = item["symbol"], item["heldBefore"], item["heldAfter"]
        sign = 1 if item["side"] == "buy" else -1
        parts = [(item["shares"], before, after)]
        if before * after < 0:
            parts = [(abs(before), before, 0.0), (abs(after), 0.0, after)]
        for shares, held, left in parts:
            if not held:
                opened += 1
                running[symbol] = 0.0
            fee = item["fee"] * shares / item["shares"]
            running[symbol] = running.get(symbol, 0.0) - sign * shares * item["price"] - fee
            if not left:
                closed.append(running.pop(symbol))
    noise = 64 * EPSILON * run.capital
    wins, losses = [p for p in closed if p > noise], [p for p in closed if p < -noise]
    return {"turnover": turnover, "trades": opened, "fills": len(fills), "fees": total(f["fee"] for f in fills),
            "hitRate": len(wins) / len(closed) if closed else None,
            "profitFactor": total(wins) / abs(total(losses)) if losses else None}

def closed_trades(run):
    """Closed trades, first in, first out (section "Trades"), in exit order."""
    entries, closed = {}, []
    splits = sorted((a.open if a.at is None or a.at <= a.open + 1 else a.at, a.symbol, a.ratio)
                    for found in run.actions.values() for a in found if a.ratio != 1)
    events = [(f["moment"], 1, i, f) for i, f in enumerate(run.state.fills)]
    events += [(t, 0, 0, (s, ratio)) for t, s, ratio in splits]
    for _, is_fill, _, item in sorted(events, key=lambda e: e[:3]):
        if not is_fill:
            for entry in entries.get(item[0], []):
                entry["shares"] *= item[1]
                entry["price"] /= item[1]
            continue
        sign = 1 if item["side"] == "buy" else -1
        left, open_ones = item["shares"], entries.setdefault(item["symbol"], [])
        while left > 1e-9 * item["shares"] and open_ones and open_ones[0]["sign"] != sign:
            entry = open_ones[0]
            part = min(left, entry["shares"])
            if entry["shares"] - part < 1e-9 * part:
                part = entry["shares"]
            fees = entry["fee"] * part / entry["shares"] + item["fee"] * part / item["shares"]
            gain = entry["sign"] * (item["price"] - entry["price"]) * part
            closed.append({"entry": entry["at"], "exit": item["at"], "profit": gain - fees,
                           "return": (gain - fees) / (part * entry["price"])})
            entry["fee"] *= 1 - part / entry["shares"]
            entry["shares"] -= part
            left -= part
            if not entry["shares"]:
                open_ones.pop(0)
        if left > 1e-9 * item["shares"]:
            open_ones.append({"sign": sign, "shares": left, "price": item["price"], "at": item["at"],
                              "fee": item["fee"] * left / item["shares"]})
    return closed

def on_trades(run, trades):
    """The second table of section "Trades"; durations in sessions and in days of 24 hours or dates."""
    n = len(trades)
    out = dict.fromkeys(("winRate", "best", "worst", "average", "median", "expectancy", "profitFactor", "sqn",
                         "averageSessions"))
    out["count"] = n
    if not n:
        return out
    r, p = [t["return"] for t in trades], [t["profit"] for t in trades]
    out.update(winRate=sum(1 for x in p if x > 0) / n, best=max(r), worst=min(r), median=median(r),
               expectancy=total(r) / n)
    if min(r) > -1:
        out["average"] = math.prod(1 + x for x in r) ** (1 / n) - 1
    if any(x < 0 for x in r):
        out["profitFactor"] = total(x for x in r if x > 0) / abs(total(x for x in r if x < 0))
    if n >= 2 and spread(p):
        out["sqn"] = math.sqrt(n) * (total(p) / n) / spread(p)
    closes = [m["at"] for m in run.marks if m["session"]]
    lengths = [sum(t["entry"] <= at < t["exit"] for at in closes) for t in trades]
    out["averageSessions"] = total(lengths) / n
    return out
