"""Matching inside bars: the ways that bars allow, and the worst of them (page
execution-and-fills.md, "Limits and stops", "Inside a bar", "Trailing stops", "Brackets",
"More than is held", "Inside of a weekly or monthly bar")."""
import math

import actions
from account import TINY
from market import cost, fill_one, in_shares, market_phase, withheld
from orders import has_entry, start_trails, waits_for_entry

MOST_WAYS = 100_000

def all_ways(play):
    """Plays once for each sequence of choices. `play` gets choose(n), which gives 0 to n - 1."""
    prefix = []
    for _ in range(MOST_WAYS):
        taken = []

        def choose(n):
            choice = prefix[len(taken)] if len(taken) < len(prefix) else 0
            taken.append((choice, n))
            return choice

        yield play(choose)
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken.pop()
        if not taken:
            return
        prefix = [c for c, _ in taken[:-1]] + [taken[-1][0] + 1]
    raise OverflowError(f"more than {MOST_WAYS} ways through the bars of one instant")

def worst_way(play):
    """Of all ways that the bars of an instant allow, the one that leaves the least equity.

    Ways that differ by rounding only are equal; the first one is taken, and the path from
    the open to the low is played before the path from the open to the high.
    """
    worst, least = None, None
    for way in all_ways(play):
        equity = way.equity()
        if least is None or equity < least - 1e-10 * max(abs(equity), abs(least), 1.0):
            worst, least = way, equity
    return worst

