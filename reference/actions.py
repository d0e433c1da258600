"""Dividends and splits on raw prices (page execution-and-fills.md, "Corporate actions")."""
from dataclasses import dataclass
from datetime import date

from knowledge import action_known, opens_at
from orders import Order

@dataclass(frozen=True)
class Action:
    symbol: str
    date: date  # ex date, or effective date
    known: int
    at: int | None  # when it takes effect; None inside of a weekly or monthly bar
    open: int  # the open of its session, or of its day inside of a period
    amount: float  # dividend per share
    ratio: float  # new shares per old one
    closes: bool  # at the close of a period without a bar, before the fills there

    @property
    def late(self):
        """Whether it becomes known after its open."""
        return self.at is not None and self.at > self.open + 1

def read_actions(calendar, symbol, table, bars):
    """Actions in order, with the instants at which they take effect ("Corporate actions")."""
    found = [(date.fromisoformat(d), date.fromisoformat(k) if k else None, float(a), 1.0)
             for d, k, a in table.get("dividends", [])]
    found += [(date.fromisoformat(d), None, 0.0, to / from_) for d, from_, to in table.get("splits", [])]
    actions = []
    for day, declared, amount, ratio in sorted(found, key=lambda f: (f[0], f[3] != 1, f[2])):
        known = action_known(calendar, day, declared)
        session = calendar.on_or_after(day)
        begins, at = session.open, None
        inside = calendar.frequency in ("weekly", "monthly") and day > session.first
        if inside:
            begins = calendar.on_or_after(day, calendar.days).open
            bar = next((b for b in bars if b.session == session and b.fills), None)
            if bar is None or known > bar.known:
                at = max(known, session.close)
        else:
            early = [b.known for b in bars if b.date == session.date and b.start < session.open]
            at = max(known, min([opens_at(calendar, session)] + early))
        actions.append(Action(symbol, day, known, at, begins, amount, ratio, inside and at == session.close))
    return actions

def take_effect(state, run, action, now):
    """Applies an action to the shares held at its open; `now` is the moment on the time line."""
    if action.ratio != 1:
        split(state, action, now)
        return
    if run.policy["dividends"] == "ignore":
        return
    held = state.shares_at(action) if action.late else state.shares(action.symbol)
    money = held * action.amount
    if not money:
        return
    state.cash += money
    state.dividends.append((action.symbol, money, len(state.fills)))
    if run.policy["dividends"] == "reinvest" and money > 0:
        number = state.next_id()
        live = now if action.late or action.at is None else min(now, action.open)
        state.orders[number] = Order(id=number, key=f"dividend:{action.symbol}", decision=run.decided + 0.5,
                                     date=action.date, symbol=action.symbol, kind="reinvest", live=live, money=money)

def split(state, action, now):
    """Old shares become new ones; prices and levels of older orders are divided ("Splits")."""
    symbol, ratio = action.symbol, action.ratio
    for lot in state.lots.get(symbol, ()):
        if not action.late or lot.moment < action.open:
            lot.shares *= ratio
    state.history.setdefault(symbol, []).append((min(now, action.open), state.shares(symbol), action.date))
    if symbol in state.price and (action.at is None or state.price_date[symbol] < action.date):
        state.price[symbol] /= ratio
    for order in state.orders.values():
        if order.symbol != symbol or order.date >= action.date:
            continue
        order.filled *= ratio
        order.shares = order.shares and order.shares * ratio
        for name in ("limit", "stop", "trail_amount", "best"):
            if getattr(order, name) is not None:
                setattr(order, name, getattr(order, name) / ratio)
        for name in ("takeProfit", "stopLoss", "trailAmount"):
            if name in order.exits:
                order.exits = {**order.exits, name: order.exits[name] / ratio}
