"""An agent that speaks MCP: long while the close is above the mean of the last 20, flat otherwise.

    npx tapefold run scenario.yaml | python agent.py
"""

import asyncio
import json
import sys

from mcp import Client


async def decide(due):
    async with Client(due["url"]) as tools:
        symbol, session = due["symbols"][0], due["session"]
        asked = {"symbol": symbol, "date_start": "2014-01-01", "date_end": session}
        prices = await tools.call_tool("get_prices", asked)
        closes = [row["close"] for row in prices.structured_content["result"]][-20:]
        action = "BUY" if closes[-1] > sum(closes) / len(closes) else "SELL"
        decision = {"symbol": symbol, "target_date": session, "price": closes[-1], "action": action}
        await tools.call_tool("submit_decision", decision)


for line in sys.stdin:
    if line.startswith('{"type":"decision-due"'):
        asyncio.run(decide(json.loads(line)))
    else:
        print(line, end="")
