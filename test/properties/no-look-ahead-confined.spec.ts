/**
 * The law of no look-ahead for modules in processes of their own, with the files and messages
 * that they get.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sha256Hex } from '#values';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { afterAll, describe, expect, it } from 'vitest';
import { canaryText, changeFuture, futureShapes } from './changed-future.js';
import { deliveries } from './delivered-tape.js';
import { marketOf, marketShapes } from './generated-market.js';
import { planOf, runShapes } from './planned-run.js';
import { firstDifference, replay } from './replayed-runs.js';

const cases = sweepSize(2, 20);
const alarm = 'a canary was read';
const folder = mkdtempSync(join(tmpdir(), 'no-look-ahead-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Reads everything, and tells by its rationale what it read: the journal keeps the
 * rationale's hash.
 */
writeFileSync(
  join(folder, 'agent.mjs'),
  `
const counts = [1, 5, 1e9, Infinity, 0, -1, NaN, '5'];
const strangers = ['NOPE', '__proto__', '', null, undefined];
const whole = (_, value) =>
  value instanceof Float64Array ? [...new Float64Array(value.buffer)] : value;
const asked = (ask) => {
  try { return ask(); } catch (error) { return String(error); }
};
function everything({ view, account, symbols, config, asOf, time, session, cash, equity }) {
  const read = [asOf, time, session, cash, equity, symbols, view.symbols];
  for (const symbol of [...view.symbols, ...strangers]) {
    for (const name of ['lastPrice', 'lastBar', 'barCount', 'lastTrade', 'lastQuote', 'isHalted'])
      read.push(asked(() => view[name](symbol)));
    for (const count of counts) {
      for (const name of ['bars', 'closes', 'news', 'filings', 'fundamentals', 'dividends', 'splits', 'corrections'])
        read.push(asked(() => view[name](symbol, count)));
      read.push(asked(() => view.adjustedCloses(symbol, count, { dividends: true })));
      for (const name of ['sma', 'ema', 'rsi', 'macd', 'bollinger'])
        read.push(asked(() => view[name](symbol, count).value));
    }
    read.push(asked(() => account.shares(symbol)));
  }
  for (const hash of config.hashes) read.push(asked(() => view.document(hash)) ?? null);
  return JSON.stringify(read, whole);
}
function digest(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
export default {
  decide(observation) {
    const text = everything(observation);
    const seed = digest(text);
    const seen = text.includes('${canaryText}') || /\\b666666\\.\\d/.test(text);
    if (seen) return { kind: 'target', positions: {}, rationale: '${alarm}' };
    if (observation.config.fails && seed % 3 === 0) throw new Error('read ' + seed);
    if (observation.config.fails && seed % 3 === 1) return { kind: 'action', action: 'no ' + seed };
    const action = ['BUY', 'SELL', 'HOLD'][seed % 3];
    return { kind: 'action', symbol: observation.symbols[0], action, rationale: String(seed) };
  },
};
`,
);

describe('no look-ahead of confined modules', () => {
  it(`holds for ${cases} markets with two futures each`, { timeout: 600_000 }, async () => {
    const seen = { decisions: 0, alarmsLater: 0 };
    const inputs = [marketShapes(8), futureShapes, runShapes, fc.boolean()] as const;
    const property = fc.asyncProperty(...inputs, deliveries, deliveries, async (...drawn) => {
      const [shape, future, runShape, fails, delivery, otherDelivery] = drawn;
      const market = marketOf(shape);
      const { market: changed, cut } = changeFuture(market, { ...future, inserted: 12 });
      const { documents } = changed;
      const hashes = [...documents.keys()];
      const agent: AgentConfig = {
        id: 'confined',
        kind: 'module',
        file: 'agent.mjs',
        trusted: false,
        timeBudgetMs: 60_000,
        config: { hashes, fails },
      };
      const plans = [planOf(market, agent, runShape)];
      const given = { plans, directory: folder, documents };
      const [one, other] = await Promise.all([
        replay({ ...given, market, delivery }),
        replay({ ...given, market: changed, delivery: otherDelivery }),
      ]);
      expect(one.failure ?? other.failure).toBeUndefined();
      expect(firstDifference(one.journals, other.journals, cut)).toBeUndefined();
      const alarms = other.journals.flatMap(({ events }) =>
        events.filter((event) => 'rationale' in event && event.rationale === sha256Hex(alarm)),
      );
      expect(alarms.filter(({ time }) => time <= cut)).toEqual([]);
      seen.alarmsLater += alarms.length;
      const past = one.journals.flatMap((journal) =>
        journal.events.slice(0, journal.countUpTo(cut)),
      );
      seen.decisions += past.filter(({ type }) => type === 'DecisionMade').length;
    });
    await fc.assert(property, runsOfSweep(cases));
    expect(seen.decisions).toBeGreaterThan(cases / 10);
    expect(seen.alarmsLater).toBeGreaterThan(0);
  });
});