class Match:
    """One way through the bars of one instant."""

    def __init__(self, state, run, bars, at, choose):
        self.state, self.run, self.at, self.choose = state, run, at, choose
        self.bars = {bar.symbol: bar for bar in bars}
        self.ready = {o.id for o in state.orders.values() if o.symbol in self.bars
                      and o.live <= self.bars[o.symbol].start}
        self.full = set()  # orders for which this bar has no more shares
        self.path = {}  # symbol -> (price now, price at the end of this part of the path)
        self.inside = {s: run.inside_actions(state, s, bar) for s, bar in self.bars.items()}
        self.new = {s: False for s in self.bars}  # whether the inside actions took effect
        self.first_id = state.last_id

    def play(self):
        state, run = self.state, self.run
        state.used = {}
        opens = {s: bar.start for s, bar in self.bars.items()}
        for order in list(state.orders.values()):
            bar = self.bars.get(order.symbol)
            if order.ends_after is not None and bar and order.ends_after <= bar.start:
                state.finish(order, order.ends_why, self.at)
        self.ready &= set(state.orders)
        for symbol in sorted(self.bars):
            self.reach(symbol, self.bars[symbol].open)
            self.path[symbol] = (self.bars[symbol].open, self.bars[symbol].open)
        for order in (state.orders[i] for i in self.ready):
            order.bars_met += 1
            if order.kind == "trailing-stop" and order.best is None and not waits_for_entry(state, run, order):
                order.best = self.bars[order.symbol].open
        markets = {i for i in self.ready if state.orders[i].is_market or state.orders[i].kind == "reinvest"}
        self.at_close = {i for i in markets if run.policy["fill"] == "next-close" and state.orders[i].is_market}
        triggered = {i for i in self.ready if state.orders[i].triggered and state.orders[i].is_stop}
        market_phase(state, run, (markets - self.at_close) | triggered, opens, self.at, self.choose, execute=self.execute)
        self.full |= triggered
        self.at_open()
        for order in self.resting(sorted(self.bars)):
            order.follow(self.bars[order.symbol].open)
        self.inside_bars()
        for symbol in sorted(self.bars):
            self.act(symbol)
            self.reach(symbol, self.bars[symbol].close)
        self.at_close &= set(state.orders)
        return self

    def equity(self):
        return self.state.equity()

    def close(self, state, choose):
        """Market orders at the closes; the ways to there are compared before them."""
        run, self.state = self.run, state
        closes = {s: bar.known - 1 for s, bar in self.bars.items()}  # before an open at that instant
        state.meeting = {}  # what fills at the closes does so now
        market_phase(state, run, self.at_close, closes, self.at, choose)
        for order in list(state.orders.values()):
            bar = self.bars.get(order.symbol)
            if order.ends_after is not None and bar and order.ends_after <= bar.known:
                state.finish(order, order.ends_why, self.at)
        start_trails(state, run)
        return state

    def reach(self, symbol, price):
        self.state.price[symbol] = price
        self.state.price_date[symbol] = self.bars[symbol].date

    def act(self, symbol):
        """The corporate actions inside of a weekly or monthly bar, at one moment of it."""
        if self.inside[symbol] and not self.new[symbol]:
            self.new[symbol] = True
            for action in self.inside[symbol]:
                actions.take_effect(self.state, self.run, action, self.at, self.bars[symbol].known)

    def resting(self, symbols):
        """Limits and stops that may fill now, among them exits that began inside of these bars."""
        state = self.state
        return [o for o in state.orders.values() if o.symbol in symbols and o.id not in self.full
                and not o.is_market and o.kind != "reinvest" and (o.id in self.ready or o.id > self.first_id)
                and not waits_for_entry(state, self.run, o)]

    def reached(self, order, price):
        """Whether a price is at the level of an order or beyond."""
        if order.kind in ("limit", "stop-limit") and (order.kind == "limit" or order.triggered):
            return order.side * (order.limit - price) >= 0
        if order.triggered:
            return True
        level = order.level()
        return level is not None and order.side * (price - level) >= 0

    def rank(self, order):
        """At the same price stops go first, then the older decision, then the level that comes first."""
        level = order.limit if order.kind == "limit" else order.level()
        return (order.kind == "limit", order.decision, -level if order.side > 0 and order.kind == "limit"
                or order.side < 0 and order.kind != "limit" else level)

    def pick(self, orders):
        """The first in rank; equal ones in every order they may come in."""
        best = min(self.rank(o) for o in orders)
        equal = sorted((o for o in orders if self.rank(o) == best), key=lambda o: (o.symbol, o.terms()))
        if len(equal) > 1 and len({o.symbol for o in equal}) > 1 and not self.contended():
            equal = [o for o in equal if o.symbol == equal[0].symbol]
        return equal[self.choose(len(equal))] if len(equal) > 1 else equal[0]

    def contended(self):
        """Whether the order of fills of different symbols may matter: cash may be short, or a group."""
        state, run = self.state, self.run
        if len(self.bars) < 2:
            return False
        need, groups = 0.0, {}
        for order in self.resting(sorted(self.bars)):
            bar = self.bars[order.symbol]
            if order.group is not None:
                groups.setdefault(order.group, set()).add(order.symbol)
            if order.is_exit or not self.may_fill(order.symbol):
                continue
            size = order.money if order.money is not None else (order.shares - order.filled) * bar.high
            if order.side > 0 or run.policy["short"]:
                need += size * (1 + run.slippage) * (1 + run.fee)
        high = {s: max(state.price[s], self.bars[s].high if s in self.bars else 0.0) for s in state.symbols()}
        spare = state.cash + 2 * math.fsum(min(state.shares(s), 0.0) * high[s] for s in state.symbols())
        return need > spare or any(len(symbols) > 1 for symbols in groups.values())

    def at_open(self):
        """Stops and limits whose level the open has passed, at the open."""
        self.turns = sorted(self.bars, key=lambda s: (not self.state.shares(s), s))  # what is held comes first
        for order in self.resting(self.turns):
            order.follow(self.bars[order.symbol].open)
        for symbol in self.turns:
            while due := [o for o in self.resting([symbol]) if self.reached(o, self.bars[symbol].open)]:
                self.hit(self.pick(due), self.bars[symbol].open)

    def hit(self, order, price, end=None):
        """An order whose level is reached: a stop-limit becomes a limit order, others fill."""
        if order.kind == "stop-limit" and not order.triggered:
            order.triggered = True
            if end is not None and order.side * (order.limit - order.stop) >= 0:
                order.place, symbol = price, order.symbol
                self.state.price[symbol] = min(order.limit, end) if order.side > 0 else max(order.limit, end)
                self.execute(order, self.state.price[symbol])
                order.place, self.state.price[symbol] = None, price
            elif end is not None:
                self.full.add(order.id)  # a limit order, of later bars
            return
        self.execute(order, price)

    def route(self, symbol):
        """The parts of a path: open, low, high, close or open, high, low, close.

        With a split inside of the bar, low and high are of old shares, of new ones, or each
        part was at both; None stands for the moment of the split ("Splits").
        """
        bar = self.bars[symbol]
        extremes = [("low", bar.low), ("high", bar.high)]
        if self.choose(2):
            extremes.reverse()
        if not any(a.ratio != 1 for a in self.inside[symbol]):
            return [price for _, price in extremes] + [bar.close]
        scales = [self.choose(3) for _ in extremes]  # old, new, both
        old = [price for (_, price), scale in zip(extremes, scales) if scale in (0, 2)]
        new = [price for (_, price), scale in zip(extremes, scales) if scale in (1, 2)]
        return old + [None] + new + [bar.close]

    def may_fill(self, symbol):
        """Whether an order of a symbol could be reached inside its bar; else its path decides nothing."""
        bar = self.bars[symbol]
        for order in self.state.orders.values():
            if order.symbol == symbol and not order.is_market and (order.id in self.ready or order.id > self.first_id):
                levels = [x for x in (order.limit, order.stop) if x is not None]
                if order.kind == "trailing-stop" or order.triggered or self.inside[symbol] \
                        or self.reached(order, bar.open) or any(bar.low <= x <= bar.high for x in levels):
                    return True
        return False

    def inside_bars(self):
        """Walks the paths of all symbols; interleaved in all ways only if that may matter."""
        routes = {}
        for symbol in sorted(self.bars):
            if self.may_fill(symbol):
                routes[symbol] = self.route(symbol)
        while routes:
            names = [s for s in self.turns if s in routes]
            together = len(names) > 1 and self.contended()
            symbol = names[self.choose(len(names))] if together else names[0]
            if not self.advance(symbol, routes[symbol]):
                del routes[symbol]

    def advance(self, symbol, route):
        """Moves a symbol's price to the next fill on its path. False at the end of the path."""
        while True:
            now, end = self.path[symbol]
            if self.inside[symbol] and not self.new[symbol] and self.resting([symbol]) \
                    and not any(a.ratio != 1 for a in self.inside[symbol]) and self.choose(2):
                self.act(symbol)
            found = self.next_on_path(symbol, now, end)
            if found:
                order, price = found
                inside = not self.reached(order, now)
                for trail in self.resting([symbol]):
                    trail.follow(price)
                self.path[symbol] = (price, end)
                opened, self.state.price[symbol] = self.state.price[symbol], price
                self.hit(order, price, end if inside else None)
                self.state.price[symbol] = opened  # for others the symbol is at its open until its close
                return True
            for order in self.resting([symbol]):
                order.follow(end)
            self.path[symbol] = (end, end)
            if not route:
                return False
            target = route.pop(0)
            if target is None:
                ratio = math.prod(a.ratio for a in self.inside[symbol])
                self.act(symbol)
                self.path[symbol] = (end / ratio, end / ratio)
            else:
                self.path[symbol] = (end, target)

    def next_on_path(self, symbol, now, end):
        """The order that the price reaches first between two prices, and the price."""
        hits = []
        for order in self.resting([symbol]):
            if order.kind == "trailing-stop" and order.best is None:
                order.best = now  # it waited for an entry that ended
            if self.reached(order, now):
                hits.append((0.0, order, now))
                continue
            level = order.limit if order.kind == "limit" or order.kind == "stop-limit" and order.triggered \
                else order.level()
            if level is not None and min(now, end) <= level <= max(now, end) and self.reached(order, end):
                hits.append((abs(level - now), order, level))
        if not hits:
            return None
        nearest = min(h[0] for h in hits)
        order = self.pick([o for d, o, _ in hits if d == nearest])
        return order, next(price for d, o, price in hits if o is order)

    def execute(self, order, price):
        """Fills a limit or stop as far as position, cash and volume allow ("More than is held")."""
        state, run, at = self.state, self.run, self.at
        slips = order.kind in ("stop", "trailing-stop")
        held, cut = state.shares(order.symbol), False
        order.triggered |= slips and run.participation is not None
        if order.is_exit:
            wanted = abs(state.exit_lot(order))
        else:
            if order.shares is None:
                order.shares, order.money = order.money / (run.paid(order.side, price) if slips else price), None
            wanted = in_shares(state, run, order)
            if not wanted and not order.filled:
                state.finish(order, "denied: size is below one lot", at)
                return
            if held * order.side < 0 and wanted > abs(held) * (1 + TINY):
                cut = self.closes_only(order, wanted, price, slips)
                wanted = abs(held) if cut else wanted
            elif order.side < 0 and not run.policy["short"] and held <= 0:
                state.finish(order, "no change" if order.filled else "denied: short not allowed", at)
                return
        reason = {"limit": "target" if order.is_exit else "order", "stop": "stop", "trailing-stop": "trail",
                  "stop-limit": "order"}[order.kind]
        bar = self.bars[order.symbol]
        moment = bar.known - 1 if self.new[order.symbol] else bar.start
        why = fill_one(state, run, order, order.side * wanted, price, slips, moment, at, reason)
        if why is None or cut and why == "filled" and has_entry(state, run, order):
            self.full.add(order.id)
        else:
            state.finish(order, "no change" if cut and why == "filled" else why, at)

    def closes_only(self, order, wanted, price, slips):
        """Whether policy or cash do not allow more than to close, or an entry still waits ("More than is held")."""
        state, run = self.state, self.run
        if order.side < 0 and not run.policy["short"] or has_entry(state, run, order):
            return True
        held = state.shares(order.symbol)
        paid = run.paid(order.side, price) if slips else price
        others = state.available() - withheld(state, run, order.symbol, self.at) + abs(held) * state.price[order.symbol]
        costs = wanted * (cost(run, price, paid) - price)
        enlarges = wanted > 2 * abs(held)
        return enlarges and (wanted - abs(held)) * price + costs > others * (1 + TINY)
