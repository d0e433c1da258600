/**
 * What agents read of their account and policy, and what the journal keeps of their answers, for
 * every kind of policy and answer. `npx vitest run
 * libs/workflows/src/trading/decisions-in-words.spec.ts --update` writes the files again.
 */

import { expect, it } from 'vitest';
import type { Answer } from '#agents';
import type { DecisionEvent, ExecutionPolicy } from '#contracts';
import type { TradingDesk } from '#tools';
import { verdictOn } from '../auditing/audit-verdict.js';
import { ratesOf } from '../auditing/checks/audit-classes.js';
import { PairTranslator } from '../hedging/pair-translator.js';
import { AnswerLabels } from '../workflow/answer-labels.js';
import { disputedPrice, isSamePrice } from '../workflow/disputed-price.js';
import { AnswerTranslator } from './journaled-answer.js';
import { fillingWords, policyWords, tradingWordNames, tradingWords } from './trading-words.js';

const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

const policy: ExecutionPolicy = {
  name: 'close',
  version: 1,
  fill: 'decision-close',
  hold: 'keep',
  short: false,
  size: 'all-in',
  lotSize: 0,
  feeBps: 5,
  slippageBps: 1.5,
  borrowBpsPerYear: 30,
  dividends: 'ignore',
  liquidate: false,
  basis: 'capital',
};
const changes: readonly Partial<ExecutionPolicy>[] = [
  ...(['decision-close', 'next-open', 'next-close', 'next-trade', 'next-quote'] as const).map(
    (fill) => ({ fill }),
  ),
  { short: true },
  { hold: 'flat' as const },
  { liquidate: true },
  { feeBps: 0 },
  { size: 'weights' as const },
  { size: { fraction: 0.25 } },
  { size: { shares: 10 } },
  ...[0, 1, 250, 1500, 90_000].map((latencyMs) => ({ latencyMs })),
  ...[0, 0.1, 0.07, 1 / 3, 1].map((participation) => ({ participation })),
  { latencyMs: 20, participation: 0.5, liquidate: true, short: true },
];

const entered = { left: 'AA', right: 'BB', entryPrices: { left: 10, right: 20 } };
const desks: readonly Partial<TradingDesk>[] = [
  ...[0, -0.004, 0.005, -0.005, -12.345, 1e6].map((cash) => ({
    account: { cash, equity: 100 - cash, shares: () => 0 },
  })),
  ...[
    { AA: 3, BB: -2 },
    { AA: -1e-9, BB: 0 },
  ].map((shares) => ({
    account: { cash: 1, equity: 2, shares: (symbol: string) => (shares as never)[symbol] ?? 0 },
  })),
  ...([null, 'LONG_SHORT', 'SHORT_LONG'] as const).flatMap((direction) =>
    [entered.entryPrices, null].map((entryPrices) => ({
      account: { cash: 1, equity: 2, shares: () => 5 },
      pair: { ...entered, direction, entryPrices },
    })),
  ),
  { symbols: [] },
];

it('accounts and policies are told in these words', async () => {
  const told = changes.map((change) => {
    const own = { ...policy, ...change };
    const desk = {
      workflow: 'trading',
      symbols: ['AA'],
      policy: own,
      capital: 1000,
      pair: null,
      account: { cash: 1, equity: 2, shares: () => 0 },
      submit: () => undefined,
    };
    const words = tradingWords(desk, fillingWords(own, ' As decided.'));
    return [json(change), policyWords(own), fillingWords(own), words['hold'], words['costs']].join(
      '\n  ',
    );
  });
  const accounts = desks.map((change) => {
    const base = {
      workflow: 'hedging',
      symbols: ['AA', 'BB'],
      policy,
      capital: 1000,
      pair: null,
      account: { cash: 1, equity: 2, shares: () => 0 },
      submit: () => undefined,
    };
    return json(tradingWords({ ...base, ...change }, 'as it is'));
  });
  const lines = [...told, ...accounts, tradingWordNames.join()];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-words/accounts.txt');
});

