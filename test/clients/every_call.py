"""Lists a server's tools and makes calls, with a client of Python that is named; prints JSON.

every_call.py mcp|fastmcp <URL or JSON list of a command> <JSON list of [tool, arguments]>
"""

import asyncio
import json
import sys


def client_of(kind, target):
    if kind == "mcp":
        from mcp import Client, StdioServerParameters

        if isinstance(target, str):
            return Client(target)
        return Client(StdioServerParameters(command=target[0], args=target[1:]))
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    return Client(target if isinstance(target, str) else StdioTransport(target[0], target[1:]))


async def main(kind, target, calls):
    async with client_of(kind, target) as client:
        listed = await client.list_tools()
        tools = getattr(listed, "tools", listed)
        answers = []
        for name, arguments in calls:
            result = await client.call_tool(name, arguments)
            failed = getattr(result, "is_error", False)
            [block] = result.content
            answers.append([failed, block.text, result.structured_content])
        print(json.dumps({"tools": [tool.name for tool in tools], "answers": answers}))


kind, target, calls = sys.argv[1:]
asyncio.run(main(kind, target if target.startswith("http") else json.loads(target), json.loads(calls)))
