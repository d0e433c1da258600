/**
 * Budgets of tools: a call over MCP, against a bare server of the same SDK that returns
 * the same bytes.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Budget } from './budget.js';
import { ratioOfPairs, type Ratio } from './ratio-of-pairs.js';

const calls = 500;
const revision = '2026-07-28';
const tapefold = fileURLToPath(new URL('../program/tapefold.js', import.meta.url));
const bare = fileURLToPath(new URL('./bare-tool-server.js', import.meta.url));
const served = [tapefold, 'mcp', 'trading', '--data', 'synthetic-market'];
/** A month of prices: 21 rows. */
const asked = {
  name: 'get_prices',
  arguments: { symbol: 'ALDR', date_start: '2023-06-01', date_end: '2023-06-30' },
};

/** A client of a server in its own process. */
interface Connection {
  readonly client: Client;
  close(): Promise<void>;
}

async function connected(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<Client> {
  const options = { versionNegotiation: { mode: { pin: revision } } };
  const client = new Client({ name: 'bench', version: '1' }, options);
  await client.connect(transport);
  return client;
}

async function overStdio(args: readonly string[]): Promise<Connection> {
  const options = { command: process.execPath, args: [...args], stderr: 'ignore' as const };
  const client = await connected(new StdioClientTransport(options));
  return { client, close: () => client.close() };
}

async function overHttp(args: readonly string[]): Promise<Connection> {
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const url = await firstUrl(server);
  const client = await connected(new StreamableHTTPClientTransport(new URL(url)));
  const close = async (): Promise<void> => {
    await client.close();
    server.kill();
  };
  return { client, close };
}

function firstUrl({ stdout }: ChildProcess): Promise<string> {
  return new Promise((settle) => {
    stdout?.once('data', (line: Buffer) => {
      settle((JSON.parse(line.toString()) as { url: string }).url);
    });
  });
}

const callMany =
  ({ client }: Connection) =>
  async (): Promise<void> => {
    for (let call = 0; call < calls; call++) await client.callTool(asked);
  };

type Connect = (args: readonly string[]) => Promise<Connection>;

async function ratioOfCalls(connect: Connect, transport: 'stdio' | 'http'): Promise<Ratio> {
  const product = await connect(transport === 'stdio' ? served : [...served, '--http', '0']);
  const answer = await product.client.callTool(asked);
  const { content, structuredContent } = answer;
  const result = JSON.stringify({ content, structuredContent });
  const bareServer = await connect([bare, transport, asked.name, result]);
  try {
    const same = await bareServer.client.callTool(asked);
    if (JSON.stringify(same.content) !== JSON.stringify(content))
      throw new Error('the bare server returns other bytes');
    return await ratioOfPairs(callMany(product), callMany(bareServer));
  } finally {
    await product.close();
    await bareServer.close();
  }
}

const bounds = { target: 2, floor: null, unit: '×' };

export const toolCallBudgets: readonly Budget[] = [
  {
    name: 'a tool call over stdio against a bare server of the same SDK with the same bytes',
    ...bounds,
    measure: () => ratioOfCalls(overStdio, 'stdio'),
  },
  {
    name: 'a tool call over HTTP against a bare server of the same SDK with the same bytes',
    ...bounds,
    measure: () => ratioOfCalls(overHttp, 'http'),
  },
];
