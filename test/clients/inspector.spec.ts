/**
 * The Inspector's command line lists and calls every tool over both transports, and finds no fault
 * with a schema.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Market } from '#backtest';
import { CapabilityHost } from '#tools/mcp/capability-host';
import {
  capabilityOf,
  everyCall,
  openSynthetic,
  type Called,
  type SetName,
} from './every-call.fixture.js';
import { ended, npmPackage } from './installed.fixture.js';
import { stdioCommand } from './stdio-command.fixture.js';

let market: Market;
let host: CapabilityHost;
let program: string;
let home: string;
beforeAll(async () => {
  const inspector = await npmPackage('@modelcontextprotocol/inspector', '2.12.0');
  program = join(inspector, 'clients/launcher/build/index.js');
  home = mkdtempSync(join(tmpdir(), 'tapefold-inspector-'));
  market = await openSynthetic();
  host = await CapabilityHost.listen();
});
afterAll(async () => {
  await host.close();
  await market.close();
  rmSync(home, { recursive: true });
});

/**
 * Output of one command of the Inspector. It gets none of the settings and secrets of the
 * user's environment.
 */
async function inspect(target: readonly string[], ...words: readonly string[]): Promise<unknown> {
  const { code, out, err } = await ended(
    process.execPath,
    [program, '--cli', ...target, ...words],
    {
      env: { HOME: home, MCP_INSPECTOR_SECRET_STORE: 'memory' },
    },
  );
  expect(code, err).toBe(0);
  return JSON.parse(out);
}

/** Each command is a process, and over stdio another: two at a time. */
async function resultsOf(target: readonly string[], calls: readonly Called[]): Promise<unknown[]> {
  const results: unknown[] = [];
  const waiting = calls.entries();
  const callEach = async (): Promise<void> => {
    for (const [index, { tool, args }] of waiting) {
      const words = ['--method', 'tools/call', '--tool-name', tool];
      const given = ['--tool-args-json', JSON.stringify(args)];
      results[index] = await inspect(target, ...words, ...given);
    }
  };
  await Promise.all([callEach(), callEach()]);
  return results;
}

const listOf = (target: readonly string[]): Promise<unknown> =>
  inspect(target, '--method', 'tools/list', '--strict');

const expectedList = (calls: readonly Called[]): object => ({
  tools: calls.map(({ tool }) => ({ name: tool })),
});

const expectedResults = (calls: readonly Called[]): object[] =>
  calls.map(({ text, structured }) => ({
    content: [{ type: 'text', text }],
    structuredContent: structured,
  }));

function stdioTarget(name: SetName): string[] {
  const [command, ...args] = stdioCommand(name);
  const file = join(home, `${name}.json`);
  writeFileSync(file, JSON.stringify({ mcpServers: { tapefold: { command, args } } }));
  return ['--config', file, '--server', 'tapefold'];
}

describe.each(['trading', 'hedging', 'retrieval'] as const)('the tools of %s', (name) => {
  it('are listed and called over HTTP, those of a decision too', async () => {
    const minted = host.mint(capabilityOf(market, name, true));
    const calls = everyCall(capabilityOf(market, name, true));
    const target = [minted.url, '--transport', 'http'];
    expect(await listOf(target)).toMatchObject(expectedList(calls));
    expect(await resultsOf(target, calls)).toEqual(expectedResults(calls));
    minted.end();
  });

  it('are listed and called over standard input and output', async () => {
    const calls = everyCall(capabilityOf(market, name, false));
    const target = stdioTarget(name);
    expect(await listOf(target)).toMatchObject(expectedList(calls));
    expect(await resultsOf(target, calls)).toEqual(expectedResults(calls));
  });
});
