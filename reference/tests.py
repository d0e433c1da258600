"""python3 -m unittest tests: cases with values computed by hand."""
import unittest

from engine import Run
from knowledge import parse_instant, new_york, show_instant
from datetime import date

DAY = "2024-01-01"

def world(data, decisions, policy=None, calendar="24/7", decide="bar", window=(DAY, DAY), capital=1000):
    return {"calendar": calendar, "data": data, "window": {"from": window[0], "to": window[1]}, "decide": decide,
            "capital": capital, "portfolio": len(data) > 1, "policy": {"fill": "next-open", **(policy or {})},
            "decisions": [{"at": at, "decision": d} for at, d in decisions]}

def minutes(length, first, prices, volume=1000):
    """Bars of a length from a clock time on 2024-01-01; a price is flat or (o, h, l, c)."""
    start = parse_instant(f"2024-01-01T{first}:00Z")
    bars = [[show_instant(start + i * length * 60_000_000), *(p if isinstance(p, tuple) else (p,) * 4), volume]
            for i, p in enumerate(prices)]
    return {"frequency": "intraday", "minutes": length, "stamp": "start", "bars": bars}

def daily(first_day, prices, **more):
    bars = [[f"2024-01-{first_day + i:02d}", *(p if isinstance(p, tuple) else (p,) * 4), 1000]
            for i, p in enumerate(prices)]
    return {"frequency": "daily", "stamp": "session", "bars": bars, **more}

def t(clock):
    return f"2024-01-01T{clock}:00Z"

def orders(*items, cancel=()):
    return {"kind": "orders", "orders": list(items), "cancel": list(cancel)}

def order(side, kind="market", shares=10, symbol="A", **more):
    return {"symbol": symbol, "side": side, "type": kind, "shares": shares, "timeInForce": "gtc", **more}

def fills(result):
    return [(f["at"][11:16], f["symbol"], f["side"], round(f["shares"], 9), round(f["price"], 9), f["reason"])
            for f in result["fills"]]

