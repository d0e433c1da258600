"""backtesting.py: buys when the fast mean is above the slow one, sells 2 % below the highest close since."""

from one_asset import Averages, run

STOP = 0.02


class TrailingStop(Averages):
    def init(self):
        super().init()
        self.highest = 0.0
        self.is_spent = False

    def next(self):
        is_on = self.lead[-1] > 0
        # After a sale the cross has to be off once before it counts again.
        if not is_on:
            self.is_spent = False
        close = self.data.Close[-1]
        if not self.position:
            if is_on and not self.is_spent:
                self.highest = close
                self.buy()
            return
        self.highest = max(self.highest, close)
        if close < self.highest * (1 - STOP):
            self.is_spent = is_on
            self.position.close()


run(TrailingStop)
