/**
 * Hundreds of capabilities use the real tools over HTTP at once, and none reads past its own as-of.
 */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { openMarket, parseAsOf, type Market } from '#backtest';
import { Capability, marketTools, tradingTools } from '#tools';
import { CapabilityHost } from '#tools/mcp/capability-host';

const everything = { symbol: 'ALDR', date_start: '2021-01-01', date_end: '2023-12-31' };

const capabilityAt = (market: Market, asOf?: string): Capability =>
  new Capability({
    sets: [tradingTools, marketTools],
    context: { view: market.at(parseAsOf(asOf)).view, desk: null },
    now: () => 0,
  });

const datesIn = (content: unknown): string[] =>
  (content as { result: { date: string }[] }).result.map(({ date }) => date);

/** The days whose prices a client at this address gets. */
async function datesTold(url: string): Promise<string[]> {
  const client = new Client(
    { name: 'a client', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { structuredContent } = await client.callTool({
    name: 'get_prices',
    arguments: everything,
  });
  await client.close();
  return datesIn(structuredContent);
}

const count = sweepSize(100, 500);

it('each of hundreds of capabilities tells the days up to its own', async () => {
  const market = await openMarket('synthetic-market');
  const host = await CapabilityHost.listen();
  try {
    const all = capabilityAt(market).call('get_prices', everything);
    const days =
      all.error === null ? (all.value as { date: string }[]).map(({ date }) => date) : [];
    const asOfs = days.slice(0, count);
    expect(asOfs).toHaveLength(count);
    const minted = asOfs.map((asOf) => host.mint(capabilityAt(market, asOf)));
    const told = await Promise.all(minted.map(({ url }) => datesTold(url)));
    expect(told).toEqual(asOfs.map((_, index) => days.slice(0, index + 1)));
  } finally {
    await host.close();
    await market.close();
  }
});
