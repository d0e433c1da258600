/**
 * The law of no look-ahead for tools: no argument of any of them reaches a byte of what comes
 * after the as-of.
 */

import fc from 'fast-check';
import { canonicalJson, seededRandom, type Instant } from '#values';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { InstantIndex } from '#backtest/tape/open-market';
import { AsOfStore, viewAt, type MarketView } from '#market-view';
import {
  Capability,
  hedgingTools,
  marketTools,
  reportGenerationTools,
  tradingTools,
  type TradingDesk,
} from '#tools';
import { describe, expect, it } from 'vitest';
import { changeFuture, futureShapes } from './changed-future.js';
import { deliveredTape, deliveries, type Delivery } from './delivered-tape.js';
import { marketOf, marketShapes, type Market, type MarketFact } from './generated-market.js';
import { drawArguments, poolsOf } from './tool-arguments.js';

const cases = sweepSize(7, 1000);
const sets = [tradingTools, hedgingTools, reportGenerationTools, marketTools];
/** How often each tool is called. */
const callsEach = 2;

interface Read {
  readonly store: AsOfStore;
  readonly instants: InstantIndex;
}

/** Filings that tools can open: with a form and a section that they ask for. */
function withReadableFilings(market: Market): Market {
  const readable = (fact: MarketFact): MarketFact => {
    const { payload } = fact;
    if (payload?.kind !== 'filing') return fact;
    const sections = payload.sections.map(({ document }) => ({ name: 'mda', document }));
    return { ...fact, payload: { ...payload, form: '10-K', sections } };
  };
  return { ...market, facts: market.facts.map(readable) };
}

async function readAll(market: Market, delivery: Delivery): Promise<Read> {
  const tape = deliveredTape(market, delivery, () => undefined);
  const { documents } = market;
  const store = new AsOfStore({ ...market.header, history: null, documents });
  const instants = new InstantIndex();
  for (let facts = await tape.next(); facts !== null; facts = await tape.next()) {
    store.append(facts);
    instants.append(facts);
  }
  tape.close();
  return { store, instants };
}

const viewUpTo = ({ store, instants }: Read, time: Instant): MarketView =>
  viewAt(store, instants.upTo(time) ?? { asOf: 0, time: 0 });

const deskOf = (view: MarketView): TradingDesk => ({
  workflow: 'hedging',
  symbols: view.symbols,
  capital: 1,
  pair: null,
  policy: {
    name: 'close',
    version: 1,
    fill: 'decision-close',
    hold: 'keep',
    short: false,
    size: 'all-in',
    lotSize: 0,
    feeBps: 0,
    slippageBps: 0,
    borrowBpsPerYear: 0,
    dividends: 'ignore',
    liquidate: false,
    basis: 'capital',
  },
  account: { cash: 1, equity: 1, shares: () => 0 },
  submit: () => undefined,
});

/** What every tool answers to the arguments that follow from `seed`: a line a call. */
function askAll(view: MarketView, markets: readonly Market[], seed: number): string[] {
  const random = seededRandom(seed);
  const pools = poolsOf(markets);
  return sets.flatMap((set) => {
    const context = { view, desk: deskOf(view) };
    const limits = { calls: 1000, bytes: 1e9 };
    const capability = new Capability({ sets: [set], context, limits, now: () => 0 });
    return set.tools.flatMap((tool) =>
      Array.from({ length: callsEach }, () => {
        const args = drawArguments(tool, pools, random);
        const outcome = capability.call(tool.name, args);
        if (outcome.error === null) tool.output.parse(outcome.value);
        const said = outcome.error === null ? outcome.text : `error: ${outcome.error}`;
        return `${set.name} ${tool.name} ${canonicalJson(args)}: ${said}`;
      }),
    );
  });
}

/** The answers without the questions: the future is in the arguments. */
const said = (line: string): string => line.slice(line.indexOf('}: ') + 3);
const errors = (lines: readonly string[]): string[] =>
  lines.filter((line) => said(line).startsWith('error: '));
const holdsCanary = (line: string): boolean => {
  const text = said(line);
  return (text.includes('CANARY') && !text.startsWith('error: ')) || /666666\./.test(text);
};

const inputs = [
  marketShapes(8),
  futureShapes,
  deliveries,
  deliveries,
  fc.nat(),
  fc.constantFrom(0, 0, 0, 3_600_000_000, 40 * 3_600_000_000),
] as const;

describe('no look-ahead of tools', () => {
  it(`holds for ${cases} markets with two futures each`, { timeout: 600_000 }, async () => {
    const seen = { answers: 0, bytes: 0, canariesLater: 0 };
    const property = fc.asyncProperty(...inputs, async (shape, future, one, other, seed, back) => {
      const base = marketOf(shape);
      const { market: twin, cut } = changeFuture(base, future);
      const markets = [base, twin].map(withReadableFilings) as [Market, Market];
      const read = await readAll(markets[0], one);
      const readOfTwin = await readAll({ ...markets[1], documents: twin.documents }, other);
      const time = cut - back;
      const answers = askAll(viewUpTo(read, time), markets, seed);
      const answersOfTwin = askAll(viewUpTo(readOfTwin, time), markets, seed);
      expect(answersOfTwin).toEqual(answers);
      expect(answers.filter(holdsCanary)).toEqual([]);
      seen.answers += answers.length - errors(answers).length;
      seen.bytes += answers.join('').length;
      const later = askAll(viewUpTo(readOfTwin, Infinity), markets, seed);
      if (later.some(holdsCanary)) seen.canariesLater++;
    });
    await fc.assert(property, runsOfSweep(cases));
    // Much was answered, and canaries would have revealed anything from later.
    expect(seen.answers).toBeGreaterThan(15 * cases);
    expect(seen.bytes).toBeGreaterThan(5000 * cases);
    expect(seen.canariesLater).toBeGreaterThan(cases / 3);
  });
});
