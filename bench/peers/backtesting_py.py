"""backtesting.py: long while the fast mean is above the slow one."""

from one_asset import Averages, run


class Cross(Averages):
    def next(self):
        if self.lead[-1] > 0 and not self.position:
            self.buy()
        elif self.lead[-1] <= 0 and self.position:
            self.position.close()


run(Cross)
