/** The clients `mcp` and `fastmcp` of Python list and call every tool over both transports. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Market } from '#backtest';
import { CapabilityHost } from '#tools/mcp/capability-host';
import { capabilityOf, everyCall, openSynthetic, type Called } from './every-call.fixture.js';
import { ended, pythonPackages } from './installed.fixture.js';
import { stdioCommand } from './stdio-command.fixture.js';

let market: Market;
let host: CapabilityHost;
let packages: string;
beforeAll(async () => {
  packages = await pythonPackages();
  market = await openSynthetic();
  host = await CapabilityHost.listen();
}, 600_000);
afterAll(async () => {
  await host.close();
  await market.close();
});

interface Answers {
  readonly tools: readonly string[];
  readonly answers: readonly [failed: boolean, text: string, structured: unknown][];
}

async function answersOf(kind: string, target: string, calls: readonly Called[]): Promise<Answers> {
  const asked = JSON.stringify(calls.map(({ tool, args }) => [tool, args]));
  const words = ['test/clients/every_call.py', kind, target, asked];
  const { code, out, err } = await ended('python3', words, { env: { PYTHONPATH: packages } });
  expect(code, err).toBe(0);
  return JSON.parse(out) as Answers;
}

const expected = (calls: readonly Called[]): Answers => ({
  tools: calls.map(({ tool }) => tool),
  answers: calls.map(({ text, structured }) => [false, text, structured]),
});

describe.each(['mcp', 'fastmcp'])('%s', (kind) => {
  describe.each(['trading', 'hedging', 'retrieval'] as const)('the tools of %s', (name) => {
    it('are listed and called over HTTP, those of a decision too', async () => {
      const minted = host.mint(capabilityOf(market, name, true));
      const calls = everyCall(capabilityOf(market, name, true));
      expect(await answersOf(kind, minted.url, calls)).toEqual(expected(calls));
      expect(minted.isListed).toBe(true);
      minted.end();
    });

    it('are listed and called over standard input and output', async () => {
      const calls = everyCall(capabilityOf(market, name, false));
      const command = JSON.stringify(stdioCommand(name));
      expect(await answersOf(kind, command, calls)).toEqual(expected(calls));
    });
  });
});
