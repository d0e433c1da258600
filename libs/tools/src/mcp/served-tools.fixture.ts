/** Small tools with every form of result, and clients of both eras that call them. */

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { MarketView } from '#market-view';
import { Capability, type CallLimits } from '../tool/capability.js';
import { tool, type ToolSet } from '../tool/tool.js';

const row = z.object({ symbol: z.string(), time: z.number() });

/** Returns the time of its view, as a list, as an object or null, and as an object. */
export const clockTools: ToolSet = {
  name: 'clock_mcp',
  title: 'Clock',
  instructions: 'Tells the time.',
  tools: [
    tool({
      name: 'list_times',
      title: 'Times',
      description: 'The time, once for each symbol.',
      input: z.object({ symbols: z.array(z.string()) }),
      output: z.array(row),
      call: ({ symbols }, { view }) => symbols.map((symbol) => ({ symbol, time: view.time })),
    }),
    tool({
      name: 'find_time',
      title: 'Time, where there is one',
      description: 'The time of a symbol; null for one that is not known.',
      input: z.object({ symbol: z.string() }),
      output: row.nullable(),
      call: ({ symbol }, { view }) => (symbol === 'NONE' ? null : { symbol, time: view.time }),
    }),
    tool({
      name: 'get_time',
      title: 'Time',
      description: 'The time.',
      input: z.object({}),
      output: z.object({ time: z.number() }),
      call: (_, { view }) => ({ time: view.time }),
    }),
    tool({
      name: 'stop_clock',
      title: 'Stop',
      description: 'Fails with what is a defect.',
      input: z.object({}),
      output: z.object({}),
      reads: false,
      call: () => {
        throw new TypeError('a secret of the inside');
      },
    }),
  ],
};

/** Only the time of the view is read, and that it knows no symbols. */
const viewAt = (time: number): MarketView =>
  ({ time, symbols: [] }) as Partial<MarketView> as MarketView;

/** The clock's tools as of `time`. */
export const capabilityAt = (time: number, limits?: CallLimits): Capability =>
  new Capability({
    sets: [clockTools],
    context: { view: viewAt(time), desk: null },
    ...(limits === undefined ? {} : { limits }),
    now: () => 0,
  });

export const eras = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** A client that speaks one revision of the protocol, connected to `url`. */
export async function connected(url: string, era: (typeof eras)[number]): Promise<Client> {
  const isModern = era === '2026-07-28';
  const client = new Client(
    { name: 'a client', version: '1' },
    isModern
      ? { versionNegotiation: { mode: { pin: era } } }
      : { supportedProtocolVersions: [era] },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}
