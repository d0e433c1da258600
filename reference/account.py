"""Cash, lots, and what a fill does."""
import math
from copy import copy
from dataclasses import dataclass

from orders import Order, request_cancel

TINY = 1e-9  # "less than a billionth of itself"

@dataclass
class Lot:
    """Shares of one fill. `entry` is the order if its exits may close them."""
    shares: float
    moment: int  # when the fill happened
    entry: int | None = None

class State:
    """Account and orders. It is copied for each way that a bar allows."""

    def __init__(self, cash):
        self.cash = cash
        self.lots = {}
        self.price = {}
        self.price_date = {}
        self.orders = {}
        self.fills = []
        self.ends = []
        self.history = {}  # symbol -> [(moment, shares, date of the split)]
        self.used = {}  # shares that this bar has given, for participation
        self.last_id = 0
        self.at = 0  # now
        self.moments = {}  # symbol -> when it fills now: at the open of its bar, inside of it, or at its close
        self.filling = None  # the order whose fill is at work
        self.dividends = []  # (symbol, money, fills before it)
        self.meeting = {}  # symbol -> its bar of this instant, while orders meet it
        self.before = {}  # symbol -> its last price before that bar
        self.equities = []  # (instant, equity), for bars of several lengths
        self.freed = []  # (when, begin of its bar, instant at which it is known, money)

    def clone(self):
        other = copy(self)
        for name in ("price", "price_date", "fills", "ends", "used", "dividends", "equities", "freed",
                     "moments"):
            setattr(other, name, copy(getattr(self, name)))
        other.lots = {s: [copy(lot) for lot in lots] for s, lots in self.lots.items()}
        other.orders = {i: copy(o) for i, o in self.orders.items()}
        other.history = {s: list(h) for s, h in self.history.items()}
        return other

    def next_id(self):
        self.last_id += 1
        return self.last_id

    def shares(self, symbol):
        return math.fsum(lot.shares for lot in self.lots.get(symbol, ()))

    def symbols(self):
        return sorted(s for s in self.lots if self.lots[s])

    def equity(self, prices=None):
        prices = {**self.price, **(prices or {})}
        return self.cash + math.fsum(self.shares(s) * prices[s] for s in self.symbols())

    def available(self):
        """Equity less the absolute value of all positions ("Nothing is lent")."""
        return self.equity() - math.fsum(abs(self.shares(s)) * self.price[s] for s in self.symbols())

    def exit_lot(self, order):
        """The shares that an exit may still close: those left of its entry's fill."""
        return math.fsum(lot.shares for lot in self.lots.get(order.symbol, ()) if lot.entry == order.entry)

    def end(self, key, why):
        self.ends.append({"at": self.at, "order": key, "why": why})

    def finish(self, order, why):
        """Ends an order, and exits of it that have nothing to close."""
        if self.orders.pop(order.id, None) is None:
            return
        self.end(order.key, why)
        bare = lambda o: o.entry == order.id and o.id != self.filling and not self.exit_lot(o)
        for other in [o for o in self.orders.values() if bare(o)]:
            self.finish(other, "group")

    def shares_at(self, action):
        """Shares held at the open of an action: before the fills there, and after splits up to its date."""
        held = 0.0
        for when, shares, split in self.history.get(action.symbol, ()):
            if when < action.open or split is not None and when == action.open and split <= action.date:
                held = shares
        return held

def trade(state, run, order, quantity, price, slips, reason, of_equity=False):
    """Fills `quantity` (signed) of an order at a price of the tape, and all that follows from it."""
    symbol, at = order.symbol, state.at
    moment = state.moments[symbol]
    side = 1 if quantity > 0 else -1
    paid = run.paid(side, price) if slips else price
    held = state.shares(symbol)
    if held and abs(held + quantity) < TINY * abs(quantity):
        quantity = -held
    before = state.equity({symbol: paid})
    fee = run.fee * (max(state.equity({symbol: price}), 0.0) if of_equity else abs(quantity) * paid)
    state.cash -= quantity * paid + fee
    if run.out_of_order and held * quantity < 0:
        began = state.meeting[symbol].start if symbol in state.meeting else at
        state.freed.append((moment if moment == began else at, began, at, min(abs(held), abs(quantity)) * paid))
    reduce_lots(state, order, quantity, moment)
    after_shares = state.shares(symbol)
    state.history.setdefault(symbol, []).append((moment, after_shares, None))
    after = state.equity({symbol: paid})
    order.filled += abs(quantity)
    order.costs += fee + abs(quantity) * abs(paid - price)
    state.fills.append({"at": at, "symbol": symbol, "side": "buy" if side > 0 else "sell", "shares": abs(quantity),
                        "price": paid, "fee": fee, "reason": reason, "order": order.key, "moment": moment,
                        "heldBefore": held, "heldAfter": after_shares,
                        "weightBefore": held * paid / before if before else None,
                        "weightAfter": after_shares * paid / after if after else None})
    follow_fill(state, run, order, abs(quantity), paid, held)