const order = {
  symbol: 'AA',
  side: 'buy' as const,
  type: 'limit' as const,
  timeInForce: 'gtc' as const,
};
const answers: readonly Answer[] = [
  { kind: 'action', symbol: 'AA', action: 'BUY' },
  { kind: 'action', symbol: 'AA', action: 'SELL', price: 10.005, rationale: 'why' },
  { kind: 'action', symbol: 'AA', action: 'HOLD', price: 10.0051 },
  { kind: 'action', symbol: 'ZZ', action: 'HOLD', price: 5 },
  { kind: 'action', action: 'BUY', price: 9.5 },
  { kind: 'target', positions: { AA: 1, BB: -1 }, rationale: '' },
  { kind: 'weights', weights: { AA: 0.5 } },
  { kind: 'weights', weights: { AA: 0.5 }, rest: 'flat', rationale: 'all of it' },
  { kind: 'weights', weights: {}, rest: 'flat' },
  { kind: 'orders', orders: [{ ...order, shares: 3, limit: 9 }], cancel: ['a'] },
  {
    kind: 'orders',
    orders: [
      {
        ...order,
        id: 'x',
        notional: 100,
        limit: 9,
        stop: 8,
        group: 'g',
        trailPercent: 1,
        trailAmount: 2,
        stopLoss: { stop: 7 },
        takeProfit: { limit: 12 },
      },
    ],
    cancel: [],
  } as unknown as Answer,
  { kind: 'pair', left: 'AA', right: 'BB', action: 'HOLD' } as unknown as Answer,
  { kind: 'missing' } as Answer,
  { kind: 'invalid', reason: 'no JSON' } as Answer,
  { kind: 'late', reason: 'too late' } as Answer,
  { kind: 'failed', reason: 'it broke' } as Answer,
];
const prices = (symbol: string) => (symbol === 'AA' ? { trade: 10, adjusted: 9.5 } : null);

it('answers are journaled so', async () => {
  const lines = [['AA', 'BB', 'CC'], ['AA']].flatMap((symbols) =>
    answers.flatMap((answer) => {
      const kept: string[] = [];
      const keep = (hash: string, text: string): void =>
        void kept.push(`${hash.slice(0, 8)} ${text}`);
      const translator = new AnswerTranslator(symbols, keep, (symbol) => symbol !== 'BB', prices);
      const event = translator.eventOf(answer);
      const notes = [translator.notes(), translator.notes()];
      const again = translator.again(answer) === undefined;
      const frozen = Object.freeze({ ...answer });
      const same = translator.eventOf(frozen) === translator.eventOf(frozen);
      const isKnown = translator.again(frozen) !== undefined;
      return (
        `${symbols.join()} ${json(answer)}\n  ` +
        `${json([event, notes, kept.slice(0, 1), again, same, isKnown])}`
      );
    }),
  );
  const pairs = [null, { left: 'AA', right: 'BB' }].flatMap((pair) =>
    [
      {},
      { left: 'AA' },
      { left: 'AA', right: 'BB' },
      { left: 'BB', right: 'AA' },
      { right: 'BB' },
      { left: 'AA', right: 'AA' },
      { left: 'AA', right: 'ZZ' },
      { left: 'ZZ', right: 'AA' },
      { left: 'AA', right: 'BB', prices: { AA: 10, BB: 5, CC: 1 }, rationale: 'why' },
    ].map((legs) => {
      const kept: string[] = [];
      const rules = { pool: ['AA', 'BB', 'CC'], pair: () => pair, prices };
      const translator = new PairTranslator(rules, (_, text) => void kept.push(text));
      const event = translator.eventOf({ kind: 'pair', action: 'LONG_SHORT', ...legs });
      return `${json(pair)} ${json(legs)}\n  ${json([event, translator.notes(), kept])}`;
    }),
  );
  const others = answers.map((answer) => {
    const translator = new PairTranslator({ pool: ['AA'], pair: () => null, prices });
    return json([
      translator.eventOf(answer as never),
      translator.notes(),
      translator.again() === undefined,
    ]);
  });
  await expect(`${[...lines, ...pairs, ...others].join('\n')}\n`).toMatchFileSnapshot(
    './golden-words/answers.txt',
  );
});

