"""Limits and stops inside bars: the ways that bars allow, and the worst of them."""
import math
from copy import copy

import actions
from account import TINY
from market import cost, fill_one, in_shares, market_phase, withheld
from orders import has_entry, start_trails, waits_for_entry

MOST_WAYS = 100_000

def worst_way(play, equity):
    """The way that leaves the least equity, of all that `play` tells apart by choose(n), which gives 0 to n - 1.

    Ways that differ by rounding only are equal, and the first of them counts.
    """
    worst, least, path = None, math.inf, []
    for _ in range(MOST_WAYS):
        taken = []

        def choose(n):
            choice = path[len(taken)] if len(taken) < len(path) else 0
            taken.append((choice, n))
            return choice

        way = play(choose)
        left = equity(way) if taken else 0.0  # nothing to compare with
        if worst is None or left < least - 1e-10 * max(abs(left), abs(least), 1.0):
            worst, least = way, left
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken.pop()
        if not taken:
            return worst
        path = [c for c, _ in taken[:-1]] + [taken[-1][0] + 1]
    raise OverflowError(f"more than {MOST_WAYS} ways through the bars of one instant")

class Match:
    """One way through the bars of one instant."""

    def __init__(self, state, run, bars, choose):
        self.state, self.run, self.choose = state, run, choose
        self.bars = {bar.symbol: bar for bar in bars}
        self.ready = {o.id for o in state.orders.values() if o.symbol in self.bars
                      and o.live <= self.bars[o.symbol].start}
        self.full = set()  # orders for which this bar has no more shares
        self.inside = {s: run.inside_actions(s, bar) for s, bar in self.bars.items()}
        self.new = set()  # symbols whose inside actions took effect
        self.first_id = state.last_id

    def play(self):
        state, run = self.state, self.run
        state.used, state.moments = {}, {s: bar.start for s, bar in self.bars.items()}
        for order in list(state.orders.values()):
            bar = self.bars.get(order.symbol)
            if order.ends_after is not None and bar and order.ends_after <= bar.start:
                state.finish(order, order.ends_why)
        self.ready &= set(state.orders)
        for symbol in sorted(self.bars):
            self.reach(symbol, self.bars[symbol].open)
        for order in (state.orders[i] for i in self.ready):
            order.bars_met += 1
            if order.kind == "trailing-stop" and order.best is None and not waits_for_entry(state, run, order):
                order.best = self.bars[order.symbol].open
        markets = {i for i in self.ready if state.orders[i].is_market or state.orders[i].kind == "reinvest"}
        self.at_close = {i for i in markets if run.policy["fill"] == "next-close" and state.orders[i].is_market}
        triggered = {i for i in self.ready if state.orders[i].triggered and not state.orders[i].is_limit}
        market_phase(state, run, (markets - self.at_close) | triggered, self.choose, self.execute)
        self.full |= triggered
        turns = self.in_turn()
        for symbol in turns:  # the worst for what follows in the bar
            self.take_worst(lambda way: way.at_open(symbol), lambda way: copy(way).take_worst(
                lambda rest: rest.inside_bar(symbol), lambda rest: rest.left(symbol)).left(symbol))
        for symbol in turns:
            self.take_worst(lambda way: way.inside_bar(symbol), lambda way: way.left(symbol))
        for symbol in sorted(self.bars):
            self.act(symbol)
            self.reach(symbol, self.bars[symbol].close)
        self.at_close &= set(self.state.orders)
        return self

    def take_worst(self, play, equity):
        """Goes the worst of the ways that one symbol has, whatever is left to the symbols after it."""
        def alone(choose):
            way = copy(self)
            way.state, way.full, way.new, way.choose = self.state.clone(), set(self.full), set(self.new), choose
            play(way)
            return way

        choose = self.choose
        self.__dict__.update(worst_way(alone, equity).__dict__, choose=choose)
        return self

    def left(self, symbol):
        """Cash and a symbol's position at its close."""
        return self.state.cash + self.state.shares(symbol) * self.bars[symbol].close

    def close(self, state, choose):
        """Market orders at the closes; the ways to there are compared before them."""
        run, self.state = self.run, state
        state.moments = {s: bar.known - 1 for s, bar in self.bars.items()}  # before an open at that instant
        state.meeting = {}  # what fills at the closes does so now
        market_phase(state, run, self.at_close, choose)
        for order in list(state.orders.values()):
            bar = self.bars.get(order.symbol)
            if order.ends_after is not None and bar and order.ends_after <= bar.known:
                state.finish(order, order.ends_why)
        start_trails(state, run)
        return state

    def reach(self, symbol, price):
        self.state.price[symbol] = price
        self.state.price_date[symbol] = self.bars[symbol].date

    def act(self, symbol):
        """The corporate actions inside of a weekly or monthly bar, at one moment of it."""
        if symbol not in self.new:
            self.new.add(symbol)
            for action in self.inside[symbol]:
                actions.take_effect(self.state, self.run, action, self.bars[symbol].known)

    def resting(self, symbol):
        """Limits and stops that may fill now, among them exits that began inside of these bars."""
        return [o for o in self.state.orders.values() if o.symbol == symbol and o.id not in self.full
                and not o.is_market and o.kind != "reinvest" and (o.id in self.ready or o.id > self.first_id)
                and not waits_for_entry(self.state, self.run, o)]

    def reached(self, order, price):
        """Whether a price is at the level of an order or beyond."""
        if order.is_limit:
            return order.side * (order.limit - price) >= 0
        if order.triggered:
            return True
        level = order.level()
        return level is not None and order.side * (price - level) >= 0

    def rank(self, order):
        """At the same price stops go first, then the older decision, then the level that comes first."""
        level = order.stop if order.kind == "stop-limit" else order.level()
        return (order.kind == "limit", order.decision, -level if (order.side > 0) == (order.kind == "limit") else level)

    def pick(self, orders):
        """The first in rank; equal ones in every order they may come in."""
        best = min(self.rank(o) for o in orders)
        equal = sorted((o for o in orders if self.rank(o) == best), key=lambda o: o.terms())
        return equal[self.choose(len(equal))] if len(equal) > 1 else equal[0]

    def in_turn(self):
        """The symbols whose orders may fill, in every order: those that are held first, unless a group is shared."""
        fill = {s: [o for o in self.state.orders.values() if o.symbol == s and self.may_fill(o)] for s in self.bars}
        left = sorted((s for s in fill if fill[s]), key=lambda s: (not self.state.shares(s), s))
        groups = [{o.group for o in fill[s] if o.group is not None} for s in left]
        shared = any(one & other for i, one in enumerate(groups) for other in groups[:i])
        turns = []
        while left:
            held = bool(self.state.shares(left[0]))
            count = len([s for s in left if shared or bool(self.state.shares(s)) == held])
            turns.append(left.pop(self.choose(count) if count > 1 else 0))
        return turns

    def may_fill(self, order):
        """Whether an order may be reached in its bar."""
        bar = self.bars[order.symbol]
        if order.is_market or order.kind == "reinvest" or not (order.id in self.ready or order.id > self.first_id):
            return False
        is_split = any(a.ratio != 1 for a in self.inside[order.symbol])
        return order.kind == "trailing-stop" or is_split or self.reached(order, bar.open) \
            or bar.low <= order.level() <= bar.high

    def hit(self, order, price, end=None):
        """An order whose level is reached: a stop-limit becomes a limit order, others fill."""
        if order.kind == "stop-limit" and not order.triggered:
            order.triggered = True
            if end is not None and order.side * (order.limit - order.stop) >= 0:
                order.place, symbol = price, order.symbol
                self.state.price[symbol] = min(order.limit, max(price, end)) if order.side > 0 \
                    else max(order.limit, min(price, end))
                self.execute(order, self.state.price[symbol])
                order.place, self.state.price[symbol] = None, price
            elif end is not None:
                self.full.add(order.id)  # a limit order, of later bars
            return
        self.execute(order, price)

    def way(self, symbol):
        """Prices that follow the open, with None where a split comes, and the fills after which dividends come.

        Low and high come in either order. With a split inside of the bar each is of old shares, of new ones, or both.
        """
        bar, inside = self.bars[symbol], self.inside[symbol]
        ways, fills = [[bar.low, bar.high], [bar.high, bar.low]], math.inf
        if any(a.ratio != 1 for a in inside):
            parts = [[], [bar.low], [bar.high]] + ways
            ways = [old + [None] + new for old in parts for new in parts if {bar.low, bar.high} <= {*old, *new}]
        elif inside:
            fills = self.choose(1 + sum(1 + len(o.exits) for o in self.resting(symbol)))
        return ways[self.choose(len(ways))] + [bar.close], fills

    def at_open(self, symbol):
        """Stops and limits whose level the open has passed, at the open."""
        self.walk(symbol, [self.bars[symbol].open], math.inf)

    def inside_bar(self, symbol):
        """One of the ways through a bar."""
        route, fills = self.way(symbol)
        self.walk(symbol, route, fills, is_inside=True)
        self.act(symbol)

    def walk(self, symbol, route, fills, is_inside=False):
        """Fills along a way from the open on; for others the symbol is at its open until its close."""
        here = self.bars[symbol].open
        for end in route:
            if end is None:
                self.act(symbol)
                here /= math.prod(a.ratio for a in self.inside[symbol])
                continue
            while True:
                if fills <= 0:
                    self.act(symbol)
                found = self.next_on_path(symbol, here, end)
                if not found:
                    break
                order, price = found
                is_passed = self.reached(order, here) and order.level() != here
                for trail in self.resting(symbol):
                    trail.follow(price)
                here, opened, count = price, self.state.price[symbol], len(self.state.fills)
                self.state.price[symbol], order.inside = price, is_inside
                self.hit(order, price, end if is_inside and not is_passed else None)
                self.state.price[symbol], order.inside = opened, False
                fills -= len(self.state.fills) > count
            for order in self.resting(symbol):
                order.follow(end)
            here = end

    def next_on_path(self, symbol, now, end):
        """The order that the price reaches first between two prices, and the price."""
        hits = []
        for order in self.resting(symbol):
            if order.kind == "trailing-stop" and order.best is None:
                order.best = now  # it waited for an entry that ended
            if self.reached(order, now):
                hits.append((0.0, order, now))
                continue
            level = order.level()
            if level is not None and min(now, end) <= level <= max(now, end) and self.reached(order, end):
                hits.append((abs(level - now), order, level))
        if not hits:
            return None
        nearest = min(h[0] for h in hits)
        order = self.pick([o for d, o, _ in hits if d == nearest])
        return order, next(price for d, o, price in hits if o is order)

    def execute(self, order, price):
        """Fills a limit or stop as far as position, cash and volume allow ("More than is held")."""
        state, run = self.state, self.run
        slips = order.kind in ("stop", "trailing-stop")
        held, cut = state.shares(order.symbol), False
        order.triggered |= slips and run.participation is not None
        if order.is_exit:
            wanted = abs(state.exit_lot(order))
        else:
            wanted = in_shares(run, order, price, slips)
            if held * order.side < 0 and wanted > abs(held) * (1 + TINY):
                cut = self.closes_only(order, wanted, price, slips)
                wanted = abs(held) if cut else wanted
            elif wanted and order.side < 0 and not run.policy["short"] and held <= 0:
                state.finish(order, "no change" if order.filled else "denied: short not allowed")
                return
        reason = {"stop": "stop", "trailing-stop": "trail"}.get(order.kind, "target" if order.is_exit else "order")
        bar = self.bars[order.symbol]
        state.moments[order.symbol] = bar.known - 1 if order.symbol in self.new else bar.start + order.inside
        why = fill_one(state, run, order, order.side * wanted, price, slips, reason)
        if why is None or cut and why == "filled" and has_entry(state, run, order):
            self.full.add(order.id)
        else:
            state.finish(order, "no change" if cut and why == "filled" else why)

    def closes_only(self, order, wanted, price, slips):
        """Whether policy or cash do not allow more than to close, or an entry still waits ("More than is held")."""
        state, run = self.state, self.run
        if order.side < 0 and not run.policy["short"] or has_entry(state, run, order):
            return True
        held = state.shares(order.symbol)
        paid = run.paid(order.side, price) if slips else price
        others = state.available() - withheld(state, run, order.symbol) + abs(held) * state.price[order.symbol]
        costs = wanted * (cost(run, price, paid) - price)
        return wanted > 2 * abs(held) and (wanted - abs(held)) * price + costs > others * (1 + TINY)
