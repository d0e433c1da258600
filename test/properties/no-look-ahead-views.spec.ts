/**
 * The law of no look-ahead for all that an agent can reach: nothing read up to an instant depends
 * on later facts.
 */

import fc from 'fast-check';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import type { MarketView } from '#market-view';
import { describe, expect, it } from 'vitest';
import { changeFuture, futureShapes } from './changed-future.js';
import { deliveries } from './delivered-tape.js';
import { marketOf, marketShapes } from './generated-market.js';
import type { MemoryJournal } from './memory-journal.js';
import { planOf, runShapes } from './planned-run.js';
import { ProbingAgent } from './probing-agent.js';
import { runsOfAgents, type AgentRun, type AgentRuns } from './runs-of-agents.js';

const cases = sweepSize(25, 1000);

interface Probed {
  readonly journal: MemoryJournal;
  readonly agent: ProbingAgent;
}

type Probe = Omit<AgentRuns, 'runs'> & Omit<AgentRun, 'open'> & { readonly waits: boolean };

async function probe(options: Probe): Promise<Probed> {
  const { plan, history, waits, market, documents } = options;
  const symbols = market.header.instruments.map(({ symbol }) => symbol);
  const agents: ProbingAgent[] = [];
  const open = (view: MarketView): ProbingAgent => {
    const agent = new ProbingAgent({ view, symbols, hashes: documents.keys(), waits });
    agents.push(agent);
    return agent;
  };
  const [journal] = await runsOfAgents({ ...options, runs: [{ plan, history, open }] });
  return { journal: journal as MemoryJournal, agent: agents[0] as ProbingAgent };
}

/** Where two readings part, with the text around it. */
function parting(one: Uint8Array, other: Uint8Array): string | undefined {
  const first = Buffer.from(one);
  const second = Buffer.from(other);
  if (first.equals(second)) return undefined;
  let at = 0;
  while (first[at] === second[at]) at++;
  const around = (bytes: Buffer): string =>
    bytes.toString('latin1', Math.max(0, at - 80), at + 40).replace(/[^ -~]+/g, '·');
  return `byte ${at} of ${first.length} and ${second.length}: ${around(first)} | ${around(second)}`;
}

const inputs = [
  marketShapes(8),
  futureShapes,
  runShapes,
  fc.constantFrom(null, 1, 3, 10),
  fc.boolean(),
  fc.boolean(),
  deliveries,
  deliveries,
] as const;

describe('no look-ahead of views and observations', () => {
  it(`holds for ${cases} markets with two futures each`, { timeout: 600_000 }, async () => {
    const seen = { decisions: 0, kilobytes: 0, canariesLater: 0 };
    const property = fc.asyncProperty(...inputs, async (...drawn) => {
      const [shape, future, runShape, history, waits, alone, delivery, otherDelivery] = drawn;
      const market = marketOf(shape);
      const { market: changed, cut } = changeFuture(market, future);
      const plan = planOf(market, { id: 'probe', kind: 'buy-and-hold' }, runShape);
      const given = { plan, documents: changed.documents, history, waits };
      const one = await probe({ ...given, market, delivery, kept: history });
      // The twin's store keeps more when others share it: that may not show either.
      const twin = { market: changed, delivery: otherDelivery, kept: alone ? history : null };
      const other = await probe({ ...given, ...twin });
      const read = one.agent.readUpTo(cut);
      const readByTwin = other.agent.readUpTo(cut);
      expect(parting(read.bytes, readByTwin.bytes)).toBeUndefined();
      expect([read.decisions, read.canaries]).toEqual([readByTwin.decisions, 0]);
      expect(readByTwin.canaries).toBe(0);
      expect(one.agent.observedUpTo(cut)).toEqual(other.agent.observedUpTo(cut));
      const records = Buffer.from(one.journal.bytesUpTo(cut));
      expect(records.equals(other.journal.bytesUpTo(cut))).toBe(true);
      seen.decisions += read.decisions;
      seen.kilobytes += read.bytes.length / 1024;
      if (other.agent.reading.canaries > 0) seen.canariesLater++;
    });
    await fc.assert(property, runsOfSweep(cases));
    // Much was read before the cuts, and canaries would have revealed anything from after them.
    expect(seen.decisions).toBeGreaterThan(2 * cases);
    expect(seen.kilobytes).toBeGreaterThan(3 * cases);
    expect(seen.canariesLater).toBeGreaterThan(cases / 3);
  });
});
