"""bt: weights of the symbols that turn, set at their closes, whole units; the others keep what they have."""

import bt
import numpy as np

from job import FAST, SLOW, given, tell


class SetTurned(bt.Algo):
    """`Rebalance` would trade every symbol each time: this sets those whose target turned, sales first."""

    def __init__(self, wants):
        super().__init__()
        self.wants = wants
        self.row = -1

    def __call__(self, target):
        self.row += 1
        now = self.wants[self.row]
        turned = np.flatnonzero(now != self.wants[self.row - 1]) if self.row > 0 else []
        share = target.value / now.size
        for at in sorted(turned, key=lambda at: now[at]):
            name = target.universe.columns[at]
            if now[at]:
                target.allocate(share, name)
            else:
                target.close(name)
        return True


closes = given.closes()
closes.index = closes.index.tz_localize(None)
wants = (closes.rolling(FAST).mean() > closes.rolling(SLOW).mean()).to_numpy()
strategy = bt.Strategy("cross", [SetTurned(wants)], children=list(closes.columns))
backtest = bt.Backtest(strategy, closes, initial_capital=given.capital, integer_positions=True, progress_bar=False)
bt.run(backtest)
tell(backtest.strategy.value, len(backtest.strategy.get_transactions()))
