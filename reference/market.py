"""Market orders, targets and weights at one instant."""
import math

from account import TINY, trade, whole_lots
from orders import GOALS, sign, waits_for_entry

NEAR = 1e-12  # sums that differ by rounding only

def market_phase(state, run, ready, choose, execute=None):
    """Fills the ready market orders at `state.price`, by the begins of their bars."""
    orders = [state.orders[i] for i in ready if i in state.orders]
    begin_of = lambda o: state.meeting[o.symbol].start if run.out_of_order and state.meeting else 0
    for begin in sorted({begin_of(o) for o in orders}):  # "Cash and bars of several lengths"
        together = {o.id for o in orders if begin_of(o) == begin}
        if run.participation:
            one_by_one(state, run, together, execute)
        else:
            fill_turns(state, run, together, choose)

def fill_turns(state, run, ready, choose):
    """Reductions, then the others, the older decision first, weights last and together."""
    waiting = set()  # orders that had their turn, and wait for cash that is coming
    alive = lambda kinds: sorted((state.orders[i] for i in ready if i in state.orders
                                  and state.orders[i].kind in kinds), key=lambda o: o.terms())
    # By the positions before any of them fills.
    reducing = [o for o in alive(("target", "market")) if o.direction == 0 or o.side and frees(state, o)]
    for order in in_turn(reducing, choose):
        if order.kind == "target":
            reduce_first(state, run, order)
        else:
            waiting.add(order.id)
            part_of(state, run, order)
    groups = {}
    for order in sorted(alive(("target", "market", "reinvest")), key=lambda o: o.id):
        if order.id not in waiting:
            groups.setdefault(order.id if order.kind == "reinvest" else f"decision {order.decision}", []).append(order)
    for group in groups.values():  # the older first
        group = sorted((o for o in group if o.id in state.orders), key=lambda o: o.terms())
        if group and group[0].kind == "reinvest":
            part_of(state, run, group[0])
            continue
        group = list(in_turn(group, choose))
        trial = state.clone()
        if len(group) > 1 and all(o.id not in trial.orders or open_group(
                trial, run, [trial.orders[o.id]], whole=True) for o in group):
            state.__dict__.update(trial.__dict__)  # enough cash: one after another, each from what is left then
        else:
            open_group(state, run, group)
    if weights := alive(("weight",)):
        weigh(state, run, weights)

def in_turn(orders, choose):
    """Older decisions first; rivals, which share a symbol or a group, in every order they may come in."""
    left = list(orders)
    while left:
        first = left[0]
        rivals = [o for o in left if o.decision == first.decision and o.kind == "market" and any(
            o is not p and p.decision == o.decision and (p.symbol == o.symbol or o.group and p.group == o.group)
            for p in orders)]
        picked = rivals[choose(len(rivals))] if first in rivals and len(rivals) > 1 else first
        others = iter([o for o in rivals if o is not picked])
        left = [next(others) if o in rivals else o for o in left[1:]] if picked in rivals else left[1:]
        yield picked

def shares_left(run, order, price, slips=True):
    """Shares that an order still asks for; of one in money by a price, of a reinvestment with its fee."""
    if order.sized:
        return order.shares - order.filled
    paid = run.paid(order.side or 1, price) if slips else price
    if order.kind == "reinvest":
        paid *= 1 + run.fee
    shares = order.money / paid if order.shares is None else order.shares
    return whole_lots(run, shares)

def in_shares(run, order, price, slips=True):
    """An order becomes a number of shares, in whole lots, at the first price that it meets."""
    left = shares_left(run, order, price, slips)
    if not order.sized:
        order.shares, order.money, order.sized = left, None, True
    return left

def reduce_first(state, run, order):
    """Closes what a target closes; the closing fill of a flip is one of its own."""
    held = state.shares(order.symbol)
    if order.direction == sign(held):
        if not order.rest:
            state.finish(order, "no change")
    elif held:
        trade(state, run, order, -held, state.price[order.symbol], True, "close", of_equity=run.fee_of_equity)
        order.filled, order.costs = 0.0, 0.0
        if order.direction == 0:
            state.finish(order, "filled")

def target_size(state, run, order):
    """Shares of a target, from equity at the price of the fill (table of `size`)."""
    size, price = run.policy["size"], state.price[order.symbol]
    paid, held = run.paid(order.direction, price), abs(state.shares(order.symbol))
    equity = sizing_equity(state, run, [order.symbol]) + order.costs
    if isinstance(size, dict) and "shares" in size:
        if order.shares is None:  # sized by this price, so that later splits scale it
            order.shares = size["shares"]
        return held + order.shares - order.filled
    if run.fee_of_equity:
        return equity * (1 - run.fee) / paid
    part = size["fraction"] if isinstance(size, dict) else 1 / len(run.symbols)
    # The part pays for its costs too.
    return held + (equity * part - held * price - order.costs) / cost(run, price, paid)

