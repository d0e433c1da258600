/**
 * The law of no look-ahead for every agent of ours: what comes after an instant changes no
 * record up to it.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { formatCivilDate, isFailure, seededRandom } from '#values';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { afterAll, describe, expect, it } from 'vitest';
import { breakFuture, changeFuture, futureShapes } from './changed-future.js';
import { deliveries } from './delivered-tape.js';
import { firstDate, marketOf, marketShapes, symbolsOfMarket } from './generated-market.js';
import { planOf, runShapes, type RunShape } from './planned-run.js';
import { firstDifference, replay } from './replayed-runs.js';

const cases = sweepSize(25, 1000);
const sessionsMax = 40;
const scripts = 8;
const folder = mkdtempSync(join(tmpdir(), 'no-look-ahead-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (let script = 0; script < scripts; script++) {
  writeFileSync(join(folder, `${script}.csv`), scriptText(script));
}

/** Actions on two sessions in three. */
function scriptText(seed: number): string {
  const random = seededRandom(seed);
  const rows = ['date,symbol,action'];
  for (let day = 0; day < sessionsMax; day++) {
    for (const symbol of symbolsOfMarket) {
      const action = ['BUY', 'SELL', 'HOLD'][random.below(3)] as string;
      if (random.below(3) > 0) rows.push(`${formatCivilDate(firstDate + day)},${symbol},${action}`);
    }
  }
  return `${rows.join('\n')}\n`;
}

/** One agent of each kind that is ours. */
const agents: fc.Arbitrary<AgentConfig[]> = fc
  .record({
    fast: fc.integer({ min: 1, max: 4 }),
    slow: fc.integer({ min: 2, max: 8 }),
    length: fc.integer({ min: 1, max: 5 }),
    script: fc.nat(scripts - 1),
  })
  .map(({ fast, slow, length, script }) => [
    { id: 'hold', kind: 'buy-and-hold' },
    { id: 'cross', kind: 'sma-cross', fast, slow },
    { id: 'reversion', kind: 'rsi-reversion', length, enter: 45, exit: 55 },
    { id: 'coin', kind: 'random' },
    { id: 'script', kind: 'script', file: `${script}.csv` },
  ]);

const runs = fc.array(runShapes, { minLength: 5, maxLength: 5 });

describe('no look-ahead of rule, random and script agents', () => {
  it(`holds for ${cases} markets with two futures each`, { timeout: 600_000 }, async () => {
    const seen = { records: 0, fills: 0, differing: 0 };
    const inputs = [marketShapes(sessionsMax), futureShapes, agents, runs] as const;
    const property = fc.asyncProperty(...inputs, deliveries, deliveries, async (...drawn) => {
      const [shape, future, configs, shapes, delivery, otherDelivery] = drawn;
      const market = marketOf(shape);
      const { market: changed, cut } = changeFuture(market, future);
      const plans = configs.map((agent, run) => planOf(market, agent, shapes[run] as RunShape));
      const given = { plans, directory: folder };
      const one = await replay({ ...given, market, delivery });
      const other = await replay({ ...given, market: changed, delivery: otherDelivery });
      expect(one.failure ?? other.failure).toBeUndefined();
      expect(firstDifference(one.journals, other.journals, cut)).toBeUndefined();
      for (const [run, journal] of one.journals.entries()) {
        const count = journal.countUpTo(cut);
        seen.records += count;
        const past = journal.events.slice(0, count);
        seen.fills += past.filter(({ type }) => type === 'OrderFilled').length;
        if (one.hashes[run] !== other.hashes[run]) seen.differing++;
      }
    });
    await fc.assert(property, runsOfSweep(cases));
    // A law about nothing would hold as well: orders were filled before the cut, and
    // futures did differ.
    expect(seen.records).toBeGreaterThan(15 * cases);
    expect(seen.fills).toBeGreaterThan(3 * cases);
    expect(seen.differing).toBeGreaterThan(2 * cases);
  });

  it(`holds for ${cases} tapes that break after the cut`, { timeout: 600_000 }, async () => {
    const seen = { broken: 0, records: 0 };
    const inputs = [marketShapes(8), futureShapes, agents, runs] as const;
    const property = fc.asyncProperty(...inputs, deliveries, deliveries, async (...drawn) => {
      const [shape, future, configs, shapes, delivery, otherDelivery] = drawn;
      const market = marketOf(shape);
      const changed = changeFuture(market, future);
      const plans = configs
        .slice(0, 3)
        .map((agent, run) => planOf(market, agent, shapes[run] as RunShape));
      const given = { plans, directory: folder };
      const broken = breakFuture(changed, future.seed);
      const one = await replay({ ...given, market, delivery });
      const other = await replay({ ...given, market: broken, delivery: otherDelivery });
      for (const [run, journal] of one.journals.entries()) {
        const whole = Buffer.from(journal.bytesUpTo(changed.cut));
        const part = other.journals[run]?.bytesUpTo(changed.cut) ?? whole;
        expect(whole.subarray(0, part.length).equals(part)).toBe(true);
        if (other.failure === undefined) expect(part.length).toBe(whole.length);
        else seen.records += other.journals[run]?.countUpTo(changed.cut) ?? 0;
      }
      if (other.failure === undefined) return;
      expect(isFailure(other.failure, 'InvalidInput')).toBe(true);
      seen.broken++;
    });
    await fc.assert(property, runsOfSweep(cases));
    expect(seen.broken).toBeGreaterThan(cases / 5);
    expect(seen.records).toBeGreaterThan(5 * seen.broken);
  });
});
