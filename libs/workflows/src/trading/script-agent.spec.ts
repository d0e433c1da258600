/** The script agent: rows by session date, missing sessions, and several symbols in one run. */

import type { Action, ExecutionPolicy } from '#contracts';
import type { MarketView } from '#market-view';
import { requireCivilDate } from '#values';
import { describe, expect, it } from 'vitest';
import type { AgentContext, Answer, Observation, SignalRow } from '#agents';
import { scriptAgent, signalAgent } from './script-agent.js';
import { scriptOfRows } from '#agents/script/script';

type Row = readonly [date: string, symbol: string, action: Action];

const rows: readonly Row[] = [
  ['2025-03-03', 'AAPL', 'BUY'],
  ['2025-03-03', 'GS', 'SELL'],
  ['2025-03-04', 'AAPL', 'HOLD'],
  ['2025-03-05', 'MSFT', 'BUY'],
];

/** What the script answers on a session in a run over `symbols`. */
function answerOn(session: string, symbols: readonly string[], short = false): Answer {
  const script = scriptOfRows(
    rows.map(([date, symbol, action]) => ({
      date: requireCivilDate(date, 'test'),
      symbol,
      action,
      where: 'test',
    })),
  );
  const context: AgentContext = {
    symbols,
    policy: { short } as Partial<ExecutionPolicy> as ExecutionPolicy,
    seed: 0,
    view: {} as Partial<MarketView> as MarketView,
  };
  const observation: Partial<Observation> = { session: requireCivilDate(session, 'test') };
  return scriptAgent(script, context).decide(observation as Observation) as Answer;
}

describe('scriptAgent', () => {
  it.each([
    { session: '2025-03-03', symbol: 'AAPL', action: 'BUY' },
    { session: '2025-03-03', symbol: 'GS', action: 'SELL' },
    { session: '2025-03-04', symbol: 'AAPL', action: 'HOLD' },
  ])('submits $action for $symbol on $session', ({ session, symbol, action }) => {
    const answer = answerOn(session, [symbol]);
    expect(answer).toEqual({ kind: 'action', action });
    expect(Object.isFrozen(answer)).toBe(true);
  });

  it.each([
    { session: '2025-03-06', symbols: ['AAPL'] },
    { session: '2025-03-04', symbols: ['GS'] },
    { session: '2025-03-05', symbols: ['AAPL', 'GS'] },
  ])('is missing on $session for $symbols, and never holds', ({ session, symbols }) => {
    expect(answerOn(session, symbols)).toEqual({ kind: 'missing' });
  });

  it.each([
    { short: false, positions: { AAPL: 1, GS: 0 } },
    { short: true, positions: { AAPL: 1, GS: -1 } },
  ])('makes one target of several symbols, short: $short', ({ short, positions }) => {
    const answer = answerOn('2025-03-03', ['AAPL', 'GS', 'MSFT'], short);
    expect(answer).toEqual({ kind: 'target', positions });
    expect(Object.isFrozen(answer)).toBe(true);
  });

  it('passes on what the price was taken to be, in a run of one symbol', () => {
    const date = requireCivilDate('2025-03-03', 'test');
    const row = { date, symbol: 'AAPL', action: 'BUY', price: 243.85, where: 'test' } as const;
    const context: Partial<AgentContext> = { symbols: ['AAPL'] };
    const agent = scriptAgent(scriptOfRows([row]), context as AgentContext);
    const observation: Partial<Observation> = { session: date };
    const answer = agent.decide(observation as Observation);
    expect(answer).toEqual({ kind: 'action', action: 'BUY', price: 243.85 });
  });

  it('leaves a held symbol out of the target, and answers all the same', () => {
    expect(answerOn('2025-03-04', ['AAPL', 'GS'])).toEqual({ kind: 'target', positions: {} });
  });
});

describe('signalAgent', () => {
  const date = requireCivilDate('2025-03-03', 'test');
  const place = { date, place: 'line 2', where: 'signals.csv:2' };
  const context = (...symbols: string[]): AgentContext =>
    ({ symbols }) as Partial<AgentContext> as AgentContext;
  const answer = (signals: readonly SignalRow[], ...symbols: string[]): unknown => {
    const observation: Partial<Observation> = { session: date };
    return signalAgent(signals, context(...symbols)).decide(observation as Observation);
  };
  const weight = (symbol: string | undefined, value: number): SignalRow => ({
    ...place,
    symbol,
    form: 'weight',
    weight: value,
  });
  const shares = (count: number, prices: { stop?: number; limit?: number } = {}): SignalRow => ({
    ...place,
    symbol: 'AAPL',
    form: 'shares',
    shares: count,
    ...prices,
  });

  it('submits the weights of a date as one decision, and leaves others as they are', () => {
    const rows = [weight('AAPL', 0.6), weight('GS', -0.4), weight('TSLA', 1)];
    const weights = { AAPL: 0.6, GS: -0.4 };
    expect(answer(rows, 'AAPL', 'GS')).toEqual({ kind: 'weights', weights, rest: 'keep' });
    expect(answer(rows, 'MSFT')).toEqual({ kind: 'missing' });
  });

  it('gives rows without a symbol to the only one of a run, and refuses them in others', () => {
    const rows = [weight(undefined, 0.5)];
    expect(answer(rows, 'GS')).toMatchObject({ weights: { GS: 0.5 } });
    expect(() => answer(rows, 'AAPL', 'GS')).toThrow('signals.csv:2: the row names no symbol');
  });

  it('refuses two weights of a symbol on a date', () => {
    const rows = [weight('AAPL', 0.5), weight('AAPL', 0.6)];
    expect(() => answer(rows, 'AAPL')).toThrow('2025-03-03 AAPL again');
  });

  it.each([
    [10, {}, { side: 'buy', type: 'market' }],
    [-10, { limit: 99 }, { side: 'sell', type: 'limit', limit: 99 }],
    [10, { stop: 101 }, { side: 'buy', type: 'stop', stop: 101 }],
    [-10, { stop: 95, limit: 94 }, { side: 'sell', type: 'stop-limit', stop: 95, limit: 94 }],
  ])('orders %i shares with %o', (count, prices, order) => {
    const orders = [{ symbol: 'AAPL', shares: 10, timeInForce: 'day', ...order }];
    expect(answer([shares(count, prices)], 'AAPL')).toEqual({ kind: 'orders', orders, cancel: [] });
  });

  it('answers with no order where the number of shares is 0', () => {
    expect(answer([shares(0)], 'AAPL')).toEqual({ kind: 'orders', orders: [], cancel: [] });
  });

  it('refuses signals of days where decisions are due at bars, and takes none of them', () => {
    const atBars: AgentContext = { ...context('AAPL'), decide: 'bar' };
    expect(() => signalAgent([weight('AAPL', 1)], atBars)).toThrow(
      /signals\.csv:2: the signals are of days.*expected `decide: session-close` in the scenario/,
    );
    expect(() => signalAgent([], atBars)).not.toThrow();
    const atCloses: AgentContext = { ...context('AAPL'), decide: 'session-close' };
    expect(() => signalAgent([weight('AAPL', 1)], atCloses)).not.toThrow();
  });

  it('submits actions as a script does', () => {
    const row: SignalRow = { ...place, symbol: undefined, form: 'action', action: 'BUY' };
    expect(answer([row], 'AAPL')).toEqual({ kind: 'action', action: 'BUY' });
  });
});
