"""NautilusTrader: a Python strategy over bars of a cash account; market orders of on_bar fill at that bar's close."""

from collections import deque
from decimal import Decimal
from math import floor

from nautilus_trader.backtest import BacktestEngine, BacktestEngineConfig
from nautilus_trader.common import LoggerConfig, LogLevel
from nautilus_trader.execution import MakerTakerFeeModel
from nautilus_trader.model import (
    AccountType,
    Bar,
    BarType,
    Currency,
    Equity,
    InstrumentId,
    Money,
    OmsType,
    OrderSide,
    Price,
    Quantity,
    Symbol,
    TimeInForce,
    Venue,
)
from nautilus_trader.trading import Strategy, StrategyConfig

from job import FAST, SLOW, given, tell

DECIMALS = 8
VENUE = Venue("SIM")
# Eight decimals as well: money with two would round each fill to the cent.
CURRENCY = Currency.from_str("USDT")


class Mean:
    """Plain mean of the last closes as a running sum."""

    def __init__(self, length):
        self.closes = deque(maxlen=length)
        self.sum = 0.0

    def update(self, close):
        if len(self.closes) == self.closes.maxlen:
            self.sum -= self.closes[0]
        self.closes.append(close)
        self.sum += close

    @property
    def value(self):
        return self.sum / len(self.closes)


class Cross(Strategy):
    """Long while the fast mean is above the slow one; each symbol that turns long gets its even share of equity."""

    def __new__(cls, symbols, capital):
        return super().__new__(cls, StrategyConfig())

    def __init__(self, symbols, capital):
        super().__init__(StrategyConfig())
        self.cash = float(capital)
        self.names = symbols
        self.means = {symbol: (Mean(FAST), Mean(SLOW)) for symbol in symbols}
        self.units = dict.fromkeys(symbols, 0)
        self.closes = dict.fromkeys(symbols, 0.0)
        self.seen = 0
        self.fills = 0

    def on_start(self):
        for symbol in self.names:
            self.subscribe_bars(bar_type_of(symbol))

    def on_bar(self, bar):
        symbol = bar.bar_type.instrument_id.symbol.value
        close = bar.close.as_double()
        self.closes[symbol] = close
        for mean in self.means[symbol]:
            mean.update(close)
        # All symbols have a bar at each instant: the last of them decides for all.
        self.seen += 1
        if self.seen == len(self.names):
            self.seen = 0
            self.decide()

    def decide(self):
        turns = [symbol for symbol in self.names if self.wants(symbol) != (self.units[symbol] > 0)]
        if not turns:
            return
        share = self.equity() / len(self.names)
        for symbol in sorted(turns, key=self.wants):
            if self.wants(symbol):
                self.trade(symbol, OrderSide.BUY, floor(share / self.closes[symbol] * (1 + 1e-12)))
            else:
                self.trade(symbol, OrderSide.SELL, self.units[symbol])

    def wants(self, symbol):
        fast, slow = self.means[symbol]
        return len(slow.closes) == SLOW and fast.value > slow.value

    def equity(self):
        return self.cash + sum(self.units[symbol] * self.closes[symbol] for symbol in self.names)

    def trade(self, symbol, side, units):
        quantity = Quantity.from_int(units)
        order = self.order_factory.market(instrument_of(symbol), side, quantity, TimeInForce.GTC)
        self.submit_order(order)

    def on_order_filled(self, event):
        symbol = event.instrument_id.symbol.value
        units = int(event.last_qty.as_double())
        signed = units if event.order_side == OrderSide.BUY else -units
        self.units[symbol] += signed
        self.cash -= signed * event.last_px.as_double()
        self.fills += 1


def instrument_of(symbol):
    return InstrumentId(Symbol(symbol), VENUE)


def bar_type_of(symbol):
    return BarType.from_str(f"{symbol}.{VENUE}-1-{given.step.upper()}-LAST-EXTERNAL")


def bars_of(symbol, frame):
    bar_type = bar_type_of(symbol)
    # More than any order, so that the close fills it whole.
    volume = Quantity.from_int(100_000_000)
    times = frame.index.astype("datetime64[ns, UTC]").astype("int64").tolist()
    columns = (frame[name].tolist() for name in ("open", "high", "low", "close"))
    for time, *prices in zip(times, *columns):
        open_, high, low, close = (Price(price, DECIMALS) for price in prices)
        yield Bar(bar_type, open_, high, low, close, volume, time, time)


frames = given.frames()
engine = BacktestEngine(
    BacktestEngineConfig(logging=LoggerConfig(stdout_level=LogLevel.ERROR), bypass_logging=True)
)
engine.add_venue(
    VENUE,
    OmsType.NETTING,
    AccountType.CASH,
    [Money(given.capital, CURRENCY)],
    fee_model=MakerTakerFeeModel(Decimal(0), Decimal(0)),
)
for symbol in frames:
    tick = Price(10**-DECIMALS, DECIMALS)
    engine.add_instrument(
        Equity(instrument_of(symbol), Symbol(symbol), CURRENCY, DECIMALS, tick, 0, 0)
    )
for symbol, frame in frames.items():
    engine.add_data(list(bars_of(symbol, frame)), sort=False)
engine.sort_data()
strategy = Cross(list(frames), given.capital)
engine.add_strategy(strategy)
engine.run()
tell(strategy.equity(), strategy.fills)
