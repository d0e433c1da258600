/**
 * A server of the same SDK with one tool, that answers always the same:
 * `bare-tool-server.js stdio|http NAME RESULT`. Over HTTP it prints its address.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const [transport, name = '', result = ''] = process.argv.slice(2);
const answer = JSON.parse(result) as CallToolResult;

const newServer = (): McpServer => {
  const server = new McpServer({ name: 'bare', version: '1' });
  const inputSchema = z.object({
    symbol: z.string(),
    date_start: z.string(),
    date_end: z.string(),
  });
  server.registerTool(name, { description: 'Answers.', inputSchema }, () => answer);
  return server;
};

if (transport === 'stdio') {
  serveStdio(newServer);
} else {
  const handle = toNodeHandler(createMcpHandler(newServer));
  const server = createServer((request, response) => {
    void handle(request as NodeIncomingMessageLike, response);
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    console.log(JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` }));
  });
}