def cost(run, price, paid):
    """What a share takes of the cash: its value before slippage, and what trading it costs."""
    return price + abs(paid - price) + run.fee * paid

def sizing_equity(state, run, symbols):
    """Equity by which what fills now in these symbols is sized: of the begin of their bars, at the prices of now."""
    begin = state.meeting[symbols[0]].start if run.out_of_order and symbols[0] in state.meeting else math.inf
    if not state.equities or state.equities[-1][0] <= begin:
        return state.equity()
    then = [equity for at, equity in state.equities if at <= begin][-1]
    return then + math.fsum(state.shares(s) * (state.price[s] - state.before[s]) for s in symbols if state.shares(s))

def withheld(state, run, symbol):
    """Cash that a fill of a symbol cannot use: freed after it, or needed by orders that may have filled before it."""
    if not run.out_of_order:
        return 0.0
    instant = state.meeting[symbol].start if symbol in state.meeting else state.at
    money = [value for when, began, known, value in state.freed
             if when > instant and not (known == state.at and began == instant)]
    for order in state.orders.values():
        if order.symbol == symbol or not (order.is_market or order.kind == "reinvest"):
            continue
        length = run.length[order.symbol]
        earliest = max(order.live, run.last_end(order.symbol, state.at), state.at - length if length else 0)
        if earliest < instant and order.symbol in state.price:
            money.append(need_of(state, run, order))
    return math.fsum(money)

def need_of(state, run, order):
    """What an order needs beyond its position at its symbol's last price, with costs."""
    price, held, size = state.price[order.symbol], state.shares(order.symbol), run.policy["size"]
    if order.kind == "weight":
        value = abs(order.weight) * state.equity()
    elif order.kind == "target":
        there = not order.direction or held * order.direction > 0 and not order.filled
        value = 0.0 if there else state.equity() / len(run.symbols)
        if not there and isinstance(size, dict):
            value = size["shares"] * price if "shares" in size else size["fraction"] * state.equity()
    else:
        value = abs(held + (order.side or 1) * shares_left(run, order, price)) * price  # a reinvestment buys
    return max(value - abs(held) * price, 0.0) * (1 + run.fee + run.slippage)

def frees(state, order):
    """Whether an order reduces a position, which brings cash for others."""
    held = state.shares(order.symbol)
    if order.kind == "weight" and held and not order.rest:
        value, wanted = held * state.price[order.symbol], order.weight * state.equity()
        return wanted * value <= 0 or abs(wanted) < abs(value) * (1 - TINY)
    return order.kind == "target" and 0 != sign(held) != order.direction \
        or order.kind == "market" and order.side * held < 0

def cash_coming(state, run, symbol):
    """Whether another order is about to free cash: a waiting one of another symbol that reduces a position, not given
    after the fill. An order in shares or money that turns a position into a larger one needs cash itself."""
    instant = state.meeting[symbol].start if run.out_of_order and symbol in state.meeting else math.inf
    needs = lambda o: o.side and shares_left(run, o, state.price[o.symbol]) > 2 * abs(state.shares(o.symbol))
    return run.policy["fill"] != "decision-close" and any(
        o.symbol != symbol and o.live <= instant and frees(state, o) and not needs(o) for o in state.orders.values())

def open_group(state, run, group, whole=False):
    """What the orders of one decision enlarge, all scaled by one factor; False if `whole` and cash is short."""
    wanted = []
    for order in group:
        held, side = state.shares(order.symbol), order.side or order.direction
        if order.kind == "target":
            reduce_first(state, run, order)
            if order.id not in state.orders:
                continue
            size = target_size(state, run, order) - abs(state.shares(order.symbol))
            if order.rest and size <= abs(size + abs(held)) * TINY:
                state.finish(order, "no change")
                continue
        elif held * side < 0:  # bought by an older decision at this instant
            ended = len(state.ends)
            part_of(state, run, order)
            if whole and any(e["why"] in ("scaled", "denied: not enough cash") for e in state.ends[ended:]):
                return False
            continue
        else:
            size = in_shares(run, order, state.price[order.symbol])
        is_small = not whole_lots(run, size)
        if is_small and (order.filled or order.group is None):
            state.finish(order, "filled" if order.filled else "denied: size is below one lot")
        elif is_small or side < 0 and not run.policy["short"]:
            wanted.append((order, side, 0.0))  # another one's fill can end it, or give it something to sell
        elif state.equity() <= 0:
            state.finish(order, "denied: equity is not positive")
        else:
            wanted.append((order, side, abs(whole_lots(run, size))))
    return pay(state, run, wanted, whole=whole)

