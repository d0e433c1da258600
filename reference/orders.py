"""Orders and what a decision becomes (page execution-and-fills.md, "From a decision to orders")."""
import json
from dataclasses import dataclass, field
from datetime import date as civil_date

GOALS = ("target", "weight")
MARKET_KINDS = GOALS + ("market",)

def sign(x):
    return (x > 0) - (x < 0)

@dataclass
class Order:
    """One order. Sides are +1 (buy) and -1 (sell)."""
    id: int
    key: str
    decision: int  # the number of its decision: a smaller one is older
    date: object  # date of the decision, for splits
    symbol: str
    kind: str  # target, weight, market, limit, stop, stop-limit, trailing-stop, reinvest
    live: int  # the instant from which it is live
    side: int = 0
    direction: int | None = None  # of a target
    weight: float | None = None
    shares: float | None = None
    money: float | None = None
    limit: float | None = None
    stop: float | None = None
    trail_percent: float | None = None
    trail_amount: float | None = None
    best: float | None = None
    day: bool = False
    group: str | None = None
    name: str | None = None  # the id that the agent gave
    exits: dict = field(default_factory=dict)  # takeProfit, stopLoss, trailPercent, trailAmount
    text: str = ""  # what it says: orders that leave the same equity in any order go by it
    exit_texts: dict = field(default_factory=dict)
    entry: int | None = None  # of an exit: the id of its entry
    triggered: bool = False  # a stop or stop-limit whose level was reached
    inside: bool = False  # it fills inside of its bar, a microsecond after the open
    place: float | None = None  # where the price was as it filled, if not at the price of the fill
    bars_met: int = 0  # bars that could have filled it
    sized: bool = False  # a price has made it a number of shares
    filled: float = 0.0  # shares so far, without a sign, in current shares
    costs: float = 0.0  # fees and slippage so far
    rest: bool = False  # a rest that waits for cash and only buys
    ends_after: int | None = None  # a cancellation was requested at this instant
    ends_why: str = "cancelled"
    last_older: int = 0  # the last order before that: later ones may replace this one

    @property
    def is_market(self):
        return self.kind in MARKET_KINDS

    @property
    def is_exit(self):
        return self.entry is not None

    @property
    def is_limit(self):
        return self.kind == "limit" or self.kind == "stop-limit" and self.triggered

    def terms(self):
        """A sort key of what the order says, so that its place in a list decides nothing."""
        return (self.decision, self.symbol, self.text, self.id)

    def level(self):
        """The level of a limit or stop; a trailing stop stays behind the best price so far."""
        if self.kind != "trailing-stop":
            return self.limit if self.is_limit else self.stop
        if self.best is None:
            return None
        away = self.trail_amount if self.trail_amount is not None else self.best * self.trail_percent / 100
        return self.best - away if self.side < 0 else self.best + away

    def follow(self, price):
        """A trail never moves back (section "Trailing stops")."""
        if self.kind == "trailing-stop" and self.best is not None:
            self.best = max(self.best, price) if self.side < 0 else min(self.best, price)

def leads_to(state, symbol):
    """The direction that the position has, or that pending targets and weights lead to; and whether it is pending."""
    waiting = [o for o in state.orders.values() if o.symbol == symbol and o.kind in GOALS and o.ends_after is None]
    last = max(waiting, key=lambda o: o.id, default=None)
    if last is None:
        return sign(state.shares(symbol)), False
    return sign(last.direction if last.kind == "target" else last.weight), True

def action_direction(action, now, policy):
    """The table of BUY, SELL and HOLD."""
    down = -1 if policy["short"] else 0
    if action == "BUY":
        return 1
    if action == "SELL":
        if now < 0:
            return -1
        return 0 if now > 0 and policy["hold"] == "keep" else down
    return now if policy["hold"] == "keep" else 0

def take_decision(state, run, number, at, decision):
    """Turns a decision into orders: cancellations first, then orders unchanged."""
    kind = decision["kind"]
    live = at + int(round(run.policy.get("latencyMs") or 0)) * 1000
    base = dict(decision=number, date=run.calendar.date_of(at - 1), live=live)

    def add(key, symbol, order_kind, **terms):
        order = Order(id=state.next_id(), key=f"{number}:{key}", symbol=symbol, kind=order_kind, **base, **terms)
        state.orders[order.id] = order
        return order

    if kind == "action":
        symbol = decision.get("symbol", run.symbols[0])
        goals = {symbol: action_direction(decision["action"], leads_to(state, symbol)[0], run.policy)}
    else:
        goals = dict(decision.get("positions") or decision.get("weights") or {})
    if kind == "weights" and decision.get("rest") == "flat":
        goals.update({s: 0 for s in run.symbols if s not in goals and leads_to(state, s)[0]})
    for symbol, goal in goals.items():
        take_goal(state, run, add, number, symbol, goal, at, is_target=kind != "weights")
    if kind == "orders":
        for name in decision.get("cancel", []):
            cancel_named(state, run, name)
        fresh = [place(state, run, add, i, terms, at) for i, terms in enumerate(decision["orders"])]
        for order in fresh:
            if order and order.kind == "trailing-stop" and waits_for_entry(state, run, order):
                order.best = None  # it starts at its entry's fill

def take_goal(state, run, add, number, symbol, goal, at, is_target):
    """A target or weight of one symbol; a target that is reached, or has an order on its way, is nothing to do."""
    now, pending = leads_to(state, symbol)
    known = symbol in run.symbols
    if known and is_target and now == goal and (pending or not has_requests(state, symbol)):
        return
    why = "unknown symbol" if not known else "short not allowed" if goal < 0 and not run.policy["short"] \
        else "no price" if not run.tradable(symbol, at) else None
    if why:
        state.end(f"{number}:{symbol}", f"denied: {why}")
        return
    replace(state, run, symbol)
    there = sign(state.shares(symbol)) == goal and (is_target or goal == 0)
    if not there or has_requests(state, symbol):
        terms = {"direction": goal} if is_target else {"weight": goal}
        add(symbol, symbol, "target" if is_target else "weight", **terms)

