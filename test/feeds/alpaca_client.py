"""The vendor's client for Python against a served feed: what it got, as JSON. How: stream, rest, news, refused, slow."""

import asyncio
import json
import logging
import os
import sys
import threading
import time
from datetime import datetime, timezone

from alpaca.common.exceptions import APIError
from alpaca.data.historical.corporate_actions import CorporateActionsClient
from alpaca.data.historical.crypto import CryptoHistoricalDataClient
from alpaca.data.historical.news import NewsClient
from alpaca.data.historical.stock import StockHistoricalDataClient
from alpaca.data.live.crypto import CryptoDataStream
from alpaca.data.live.news import NewsDataStream
from alpaca.data.live.stock import StockDataStream
from alpaca.data.requests import (
    CorporateActionsRequest,
    CryptoBarsRequest,
    CryptoQuoteRequest,
    CryptoTradesRequest,
    NewsRequest,
    StockBarsRequest,
)
from alpaca.data.timeframe import TimeFrame

how, asked = sys.argv[1], json.loads(sys.argv[2])
keys = (asked["key"], asked["secret"])
errors = []


class Errors(logging.Handler):
    def emit(self, record):
        errors.append(record.getMessage())


logging.getLogger("alpaca.data.live.websocket").addHandler(Errors())


def row(model):
    return json.loads(model.model_dump_json())


def instant(name):
    return datetime.fromisoformat(asked[name]).astimezone(timezone.utc)


def followed(streams, wanted):
    """Runs streams until so many rows came, or an error did."""
    rows = {name: [] for name in wanted}

    def taking(name):
        async def take(model):
            rows[name].append(row(model))

        return take

    async def run():
        await asyncio.gather(*(one._run_forever() for one in streams(taking)))

    # The client takes seconds to let go of a connection: the end of the process does it at once.
    threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
    while any(len(rows[name]) < count for name, count in wanted.items()) and not errors:
        time.sleep(0.01)
    return rows


def crypto_stream():
    return CryptoDataStream(*keys, url_override=asked["stream"] + "/v1beta3/crypto/us")


def stream():
    def streams(taking):
        one = crypto_stream()
        one.subscribe_bars(taking("bars"), "BTC/USD")
        one.subscribe_trades(taking("trades"), "BTC/USD")
        one.subscribe_quotes(taking("quotes"), "*")
        return [one]

    return followed(streams, asked["wanted"])


def rest():
    client = CryptoHistoricalDataClient(*keys, url_override=asked["rest"])
    span = {"start": instant("start"), "end": instant("end")}
    bars = CryptoBarsRequest(symbol_or_symbols=["BTC/USD"], timeframe=TimeFrame.Minute, **span)
    trades = CryptoTradesRequest(symbol_or_symbols="BTC/USD", **span)
    quotes = CryptoQuoteRequest(symbol_or_symbols="EUR/USD", **span)
    return {
        "bars": [row(one) for one in client.get_crypto_bars(bars).data["BTC/USD"]],
        "trades": [row(one) for one in client.get_crypto_trades(trades).data["BTC/USD"]],
        "quotes": [row(one) for one in client.get_crypto_quotes(quotes).data["EUR/USD"]],
    }


def news():
    def streams(taking):
        texts = NewsDataStream(*keys, url_override=asked["stream"] + "/v1beta1/news")
        texts.subscribe_news(taking("news"), "*")
        stocks = StockDataStream(*keys, url_override=asked["stream"] + "/v2/sip")
        stocks.subscribe_daily_bars(taking("bars"), "AAPL")
        return [texts, stocks]

    rows = followed(streams, asked["wanted"])
    span = {"start": instant("start"), "end": instant("end")}
    past = NewsClient(*keys, url_override=asked["rest"]).get_news(NewsRequest(sort="asc", **span))
    stocks = StockHistoricalDataClient(*keys, url_override=asked["rest"])
    bars = StockBarsRequest(symbol_or_symbols="AAPL", timeframe=TimeFrame.Day, **span)
    days = CorporateActionsRequest(
        symbols=["AAPL"], start=instant("start").date(), end=instant("end").date()
    )
    actions = CorporateActionsClient(*keys, url_override=asked["rest"]).get_corporate_actions(days)
    return {
        "stream": rows,
        "news": [row(one) for one in past.data["news"]],
        "bars": [row(one) for one in stocks.get_stock_bars(bars).data["AAPL"]],
        "actions": {name: [row(one) for one in ones] for name, ones in actions.data.items()},
    }


def refused():
    followed(lambda taking: [subscribed(crypto_stream(), taking("bars"))], {"bars": 1})
    client = StockHistoricalDataClient(*keys, url_override=asked["rest"])
    bars = StockBarsRequest(symbol_or_symbols="AAPL", timeframe=TimeFrame.Minute)
    try:
        client.get_stock_bars(bars)
        status = 200
    except APIError as error:
        status = error.status_code
    return {"errors": errors, "status": status}


def subscribed(one, take):
    one.subscribe_bars(take, "BTC/USD", "ETH/USD")
    return one


def slow():
    async def doze(_):
        # Blocks the whole client: it reads nothing from the network meanwhile.
        while not os.path.exists(asked["woken"]):
            time.sleep(0.01)

    def streams(taking):
        url = asked["stream"] + "/v1beta3/crypto/us"
        one = CryptoDataStream(*keys, url_override=url, raw_data=True)
        one.subscribe_quotes(doze, "*")
        return [one]

    followed(streams, {"none": 1})
    return {"errors": errors}


ways = {"stream": stream, "rest": rest, "news": news, "refused": refused, "slow": slow}
print(json.dumps(ways[how]()), flush=True)
os._exit(0)