def need_and_cash(state, run, wanted):
    """What enlargements need, with costs, and the cash that there is for them."""
    need = []
    for order, side, size in wanted:
        price, held = state.price[order.symbol], state.shares(order.symbol)
        growth = abs(held + side * size) - abs(held)
        need.append(growth * price + size * (cost(run, price, run.paid(side, price)) - price))
    kept = max((withheld(state, run, o.symbol) for o, *_ in wanted), default=0.0)
    return math.fsum(need), max(state.available() - kept, 0.0)

def pay(state, run, wanted, rounded=False, whole=False, is_paid=False):
    """Fills enlargements as far as the cash reaches; a rest waits if cash is about to be freed."""
    coming = {o.id for o, *_ in wanted if cash_coming(state, run, o.symbol)}
    need, available = need_and_cash(state, run, wanted)
    if whole and need > available * (1 + NEAR):
        return False
    if need > available * (1 + NEAR) and coming and not is_paid:
        wanted = [w for w in wanted if w[0].kind != "market" or w[0].id not in coming]  # these wait as a whole
        need, _ = need_and_cash(state, run, wanted)
    # All-in with one symbol: the size follows from equity and fee alone ("Costs").
    fixed = is_paid or run.fee_of_equity and all(o.kind == "target" for o, *_ in wanted)
    factor = 1.0 if need <= available * (1 + NEAR) or fixed else available / need
    for order, side, size in wanted:
        if order.id not in state.orders:  # the first fill of its group ended it
            continue
        if not size:
            part_of(state, run, order)
            continue
        part = size if factor == 1.0 else whole_lots(run, size * factor)
        if factor < 1.0 and part * state.price[order.symbol] <= TINY * abs(state.equity()):
            part = 0.0  # dust is not payable
        if part:
            reason = {"target": "open", "weight": "rebalance"}.get(order.kind, "order")
            trade(state, run, order, side * part, state.price[order.symbol], True, reason,
                  of_equity=run.fee_of_equity and order.kind == "target")
        if factor == 1.0 or rounded and part:
            state.finish(order, "filled")
        elif order.id in coming:
            order.rest = True
        else:
            state.finish(order, "scaled" if order.filled else "denied: not enough cash")
    return True

def equity_after_costs(state, run, group):
    """The equity x that remains if every position of the group becomes its weight of x."""
    equity = sizing_equity(state, run, [o.symbol for o in group])

    def costs(x):
        total = 0.0
        for order in group:
            price = state.price[order.symbol]
            delta = order.weight * x / price - state.shares(order.symbol)
            if order.rest:
                delta = max(delta, 0.0) if order.weight > 0 else min(delta, 0.0)
            paid = run.paid(sign(delta) or 1, price)
            total += abs(delta) * (abs(paid - price) + run.fee * paid)
        return total

    if equity <= 0 or costs(equity) == 0.0:
        return equity
    low, high = 0.0, equity
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if middle + costs(middle) <= equity else (low, middle)
    return low

def weigh(state, run, group):
    """Weights fill together, whatever decisions they are of: positions that shrink first, then those that grow."""
    left = equity_after_costs(state, run, group)
    growing = []
    goal_of = lambda o: whole_lots(run, o.weight * left / state.price[o.symbol])
    for order in sorted(group, key=lambda o: (goal_of(o) > state.shares(o.symbol), o.terms())):
        price, held, goal = state.price[order.symbol], state.shares(order.symbol), goal_of(order)
        beyond = order.rest and (goal - held) * sign(order.weight) <= abs(goal) * TINY
        if beyond or abs(goal - held) * price <= TINY * left:
            state.finish(order, "no change")
        elif state.equity() <= 0:
            state.finish(order, "denied: equity is not positive")
        elif abs(goal) <= abs(held):  # shrinks, maybe to the other side
            trade(state, run, order, goal - held, price, True, "rebalance")
            state.finish(order, "filled")
        else:
            growing.append((order, goal, held))
    wanted = [(o, sign(goal), abs(goal - held)) for o, goal, held in growing]
    need, cash = need_and_cash(state, run, wanted)
    enough = need <= cash * (1 + NEAR)
    values = {s: state.shares(s) * state.price[s] for s in state.symbols()}
    values.update({o.symbol: o.weight * left for o, *_ in growing})
    rounded = math.fsum(abs(v) for v in values.values()) <= 1.005 * left
    for i, (order, goal, held) in enumerate(growing):
        if goal * held < 0 and not enough:  # the other side is closed, whatever can be opened after it
            trade(state, run, order, -held, state.price[order.symbol], True, "rebalance")
            wanted[i] = (order, sign(goal), abs(goal))
    pay(state, run, wanted, rounded, is_paid=enough)

