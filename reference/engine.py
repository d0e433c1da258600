"""The run: instants in order, at each the rules in the order of the pages."""
import math
from datetime import date

import actions
from account import TINY, State, trade
from knowledge import MINUTE, Calendar, parse_instant, read_bars, show_instant
from market import market_phase
from measure import measure
from orders import Order, start_trails, take_decision
from paths import Match, worst_way

POLICY = {  # the named policy `close` (scenario.md, "Execution policies")
    "fill": "decision-close", "hold": "keep", "short": False, "size": "all-in", "lotSize": 0, "feeBps": 0,
    "slippageBps": 0, "borrowBpsPerYear": 0, "dividends": "ignore", "liquidate": False, "basis": "capital",
    "latencyMs": None, "participation": None,
}

class Run:
    """What stays the same in a run, and its way along the time line."""

    def __init__(self, world):
        self.world = world
        self.policy = {**POLICY, **world["policy"]}
        self.symbols = list(world["data"])
        self.portfolio = world.get("portfolio", False) or len(self.symbols) > 1
        self.fee, self.slippage = self.policy["feeBps"] / 1e4, self.policy["slippageBps"] / 1e4
        self.lot, self.participation = self.policy["lotSize"] or 0, self.policy["participation"]
        self.fee_of_equity = self.policy["size"] == "all-in" and len(self.symbols) == 1 and not self.participation
        self.capital = float(world["capital"])
        first, last = date.fromisoformat(world["window"]["from"]), date.fromisoformat(world["window"]["to"])
        stamps = [date.fromisoformat(row[0][:10]) for t in world["data"].values()
                  for row in t["bars"] + t.get("dividends", []) + t.get("splits", [])]
        frequency = world["data"][self.symbols[0]]["frequency"]
        self.out_of_order = frequency == "intraday" and len(self.symbols) > 1
        self.calendar = Calendar(world["calendar"], frequency, min(stamps + [first]), max(stamps + [last]))
        self.bars = {s: read_bars(self.calendar, s, t) for s, t in world["data"].items()}
        self.length = {s: int((t.get("minutes") or 0) * MINUTE) for s, t in world["data"].items()}
        self.known = {}
        for bar in sorted((b for bars in self.bars.values() for b in bars), key=lambda b: (b.date, b.start, b.symbol)):
            self.known.setdefault(bar.known, []).append(bar)
        self.actions = {s: actions.read_actions(self.calendar, s, t, self.bars[s]) for s, t in world["data"].items()}
        self.sessions = [s for s in self.calendar.sessions if first <= s.date <= last]
        self.begin, self.finish = self.sessions[0].open, self.sessions[-1].close
        if frequency == "intraday" and self.calendar.name == "XNYS":
            self.begin = self.calendar.midnight(self.sessions[0].date)
        self.volume = {}
        self.state = State(self.capital)
        self.marks = []
        self.decided = -1  # number of the last decision
        self.traded = {}  # symbol -> dates of sessions with a bar so far

    def paid(self, side, price):
        """The price after slippage ("Costs")."""
        return price * (1 + side * self.slippage)

    def room(self, state, symbol):
        """Shares that this bar may still give ("Partial fills"): none if its volume is unknown."""
        if not self.participation:
            return math.inf
        most = (self.volume.get(symbol) or 0.0) * self.participation
        left = most - state.used.get(symbol, 0.0)
        return left if left > TINY * most else 0.0

    def inside_actions(self, symbol, bar):
        """Actions that take effect inside of a weekly or monthly bar."""
        return [a for a in self.actions[symbol] if a.at is None and self.calendar.on_or_after(a.date) == bar.session
                and (a.ratio != 1 or self.policy["dividends"] != "ignore")]

    def due(self, at):
        """Whether a decision is due at an instant (scenario.md, `decide`)."""
        if self.world["decide"] == "bar":
            return self.begin < at <= self.finish and at in self.known
        return any(s.close == at and self.has_mark(s) for s in self.sessions)

    def has_mark(self, session):
        """A run with one symbol has a mark in sessions in which it traded, a portfolio in each."""
        return self.portfolio or any(b.session == session and b.fills for b in self.bars[self.symbols[0]])

    def play(self):
        decisions = {}
        for number, item in enumerate(self.world["decisions"]):
            decisions.setdefault(parse_instant(item["at"]), []).append((number, item["decision"]))
        closes = {s.close: s for s in self.sessions}
        instants = set(self.known) | set(closes)
        instants |= {a.at for found in self.actions.values() for a in found if a.at is not None}
        for at in sorted(t for t in instants if t <= self.finish):
            self.state.at = at
            self.take_actions(at, is_late=False)
            self.is_open = True  # until all has met the bars of a close
            self.take_bars(at)
            self.is_open = False
            self.take_actions(at, is_late=True)
            session = closes.get(at)
            if session:
                self.close_session(at)
            self.note_equity(at)
            due = self.due(at)
            for number, decision in decisions.get(at, []) if due else []:
                self.decided = number
                take_decision(self.state, self, number, at, decision)
                if self.policy["fill"] == "decision-close":
                    self.fill_at_close(at)
                start_trails(self.state, self)
                self.note_equity(at)
            if at == self.finish and self.policy["liquidate"]:
                self.liquidate(at)
            if due or session and self.has_mark(session):
                self.mark(at, session)
        for order in sorted(self.state.orders.values(), key=lambda o: o.key):
            self.state.finish(order, "end")
        return self.result()

    def take_actions(self, at, is_late, closes=False):
        """By date, of one date dividends, then splits ("Order at one instant"); late ones after the bars."""
        found = [a for s in sorted(self.actions) for a in self.actions[s]
                 if a.at == at and a.late == is_late and a.closes == closes]
        for action in sorted(found, key=lambda a: (a.date, a.ratio != 1)):
            actions.take_effect(self.state, self, action, at)

    def take_bars(self, at):
        """Bars that fill nothing set prices; the others meet orders, all of one instant together."""
        meeting = []
        for bar in self.known.get(at, ()):
            if bar.fills:
                self.traded.setdefault(bar.symbol, set()).add(bar.session.date)
                meeting.append(bar)
                continue
            self.state.price[bar.symbol], self.state.price_date[bar.symbol] = bar.close, bar.date
            for order in list(self.state.orders.values()):
                if order.symbol == bar.symbol and order.ends_after is not None and order.ends_after < at:
                    self.state.finish(order, order.ends_why)
        if meeting:
            self.volume = {b.symbol: b.volume for b in meeting}
            self.state.meeting, self.state.before = {b.symbol: b for b in meeting}, dict(self.state.price)
            match = worst_way(lambda choose: Match(self.state.clone(), self, meeting, choose).play(),
                              lambda way: way.state.equity())
            self.state = match.state
        self.take_actions(at, is_late=True, closes=True)
        if meeting:
            passed = self.state
            self.state = worst_way(lambda choose: match.close(passed.clone(), choose), State.equity)
            self.state.meeting = {}

    def can_be_under_way(self, order, at):
        """Whether a bar that meets the order can have begun before an instant, and is not known ("Cancellations")."""
        ended = self.last_end(order.symbol, at)
        if self.calendar.frequency == "intraday":
            return max(order.live, ended) < at
        session = self.calendar.ending(at)
        return self.is_open and session is not None and ended < session.close and order.live <= session.open

    def last_end(self, symbol, at):
        return max((b.known for b in self.bars[symbol] if b.fills and b.known <= at), default=0)

    def note_equity(self, at):
        """What the account is worth after an instant, for fills of bars that began then and are known later."""
        if self.out_of_order:  # where sessions meet, an open is known a microsecond late
            opened = any(s.open == at - 1 for s in self.sessions)
            self.state.equities.append((at - opened, self.state.equity()))

    def close_session(self, at):
        """At a session close day orders end, and borrow is charged ("Lifetime", "Costs")."""
        state = self.state
        for order in list(state.orders.values()):
            if order.day and order.bars_met:
                state.finish(order, "expired")
        shorts = math.fsum(-state.shares(s) * state.price[s] for s in state.symbols() if state.shares(s) < 0)
        state.cash -= shorts * self.policy["borrowBpsPerYear"] / 1e4 / self.calendar.per_year

    def tradable(self, symbol, at):
        """Whether a decision that fills at once finds the close of a bar of its instant ("Without a price")."""
        if self.policy["fill"] != "decision-close":
            return True
        return any(bar.symbol == symbol and bar.fills for bar in self.known.get(at, ()))

    def fill_at_close(self, at):
        """`decision-close`: at the close of the bar of this session, else denied (`no price`)."""
        state = self.state
        ready = {order.id for order in state.orders.values() if order.is_market}

        def play(choose):  # a close comes before an open at that instant
            copied = state.clone()
            copied.moments = {s: at - 1 for s in self.symbols}
            market_phase(copied, self, ready, choose)
            return copied

        self.state = worst_way(play, State.equity)

    def liquidate(self, at):
        """Closes every position whose symbol has a bar in the last session."""
        state = self.state
        for order in sorted(state.orders.values(), key=lambda o: o.key):
            state.finish(order, "end")
        state.moments = dict.fromkeys(self.symbols, at)
        for symbol in state.symbols():
            key = f"end:{symbol}"
            if self.sessions[-1].date not in self.traded.get(symbol, ()):
                state.end(key, "denied: no price")
                continue
            order = Order(id=state.next_id(), key=key, decision=math.inf, date=self.sessions[-1].date, symbol=symbol,
                          kind="target", live=at, direction=0)
            trade(state, self, order, -state.shares(symbol), state.price[symbol], True, "end",
                  of_equity=self.fee_of_equity)
            state.end(key, "filled")

    def mark(self, at, session):
        state, held = self.state, {s: self.state.shares(s) for s in self.state.symbols()}
        self.marks.append({"at": at, "session": str(session.date) if session else None, "equity": state.equity(),
                           "cash": state.cash, "positions": held,
                           "gross": math.fsum(abs(n) * state.price[s] for s, n in held.items())})

    def result(self):
        fills = self.state.fills
        shown = lambda rows: [{**row, "at": show_instant(row["at"])} for row in rows]
        hidden = ("heldBefore", "heldAfter", "weightBefore", "weightAfter", "moment")
        return {
            "bars": [{"symbol": b.symbol, "start": show_instant(b.start), "knownAt": show_instant(b.known),
                      "fills": b.fills} for bars in self.bars.values() for b in bars],
            "fills": shown([{k: v for k, v in f.items() if k not in hidden} for f in fills]),
            "orderEndings": shown(self.state.ends),
            "marks": shown([{k: v for k, v in m.items() if k != "gross"} for m in self.marks]),
            "end": show_instant(self.finish), "metrics": measure(self),
        }
