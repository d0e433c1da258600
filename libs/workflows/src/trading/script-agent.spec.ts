/** The script agent: rows by session date, missing sessions, and several symbols in one run. */

import type { Action, ExecutionPolicy } from '#contracts';
import type { MarketView } from '#market-view';
import { requireCivilDate } from '#values';
import { describe, expect, it } from 'vitest';
import type { AgentContext, Answer, Observation } from '#agents';
import { scriptAgent } from './script-agent.js';
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