def one_by_one(state, run, ready, execute):
    """With `participation` orders fill one at a time, each with the cash left: reductions first, weights last."""
    for order in sorted((state.orders[i] for i in ready if i in state.orders),
                        key=lambda o: (o.kind == "weight", not frees(state, o), o.terms())):
        if order.id in state.orders and not order.triggered:
            part_of(state, run, order)
        elif order.id in state.orders and not waits_for_entry(state, run, order):
            execute(order, state.price[order.symbol])

def wanted_part(state, run, order):
    """The signed shares that an order still wants, the closing part first; None if its size has no equity."""
    held = state.shares(order.symbol)
    if order.kind not in GOALS:
        left = in_shares(run, order, state.price[order.symbol])
        return order.side * left if order.side else left if held > 0 else 0.0  # without a side: a reinvestment
    if order.kind == "target":
        if held and sign(held) != order.direction:
            return -held
        if order.direction == 0 or (held and not order.filled and not order.rest):
            return 0.0
    if sizing_equity(state, run, [order.symbol]) <= 0:
        return None
    if order.kind == "target":
        return order.direction * max(target_size(state, run, order) - abs(held), 0.0)
    # After the costs of this part alone.
    goal = whole_lots(run, order.weight * equity_after_costs(state, run, [order]) / state.price[order.symbol])
    delta = goal - held
    if order.rest and delta * sign(order.weight) <= 0 or abs(delta) <= NEAR * max(abs(goal), abs(held)):
        return 0.0
    return delta

def part_of(state, run, order):
    """One part of a market order, at most the rest of the bar's share of volume."""
    while order.id in state.orders:
        symbol, held, price = order.symbol, state.shares(order.symbol), state.price[order.symbol]
        wanted = wanted_part(state, run, order)
        if wanted is None:
            state.finish(order, "denied: equity is not positive")
            return
        if abs(wanted) <= TINY * order.filled:
            is_small = order.kind == "market" or order.kind == "reinvest" and held > 0
            state.finish(order, "denied: size is below one lot" if is_small else "no change")
            return
        closing = wanted * held < 0
        if order.side < 0 and not run.policy["short"] and abs(wanted) > max(held, 0.0) * (1 + TINY):
            state.finish(order, "no change" if order.filled else "denied: short not allowed")
            return
        reason = {"target": "close" if closing else "open", "weight": "rebalance"}.get(order.kind, "order")
        opened = order.filled, order.costs
        why = fill_one(state, run, order, wanted, price, True, order.kind if order.kind == "reinvest"
                       else reason, may_wait=True)
        if order.kind == "target" and closing:  # only what it opens counts
            order.filled, order.costs = opened
            if order.direction and not state.shares(symbol):
                continue
        if why:
            state.finish(order, why)
        return

def fill_one(state, run, order, wanted, price, slips, reason, may_wait=False):
    """Fills one order at one price as far as it may. Returns why it ends, or None if its rest waits."""
    symbol, held, side, size = order.symbol, state.shares(order.symbol), sign(wanted), abs(wanted)
    paid = run.paid(side, price) if slips else price
    crosses = held * wanted < 0
    whole = order.side or order.kind == "weight" or crosses and abs(size - abs(held)) <= TINY * size
    size = size if whole else abs(whole_lots(run, size))
    if not size:
        return "no change" if order.filled else "denied: size is below one lot"
    why, closes = "filled", min(size, abs(held)) if crosses else 0.0
    if size - closes > (closes if size - closes > TINY * size else size):  # enlarges: a flip to fewer does not
        if state.equity() <= 0:
            size, why = closes, "denied: equity is not positive"
        elif size - closes > payable(state, run, symbol, closes, price, paid) * (1 + NEAR):
            why = "denied: not enough cash"
            if may_wait and cash_coming(state, run, symbol):
                if order.kind == "market":
                    return None
                why, order.rest = None, order.kind == "target" or run.participation is None
            size = whole_lots(run, closes + payable(state, run, symbol, closes, price, paid))
            size = closes if 0 <= (size - closes) * price <= TINY * abs(state.equity()) else size
    part = min(size, run.room(state, symbol))
    if part < size * (1 - TINY):
        part, why = abs(whole_lots(run, part)), None
    if part:
        trade(state, run, order, side * part, price, slips, reason)
        state.used[symbol] = state.used.get(symbol, 0.0) + part
    if order.kind in GOALS and why == "denied: not enough cash":
        return "filled" if part else why  # a target or weight uses the cash that there is
    return "scaled" if why and why.startswith("denied") and order.filled else why

def payable(state, run, symbol, closes, price, paid):
    """Shares that the cash opens once so many were closed at this price."""
    free = state.available() - withheld(state, run, symbol) + closes * (2 * price - cost(run, price, paid))
    return max(free, 0.0) / cost(run, price, paid)