class Rules(unittest.TestCase):
    def play(self, *args, **more):
        self.result = Run(world(*args, **more)).play()
        return fills(self.result)

    def ends(self):
        return {(e["order"], e["why"]) for e in self.result["orderEndings"]}

    def test_a_bar_that_began_before_the_decision_fills_nothing(self):
        data = {"A": minutes(60, "00:00", [100, 110, 110]), "B": minutes(15, "00:00", [100] * 8)}
        got = self.play(data, [(t("00:45"), orders(order("buy", shares=1)))])
        self.assertEqual(got, [("02:00", "A", "buy", 1, 110, "order")])

    def test_a_close_of_before_fills_nothing(self):
        data = {"A": minutes(60, "00:00", [100, 110]), "B": minutes(15, "00:00", [100] * 8)}
        told = [(t(clock), orders(order("buy", shares=1))) for clock in ("00:45", "01:00", "01:15")]
        got = self.play(data, told, {"fill": "decision-close"})
        self.assertEqual(got, [("01:00", "A", "buy", 1, 100, "order")])
        self.assertTrue({("0:0", "denied: no price"), ("2:0", "denied: no price")} <= self.ends())

    def test_a_cancellation_leaves_the_bar_under_way(self):
        data = {"A": minutes(60, "00:00", [100, (100, 100, 95, 95), 95]), "B": minutes(15, "00:00", [100] * 12)}
        told = [(t("00:45"), orders(order("buy", "limit", limit=99, id="x"))),
                (t("01:15"), orders(order("buy"), cancel=["x"]))]
        self.assertEqual(self.play(data, told), [("02:00", "A", "buy", 10, 99, "order")])
        self.assertIn(("1:0", "no change"), self.ends())  # the replacement does not open it again
        data["A"] = minutes(60, "00:00", [100, (100, 101, 99.5, 101), 95])
        self.assertEqual(self.play(data, told), [("03:00", "A", "buy", 10, 95, "order")])
        self.assertIn(("0:0", "cancelled"), self.ends())

    def test_a_target_that_replaces_one_under_way_is_sized_after_it(self):
        data = {"A": minutes(60, "00:00", [100, 100, 90]), "B": minutes(15, "00:00", [100] * 12)}
        told = [(t("00:45"), {"kind": "target", "positions": {"A": 1}}),
                (t("01:15"), {"kind": "target", "positions": {"A": 0}})]
        got = self.play(data, told, {"size": {"shares": 2}})
        self.assertEqual(got, [("02:00", "A", "buy", 2, 100, "open"), ("03:00", "A", "sell", 2, 90, "close")])

    def test_exits_end_with_their_shares(self):
        data = {"A": minutes(60, "00:00", [100, 100, 100, 100, (100, 100, 90, 90)])}
        told = [(t("01:00"), orders(order("buy", shares=5, stopLoss=95, takeProfit=120))),
                (t("02:00"), {"kind": "target", "positions": {"A": 0}}), (t("03:00"), orders(order("buy", shares=5)))]
        self.assertEqual(len(self.play(data, told)), 3)  # the old stop does not sell the new shares
        told[1] = (t("02:00"), orders(order("sell", shares=2)))
        got = self.play(data, told[:2])
        self.assertEqual(got[2], ("05:00", "A", "sell", 3, 95, "stop"))

    def test_stop_before_target_and_trail_after_high(self):
        data = {"A": minutes(60, "00:00", [100, (100, 111, 94, 100)])}
        got = self.play(data, [(t("01:00"), orders(order("buy", shares=1, stopLoss=95, takeProfit=110)))])
        self.assertEqual(got[1][4:], (95, "stop"))
        # High 102 raises the stop to 102 * 0.98 = 99.96, which the low of 99.9 hits: -0.04 for one share.
        data = {"A": minutes(60, "00:00", [100, (100, 102, 99.9, 102)])}
        got = self.play(data, [(t("01:00"), orders(order("buy", shares=1, trailPercent=2)))])
        self.assertEqual(got[1][3:], (1, 99.96, "trail"))

    def test_the_order_of_a_list_decides_nothing(self):
        data = {"A": minutes(60, "00:00", [100, 100, (100, 103, 95, 101)])}
        both = [order("sell", "stop", stop=98, shares=10), order("sell", "stop", stop=98, shares=5)]
        told = lambda items: [(t("01:00"), orders(order("buy"))), (t("02:00"), orders(*items))]
        first = self.play(data, told(both), {"feeBps": 10})
        self.assertEqual(first, self.play(data, told(both[::-1]), {"feeBps": 10}))

    def test_cash_of_two_symbols_goes_to_the_worse_one(self):
        prices = [100, (100, 100, 90, 95)]  # the limit at 99 ends at 95, that at 91 too: 99 is worse
        data = {s: minutes(60, "00:00", prices) for s in "AB"}
        items = [order("buy", "limit", limit=99, symbol="A"), order("buy", "limit", limit=91, symbol="B")]
        self.assertEqual(self.play(data, [(t("01:00"), orders(*items))], capital=990)[0][1], "A")
        self.assertEqual(self.result["marks"][-1]["equity"], 950)

    def test_participation_and_day_orders(self):
        data = {"A": minutes(60, "00:00", [100, 100, 50], volume=40)}
        got = self.play(data, [(t("01:00"), orders(order("buy", shares=7, timeInForce="day")))], {"participation": 0.1})
        self.assertEqual([f[3:5] for f in got], [(4, 100), (3, 50)])

    def test_flip_pays_two_fees_of_equity(self):
        data = {"A": daily(1, [100, 100, 100])}
        at = lambda d: f"2024-01-{d:02d}T00:00:00Z"
        told = [(at(2), {"kind": "target", "positions": {"A": 1}}),
                (at(3), {"kind": "action", "symbol": "A", "action": "SELL"})]
        self.play(data, told, {"feeBps": 100, "short": True, "hold": "flat"}, decide="session",
                  window=("2024-01-01", "2024-01-03"))
        # 1000 -> 990 invested; closed: 990 - 9.9 = 980.1; short 980.1 * 0.99 = 970.299
        self.assertAlmostEqual(self.result["marks"][-1]["equity"], 970.299, 9)
        self.assertAlmostEqual(self.result["metrics"]["turnover"], 3.0, 9)

    def test_weights_of_the_equity_after_costs_and_scaling(self):
        data = {s: daily(1, [100, 100]) for s in "AB"}
        told = [("2024-01-02T00:00:00Z", {"kind": "weights", "weights": {"A": 0.5, "B": 0.5}})]
        self.play(data, told, {"feeBps": 100}, decide="session", window=("2024-01-01", "2024-01-02"))
        self.assertAlmostEqual(self.result["fills"][0]["shares"], 1000 / 1.01 / 200, 9)
        told[0][1]["weights"] = {"A": 1.5, "B": 0.5}
        self.play(data, told, {}, decide="session", window=("2024-01-01", "2024-01-02"))
        self.assertEqual([round(f["shares"], 9) for f in self.result["fills"]], [7.5, 2.5])

    def test_dividend_split_and_metrics(self):
        data = {"A": daily(1, [100, 100, (50, 50, 50, 50), 55], dividends=[["2024-01-04", None, 1]],
                           splits=[["2024-01-03", 1, 2]])}
        told = [("2024-01-02T00:00:00Z", orders(order("buy"), order("sell", "stop", stop=80)))]
        self.play(data, told, {"dividends": "cash"}, decide="session", window=("2024-01-01", "2024-01-04"))
        self.assertEqual([m["equity"] for m in self.result["marks"]], [1000, 1000, 1000, 20 * 55 + 20])
        self.assertEqual(self.result["marks"][-1]["positions"], {"A": 20})
        self.assertAlmostEqual(self.result["metrics"]["cumulativeReturn"], 0.12)
        self.assertAlmostEqual(self.result["metrics"]["sharpe"], 365 ** 0.5 / 3 ** 0.5)  # mean .04, s = .12/√3

    def test_week_with_a_dividend_and_a_split_inside(self):
        week = lambda d, *p: [d, *p, 1000]
        data = {"A": {"frequency": "weekly", "stamp": "session", "dividends": [["2024-01-10", None, 2]],
                      "bars": [week("2024-01-05", 100, 100, 100, 100), week("2024-01-12", 100, 101, 89, 98)]}}
        told = [("2024-01-05T21:00:00Z", orders(order("buy", shares=1, stopLoss=90)))]
        args = dict(calendar="XNYS", decide="session", window=("2024-01-01", "2024-01-12"))
        self.play(data, told, {"dividends": "cash"}, **args)
        self.assertEqual(self.result["marks"][-1]["equity"], 990)  # sold without the dividend
        data["A"].update(dividends=[], splits=[["2024-01-10", 1, 2]])
        data["A"]["bars"][1] = week("2024-01-12", 100, 100, 49, 50)
        self.assertEqual(self.play(data, told, **args)[1][3:], (1, 90, "stop"))  # the page's example

    def test_knowledge_times(self):
        self.assertEqual(show_instant(new_york(date(2024, 7, 3), 13)), "2024-07-03T17:00:00Z")
        hours = {"frequency": "intraday", "minutes": 60, "stamp": "start",
                 "bars": [["2024-01-02T14:30:00Z", 1, 1, 1, 1], ["2024-01-02T20:30:00Z", 1, 1, 1, 1]]}
        run = Run(world({"A": hours}, [], calendar="XNYS", window=("2024-01-02", "2024-01-02")))
        self.assertEqual([show_instant(b.known)[11:16] for b in run.bars["A"]], ["15:30", "21:00"])
        week = {"frequency": "weekly", "stamp": "session", "bars": [["2024-01-14", 1, 1, 1, 1]]}
        run = Run(world({"A": week}, [], calendar="XNYS", window=("2024-01-02", "2024-01-31"), decide="session"))
        self.assertEqual(show_instant(run.bars["A"][0].known), "2024-01-19T21:00:00Z")
        self.assertEqual(show_instant(run.bars["A"][0].start), "2024-01-16T14:30:00Z")  # Monday is a holiday

if __name__ == "__main__":
    unittest.main()