def start_trails(state, run):
    """Trailing stops that waited for an entry, and could not meet the bar of its fill, start at the last price."""
    for order in state.orders.values():
        if order.kind == "trailing-stop" and order.best is None and not waits_for_entry(state, run, order):
            order.best = state.price.get(order.symbol)

def cancel_named(state, run, name):
    """Ends all orders of a name: of a bracket the entry while it waits, its exits after that."""
    hit = [o for o in state.orders.values() if o.name == name and o.ends_after is None and o.entry not in state.orders]
    for order in hit:
        request_cancel(state, run, order, "cancelled")

def has_requests(state, symbol):
    """Whether a bar under way may still fill a target or weight that was replaced."""
    return any(o.symbol == symbol and o.kind in GOALS and o.ends_after is not None
               for o in state.orders.values())

def replace(state, run, symbol):
    """A new target or weight replaces one that still waits for its price."""
    for order in list(state.orders.values()):
        if order.symbol == symbol and order.kind in GOALS and order.ends_after is None:
            request_cancel(state, run, order, "replaced")

def request_cancel(state, run, order, why):
    """A cancellation is a request if a bar that meets the order can have begun before it ("Cancellations")."""
    if not run.can_be_under_way(order, state.at):
        state.finish(order, why)
    elif order.ends_after is None:
        order.ends_after, order.ends_why, order.last_older = state.at, why, state.last_id

def texts_of(terms, bracket, day):
    """The terms of an order and of its exits as texts, by which orders that could come in any order are sorted."""
    kind, side = terms.get("type", "market"), terms["side"]
    shares, away = terms.get("shares"), "sell" if side == "buy" else "buy"
    size = {"kind": "shares", "shares": shares} if shares else {"kind": "notional", "notional": terms["notional"]}
    trail = {"percent": terms.get("trailPercent"), "amount": terms.get("trailAmount"), "best": None,
             "date": (day - civil_date(1970, 1, 1)).days}
    trail = trail if trail["percent"] or trail["amount"] else None
    own = trail if kind == "trailing-stop" else None
    show = lambda items: json.dumps(items, separators=(",", ":"))
    rest = lambda stop, trail: [stop, trail, "gtc", None, terms.get("id")]
    found = {"": show([False, side, "stop" if own else kind, size, terms.get("limit"), terms.get("stop"), own,
                       terms.get("timeInForce", "day"), terms.get("group"), terms.get("id")])}
    if "stopLoss" in bracket or trail and not own:
        label = "stop" if "stopLoss" in bracket else "trail"
        found[label] = show([True, away, "stop", size, None] + rest(bracket.get("stopLoss"), trail))
    if "takeProfit" in bracket:
        found["target"] = show([True, away, "limit", size, bracket["takeProfit"]] + rest(None, None))
    whole = ",".join(found.values())
    return {label: show([terms["symbol"], whole, text]) for label, text in found.items()}

def place(state, run, add, index, terms, at):
    """An order as the agent wrote it ("orders", "Limits and stops", "Brackets")."""
    symbol, kind, name = terms["symbol"], terms.get("type", "market"), terms.get("id")
    trails = kind == "trailing-stop"
    bracket = {k: terms[k] for k in ("takeProfit", "stopLoss") + (() if trails else ("trailPercent", "trailAmount"))
               if terms.get(k) is not None}
    taken = name is not None and any(o.name == name and o.ends_after is None for o in state.orders.values())
    order = add(str(index), symbol, kind, side=1 if terms["side"] == "buy" else -1,
                shares=terms.get("shares"), money=terms.get("notional"),
                limit=terms.get("limit"), stop=terms.get("stop"),
                day=terms.get("timeInForce", "day") == "day", group=terms.get("group"), name=name, exits=bracket)
    order.exit_texts = texts_of(terms, bracket, order.date)
    order.text = order.exit_texts[""]
    if symbol not in run.symbols or taken or kind == "market" and not run.tradable(symbol, at):
        why = "duplicate order id" if taken else "no price" if symbol in run.symbols else "unknown symbol"
        state.finish(order, f"denied: {why}")
        return None
    if trails:
        order.trail_percent, order.trail_amount = terms.get("trailPercent"), terms.get("trailAmount")
        order.best = state.price.get(symbol)
    return order

def waits_for_entry(state, run, order):
    """Whether a limit or stop with nothing to close waits ("Stops and targets of a waiting entry")."""
    if order.is_exit:
        return not state.exit_lot(order)
    if order.is_market or order.kind == "reinvest":
        return False
    return state.shares(order.symbol) * order.side >= 0 and has_entry(state, run, order)

def has_entry(state, run, order):
    """Whether an order still waits that opens, or adds to, the position which this one is to close."""
    others = [o for o in state.orders.values() if o.symbol == order.symbol and not o.is_exit and o.id != order.id]
    if not run.policy["short"]:
        return order.side < 0 and any(opens(state, o) > 0 for o in others)
    return order.group is not None and any(
        o.side == -order.side and o.decision == order.decision and o.group is None for o in others)

def opens(state, order):
    """The side to which an order trades: of targets and weights as they stand now."""
    if order.kind == "target":
        return order.direction
    if order.kind == "weight":
        return 1 if order.weight > 0 else 0
    return order.side
