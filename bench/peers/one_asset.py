"""What strategies of backtesting.py share: one asset, whole units, orders of a bar fill at its close (`trade_on_close`)."""

from backtesting import Backtest, Strategy

from job import FAST, SLOW, given, tell


def lead_of(closes):
    """Fast mean less slow mean, 0 before both exist: bars without a value would be skipped, and one more bar too."""
    return (closes.s.rolling(FAST).mean() - closes.s.rolling(SLOW).mean()).fillna(0)


class Averages(Strategy):
    def init(self):
        self.lead = self.I(lead_of, self.data.Close)


def run(strategy):
    frame = given.frames()["S0"].rename(columns=str.capitalize)
    backtest = Backtest(frame, strategy, cash=given.capital, trade_on_close=True)
    stats = backtest.run()
    opened = 0 if stats["_strategy"].position.size == 0 else 1
    tell(stats["Equity Final [$]"], 2 * stats["# Trades"] + opened)
