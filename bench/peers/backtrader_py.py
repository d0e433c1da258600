"""backtrader: a feed a symbol, orders of a bar fill at its close (`set_coc`), whole units."""

from math import floor

import backtrader

from job import FAST, SLOW, given, tell


class Cross(backtrader.Strategy):
    def __init__(self):
        closes = [data.close for data in self.datas]
        self.fast = [backtrader.indicators.SMA(close, period=FAST) for close in closes]
        self.slow = [backtrader.indicators.SMA(close, period=SLOW) for close in closes]
        self.fills = 0

    def next(self):
        wants = [fast[0] > slow[0] for fast, slow in zip(self.fast, self.slow)]
        turns = [at for at, data in enumerate(self.datas) if wants[at] != bool(self.getposition(data))]
        if not turns:
            return
        share = self.broker.getvalue() / len(self.datas)
        for at in sorted(turns, key=wants.__getitem__):
            data = self.datas[at]
            if wants[at]:
                self.buy(data, size=floor(share / data.close[0] * (1 + 1e-12)))
            else:
                self.close(data)

    def notify_order(self, order):
        self.fills += order.status == order.Completed


# Orders of the last bar are not filled: the next one would do it.
cerebro = backtrader.Cerebro(stdstats=False)
for frame in given.frames().values():
    frame.index = frame.index.tz_localize(None)
    cerebro.adddata(backtrader.feeds.PandasData(dataname=frame))
cerebro.addstrategy(Cross)
cerebro.broker.setcash(given.capital)
cerebro.broker.set_coc(True)
(strategy,) = cerebro.run()
tell(cerebro.broker.getvalue(), strategy.fills)
