"""vectorbt: all symbols as columns of one portfolio, target shares of its value at the closes, whole units."""

import numpy as np
import vectorbt

from job import FAST, SLOW, given, tell

closes = given.closes()
fast = vectorbt.MA.run(closes, FAST).ma.to_numpy()
slow = vectorbt.MA.run(closes, SLOW).ma.to_numpy()
wants = fast > slow
before = np.vstack([np.zeros((1, wants.shape[1]), dtype=bool), wants[:-1]])
# A share where a symbol turns long, nothing where it turns flat, and no order anywhere else.
targets = np.where(wants == before, np.nan, wants / closes.shape[1])
portfolio = vectorbt.Portfolio.from_orders(
    closes,
    size=targets,
    size_type="targetpercent",
    size_granularity=1,
    init_cash=given.capital,
    group_by=True,
    cash_sharing=True,
    call_seq="auto",
)
tell(portfolio.final_value(), portfolio.orders.count())