def reduce_lots(state, order, quantity, moment):
    """Closes lots: an exit those of its entry, anything else the oldest first; the rest opens one."""
    lots = state.lots.setdefault(order.symbol, [])
    left = quantity
    for lot in lots:
        if left == 0 or lot.shares * left >= 0 or (order.is_exit and lot.entry != order.entry):
            continue
        part = min(abs(left), abs(lot.shares)) * (1 if left > 0 else -1)
        lot.shares += part
        left -= part
        if abs(lot.shares) < TINY * abs(quantity):
            lot.shares = 0.0
    lots[:] = [lot for lot in lots if lot.shares]
    if abs(left) > TINY * abs(quantity) and not order.is_exit:
        lots.append(Lot(left, moment, order.id if order.exits else None))

def follow_fill(state, run, order, quantity, paid, held):
    """Replacements, groups, exits, and trails that waited, after a fill."""
    state.filling = order.id
    if order.ends_why == "cancelled" and order.ends_after is not None:
        shrink_replacements(state, order, quantity, paid)
    if order.group is not None:
        for other in list(state.orders.values()):
            if other.id != order.id and other.group == order.group:
                request_cancel(state, run, other, "group")
    if order.is_exit:
        for other in list(state.orders.values()):
            if other.id != order.id and (other.entry == order.entry or other.id == order.entry):
                state.finish(other, "group")
    opened = any(lot.entry == order.id for lot in state.lots[order.symbol])
    if order.exits and opened and not any(o.entry == order.id for o in state.orders.values()):
        open_exits(state, order, state.moments[order.symbol])
    turned = lambda side: held * side >= 0 > state.shares(order.symbol) * side
    for other in state.orders.values():
        if other.symbol == order.symbol and other.kind == "trailing-stop" and not other.is_exit \
                and other.best is None and other.live <= state.moments[order.symbol] and turned(other.side):
            other.best = order.place or state.price[order.symbol]
    end_bare_exits(state, order.id)
    state.filling = None

def open_exits(state, order, moment):
    """The exits of a bracket, live from the fill on, gtc ("Brackets"). A trail starts where the price is."""
    terms, here = order.exits, order.place or state.price[order.symbol]
    kinds = {"target": ("limit", {"limit": terms.get("takeProfit")}), "stop": ("stop", {"stop": terms.get("stopLoss")}),
             "trail": ("trailing-stop", {"trail_percent": terms.get("trailPercent"),
                                         "trail_amount": terms.get("trailAmount"), "best": here})}
    for label, (kind, levels) in kinds.items():
        if label in order.exit_texts:
            made = Order(id=state.next_id(), key=f"{order.key}:{label}", kind=kind, symbol=order.symbol,
                         side=-order.side, decision=order.decision, date=order.date, live=moment, name=order.name,
                         entry=order.id, text=order.exit_texts[label], **levels)
            state.orders[made.id] = made

def end_bare_exits(state, but):
    """An exit ends with the shares of its entry, whatever closed them."""
    for order in list(state.orders.values()):
        if order.is_exit and order.id != but and order.entry not in state.orders and not state.exit_lot(order):
            state.finish(order, "no change")

def shrink_replacements(state, order, quantity, paid):
    """What an order still fills that is to end counts toward those given since for its symbol and side, older first."""
    fresh = [o for o in state.orders.values() if o.id > order.last_older and o.symbol == order.symbol
             and o.side == order.side and not o.is_exit and o.kind not in ("target", "weight", "reinvest")]
    for other in sorted(fresh, key=lambda o: o.terms()):
        size = other.shares if other.shares is not None else other.money / paid
        part = min(size, quantity)
        quantity -= part
        if part >= size * (1 - TINY):
            state.finish(other, "no change")
        elif other.shares is not None:
            other.shares -= part
        else:
            other.money -= part * paid

def whole_lots(run, quantity):
    """Rounds toward zero to whole lots; what is near one counts as whole."""
    if not run.lot:
        return quantity
    return math.copysign(math.floor(abs(quantity) / run.lot * (1 + 1e-12)) * run.lot, quantity)
