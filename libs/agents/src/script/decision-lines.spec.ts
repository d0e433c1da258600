/**
 * Decisions as JSON lines: each is submitted again at its instant, and one error for
 * what is broken.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tradingDecisionSchema } from '#contracts/parsing/decision';
import type { MarketView } from '#market-view';
import { isFailure, parseInstant, type TapefoldError } from '#values';
import type { AskedAt } from '../seat/agent.js';
import { openDecisionLines } from './decision-lines-agent.js';
import { decisionLinesText, readDecisionLines } from './decision-lines.js';

const folder = mkdtempSync(join(tmpdir(), 'decision-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (text: string): number => parseInstant(text) as number;

function written(name: string, text: string): string {
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, text);
  return file;
}

async function said(file: string, symbols: readonly string[], time: string): Promise<unknown> {
  const agent = await openDecisionLines(file, tradingDecisionSchema, symbols);
  return agent.decide({
    asOf: 1,
    time: at(time),
    view: {} as Partial<MarketView> as MarketView,
  } satisfies AskedAt);
}

const close = '2026-01-02T21:00:00Z';
const weights = { kind: 'weights', weights: { A: 0.5, B: -0.25 } };
const order = {
  symbol: 'A',
  side: 'buy',
  type: 'limit',
  shares: 2,
  limit: 9.5,
  timeInForce: 'gtc',
};
const orders = { kind: 'orders', orders: [order], cancel: ['mine'] };

describe('a script of decisions', () => {
  const file = written(
    'good',
    decisionLinesText(
      [{ symbols: ['A'], sha256: 'ab' }],
      [
        { time: at(close), symbols: ['A'], said: { kind: 'action', action: 'BUY', price: 3 } },
        { time: at(close) + 1, symbols: ['A'], said: orders },
        { time: at(close), symbols: ['A', 'B'], said: weights },
        { time: at(close) + 5, symbols: ['A', 'B'], said: { kind: 'late', reason: 'slept' } },
      ],
    ),
  );

  it.each([
    ['an action', ['A'], close, { kind: 'action', action: 'BUY', price: 3 }],
    ['orders, a microsecond later', ['A'], '2026-01-02T21:00:00.000001Z', orders],
    ['weights of another run', ['A', 'B'], close, weights],
    [
      'that it was late',
      ['A', 'B'],
      '2026-01-02T21:00:00.000005Z',
      { kind: 'late', reason: 'slept' },
    ],
    ['nothing at another instant', ['A'], '2026-01-05T21:00:00Z', { kind: 'missing' }],
    ['nothing for the symbols in another order', ['B', 'A'], close, { kind: 'missing' }],
  ])('says %s', async (_, symbols, time, expected) => {
    expect(await said(file, symbols, time)).toEqual(expected);
  });

  const line = { time: close, symbols: ['A'], said: { kind: 'action', action: 'BUY' } };

  it.each([
    { name: 'no JSON', text: '{"time":', where: ':1', says: '' },
    {
      name: 'a time without offset',
      text: { ...line, time: '2026-01-02T21:00:00' },
      where: ':1: time',
      says: 'offset',
    },
    { name: 'no symbols', text: { ...line, symbols: [] }, where: ':1: symbols', says: 'symbols' },
    { name: 'an unknown member', text: { ...line, extra: 1 }, where: ':1', says: 'extra' },
    {
      name: 'an invalid action',
      text: { ...line, said: { kind: 'action', action: 'Buy' } },
      where: ':1: said',
      says: '',
    },
    {
      name: 'the decision of a pair',
      text: { ...line, said: { kind: 'pair', action: 'HOLD' } },
      where: ':1: said',
      says: '',
    },
    {
      name: '__proto__',
      text: `{"time":"${close}","symbols":["A"],"said":{"__proto__":1}}`,
      where: ':1',
      says: '__proto__',
    },
    {
      name: 'an instant twice',
      text:
        `${JSON.stringify(line)}\n` +
        `${JSON.stringify({ ...line, time: '2026-01-02T16:00:00-05:00' })}`,
      where: ':2',
      says: 'second line',
    },
  ])('with $name is refused at its line', async ({ name, text, where, says }) => {
    const bad = written(`bad ${name}`, typeof text === 'string' ? text : JSON.stringify(text));
    const failure: unknown = await readDecisionLines(bad, tradingDecisionSchema).catch(
      (error: unknown) => error,
    );
    expect(isFailure(failure, 'InvalidInput')).toBe(true);
    expect((failure as TapefoldError).where).toBe(`${bad}${where}`);
    expect((failure as TapefoldError).message).toContain(says);
  });
});