it('prices are the same to half a cent', () => {
  const tape = { trade: 10, adjusted: 9.5 };
  const stated = [10, 10.005, 10.0050001, 9.995, 9.9949, 9.5, 9.505, 9.495, 9.4949, 9.75];
  expect(stated.map((price) => isSamePrice(price, tape))).toEqual([
    true,
    true,
    false,
    true,
    false,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(disputedPrice('AA', 9.75, tape)).toEqual([
    { type: 'PriceDisputed', symbol: 'AA', said: 9.75, price: 10 },
  ]);
  expect(disputedPrice('AA', 10, tape)).toEqual([]);
  expect(disputedPrice('AA', 10, null)).toEqual([
    { type: 'PriceDisputed', symbol: 'AA', said: 10, price: null },
  ]);
});

it('equal answers have one label, whatever comes with them', () => {
  const at = { asOf: 1, time: 1 };
  const made = (decision: object) =>
    ({ type: 'DecisionMade', ...at, decision, rationale: null }) as DecisionEvent;
  const buy = { kind: 'action', symbol: 'AA', action: 'BUY' };
  const weights = { kind: 'weights', weights: [{ symbol: 'AA', weight: 1 }] };
  const events = [
    made(buy),
    made({ ...buy }),
    {
      type: 'DecisionsUnchanged',
      ...at,
      decision: buy,
      count: 3,
      since: 1,
    } as unknown as DecisionEvent,
    made({ ...buy, action: 'SELL' }),
    made({ kind: 'target', positions: [{ symbol: 'AA', position: 1 }] }),
    made({ kind: 'target', positions: [{ symbol: 'BB', position: 1 }] }),
    made(weights),
    { type: 'DecisionMissing', ...at } as DecisionEvent,
    { type: 'DecisionLate', ...at, reason: 'x' } as unknown as DecisionEvent,
    {
      type: 'PairDecided',
      ...at,
      left: 'AA',
      right: 'BB',
      action: 'HOLD',
      rationale: null,
    } as DecisionEvent,
    { type: 'AnswerGiven', ...at, task: 't', answer: '5' } as unknown as DecisionEvent,
    { type: 'AnswerGiven', ...at, task: 'u', answer: '6' } as unknown as DecisionEvent,
    { type: 'PriceDisputed', ...at, symbol: 'AA', said: 1, price: 2 } as unknown as DecisionEvent,
    { type: 'AnswerGiven', ...at, task: 'v', answer: '6' } as unknown as DecisionEvent,
    made(buy),
  ];
  const runsOf = (symbol?: string) => {
    const labels = new AnswerLabels();
    labels.symbol = symbol;
    for (const event of events) labels.take(event);
    const { labels: own, counts } = labels.runs();
    return { own: [...own], counts: [...counts] };
  };
  const all = runsOf();
  const one = runsOf('AA');
  const other = runsOf('BB');
  expect(all.counts).toEqual([5, 1, 1, 1, 1, 2, 1, 1, 2, 1]);
  expect([one.counts, other.counts]).toEqual([all.counts, all.counts]);
  expect(new Set(all.own).size).toBe(9);
  expect(all.own[5]).toBe(0);
  expect(all.own.at(-1)).toBe(all.own[0]);
  expect([one.own[0], one.own[2]]).not.toEqual([all.own[0], all.own[2]]);
  // A target of the only symbol is the same in runs of others.
  expect([one.own[2], one.own[3]]).toEqual([other.own[3], one.own[3]]);
  expect(one.own[3]).not.toBe(other.own[3]);
});

it('audits are judged so', async () => {
  const values = [null, '1', '01.0', '2', '-1', 'x', '1e2'];
  const solutions = [
    { expected_extracted: '1', expected_calculated: '2' },
    { expected_extracted: '1', expected_calculated: '1.0', expected_found: true },
    { expected_extracted: '1', expected_calculated: '2', expected_found: false },
    {
      expected_extracted: '3',
      expected_calculated: '4',
      accept_extracted: ['1', '3'],
      accept_calculated: ['2', '1'],
    },
  ];
  const pairs = values.flatMap((one) => values.map((other) => [one, other] as const));
  const lines = solutions.flatMap((solution) => [
    ...pairs.map(([extracted_value, calculated_value]) => {
      const { class: verdict, why } = verdictOn({ extracted_value, calculated_value }, solution);
      return `${extracted_value} ${calculated_value}: ${verdict}. ${why}`;
    }),
    ...[undefined, 'prose'].flatMap((answer) =>
      (['late', 'answered', undefined] as const).map((ended) =>
        json(verdictOn(answer, solution, ended)),
      ),
    ),
  ]);
  const classes = ['right', 'right', 'extraction-error', 'structural-error'] as const;
  const rates = [classes, ['calculation-error'] as const].map((all) => json(ratesOf(all)));
  await expect(`${[...lines, ...rates].join('\n')}\n`).toMatchFileSnapshot(
    './golden-words/audits.txt',
  );
});
