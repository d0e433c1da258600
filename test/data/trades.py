"""What backtesting.py says of trades at given fills, and QuantStats of months: JSON on standard input and output."""

import json
import sys
import warnings

import pandas

warnings.simplefilter("ignore")

import quantstats
from backtesting import Backtest, Strategy


def strategy_of(fills, at_open):
    """Orders so that each fill is at the open or the close of its bar."""
    orders = {}
    for fill in fills:
        orders.setdefault(fill["bar"] - (1 if at_open else 0), []).append(fill["shares"])

    class Placed(Strategy):
        def init(self):
            pass

        def next(self):
            for shares in orders.get(len(self.data) - 1, []):
                (self.buy if shares > 0 else self.sell)(size=abs(shares))

    return Placed


def figure(value):
    return None if pandas.isna(value) else float(value)


def days(value):
    return None if pandas.isna(value) else value / pandas.Timedelta(days=1)


def trades(bars, fills, atOpen, feeBps):
    frame = pandas.DataFrame(bars, columns=["Date", "Open", "High", "Low", "Close"]).set_index("Date")
    frame.index = pandas.to_datetime(frame.index)
    placed = Backtest(
        frame,
        strategy_of(fills, atOpen),
        cash=1e9,
        commission=feeBps / 10_000,
        trade_on_close=not atOpen,
    )
    stats = placed.run()
    listed = [
        {
            "shares": int(one.Size),
            "entryBar": int(one.EntryBar),
            "exitBar": int(one.ExitBar),
            "entryPrice": float(one.EntryPrice),
            "exitPrice": float(one.ExitPrice),
            "profit": float(one.PnL),
            "return": float(one.ReturnPct),
            "days": days(one.Duration),
        }
        for one in stats["_trades"].itertuples()
    ]
    percent = ["Win Rate [%]", "Best Trade [%]", "Worst Trade [%]", "Avg. Trade [%]", "Expectancy [%]"]
    return {
        "trades": listed,
        "count": int(stats["# Trades"]),
        "percent": [figure(stats[name]) for name in percent],
        "ratios": [figure(stats[name]) for name in ["Profit Factor", "SQN"]],
        "days": [days(stats[name]) for name in ["Max. Trade Duration", "Avg. Trade Duration"]],
    }


def months(dates, returns):
    """Rows of years: twelve months and the total; months without a mark are 0."""
    series = pandas.Series(returns, index=pandas.to_datetime(dates))
    table = quantstats.stats.monthly_returns(series)
    return [[int(year), *map(float, row)] for year, row in zip(table.index, table.to_numpy())]


asked = json.load(sys.stdin)
answers = [{**trades(**one["traded"]), "months": months(**one["curve"])} for one in asked]
json.dump(answers, sys.stdout)
