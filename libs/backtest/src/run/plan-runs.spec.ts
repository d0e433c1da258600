/**
 * Plans of a scenario's runs: their order, what their ids and seeds depend on, and folder names
 * for any symbol.
 */

import type { TapeHeader } from '#contracts';
import {
  hedgingScenarioSchema,
  taskScenarioSchema,
  tradingScenarioSchema,
  type TradingScenario,
} from '#contracts/scenario/scenario';
import { isFailure } from '#values';
import { describe, expect, it } from 'vitest';
import { planDigest, type RunPlan } from '#workflows';
import { planRuns, type PlanInput } from './plan-runs.js';

const header = (currencies: Readonly<Record<string, string>>, intraday = false): TapeHeader => ({
  id: 'tape',
  dataset: 'set',
  instruments: Object.entries(currencies).map(([symbol, currency]) => ({ symbol, currency })),
  calendar: 'XNYS',
  sessionsPerYear: 252,
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: intraday ? 'intraday' : 'daily',
  synthetic: false,
  dateRule: 'session-close',
});

const hold = { id: 'hold', kind: 'buy-and-hold' };
const coin = { id: 'coin', kind: 'random' };

function inputOf(
  scenario: object = {},
  rest: Partial<PlanInput<TradingScenario>> = {},
): PlanInput<TradingScenario> {
  const given = {
    name: 'test',
    data: 'set',
    window: { from: '2025-03-03', to: '2025-03-31' },
    symbols: ['AAPL', 'GS'],
    execution: 'close',
    agents: [hold, coin],
    ...scenario,
  };
  const isHedging = 'workflow' in given && given.workflow === 'hedging';
  const parsed = (isHedging ? hedgingScenarioSchema : tradingScenarioSchema).parse(given);
  return {
    scenario: parsed,
    header: header(Object.fromEntries(parsed.symbols.map((symbol) => [symbol, 'USD']))),
    dataHash: 'a'.repeat(64),
    fileHashes: new Map(),
    firstSession: 20_150,
    lastSession: 20_178,
    ...rest,
  };
}

const labelsOf = (scenario: object): string[] =>
  planRuns(inputOf(scenario)).map((run) => run.label);
const idOf = (scenario: object, rest?: Partial<PlanInput<TradingScenario>>): string | undefined =>
  planRuns(inputOf(scenario, rest))[0]?.id;

describe('the runs of a scenario', () => {
  it('are one a symbol and agent, in this order', () => {
    expect(labelsOf({})).toEqual(['hold-AAPL', 'coin-AAPL', 'hold-GS', 'coin-GS']);
  });

  it('are one an agent in a portfolio', () => {
    const plans = planRuns(inputOf({ portfolio: true }));
    expect(plans.map(({ label }) => label)).toEqual(['hold-portfolio', 'coin-portfolio']);
    expect(plans[0]?.symbols).toEqual(['AAPL', 'GS']);
  });

  it.each([
    { repeats: 1, ends: [''] },
    { repeats: 2, ends: ['-1', '-2'] },
    { repeats: 3, ends: ['-1', '-2', '-3'] },
  ])('are numbered from 1 when they are repeated: $repeats', ({ repeats, ends }) => {
    const labels = (start: string): string[] => ends.map((end) => `${start}${end}`);
    expect(labelsOf({ symbols: ['GS'], agents: [coin], repeats })).toEqual(labels('coin-GS'));
    const all = { agents: [coin], repeats };
    expect(labelsOf({ ...all, portfolio: true })).toEqual(labels('coin-portfolio'));
    const tasks = { name: 'tasks', data: 'set', workflow: 'labels', ...all };
    const agents = [{ id: 'reader', kind: 'script', file: 'answers.jsonl' }];
    const scenario = taskScenarioSchema.parse({ ...tasks, agents });
    const plans: readonly RunPlan[] = planRuns({ ...inputOf(), scenario });
    expect(plans.map(({ label }) => label)).toEqual(labels('reader-labels'));
    expect(plans.map(({ repeat }) => repeat)).toEqual(ends.map((_, at) => at));
  });

  it.each([
    { said: undefined, intraday: false, decide: 'session-close' },
    { said: undefined, intraday: true, decide: 'bar' },
    { said: 'session-close', intraday: true, decide: 'session-close' },
    { said: 'bar', intraday: false, decide: 'bar' },
  ])('decide at $decide (said: $said, intraday: $intraday)', ({ said, intraday, decide }) => {
    const tape = header({ AAPL: 'USD', GS: 'USD' }, intraday);
    const [plan] = planRuns(inputOf(said === undefined ? {} : { decide: said }, { header: tape }));
    expect(plan?.decide).toBe(decide);
  });

  it.each([
    // 20 150 is a Monday; the next Friday but one ends ten sessions.
    { to: '2025-03-14', lastSession: 20_161, equity: 'sessions' },
    { to: '2025-03-13', lastSession: 20_160, equity: 'marks' },
    { to: 'open', lastSession: 20_178, equity: 'marks' },
    { to: 'open', lastSession: 20_178, equity: 'sessions', said: 'sessions' },
    { to: '2025-03-14', lastSession: 20_161, equity: 'marks', said: 'marks' },
  ])('have rows of $equity up to $to (said: $said)', ({ to, lastSession, equity, said }) => {
    const window = { from: '2025-03-03', to };
    const given = { window, ...(said && { equity: said }) };
    const [plan] = planRuns(inputOf(given, { lastSession }));
    expect(plan?.equity).toBe(equity);
    expect(plan?.id).toBe(idOf({ window }, { lastSession }));
    expect(planDigest(plan!)).toBe(planDigest({ ...plan!, equity: undefined }));
  });

  it('are one an agent over the pool in hedging, decided at the close under a policy of pairs', () => {
    const tape = header({ AAPL: 'USD', GS: 'USD' }, true);
    const plans = planRuns(
      inputOf({ workflow: 'hedging', execution: 'pair-realistic' }, { header: tape }),
    );
    expect(plans.map(({ label }) => label)).toEqual(['hold-pair', 'coin-pair']);
    expect(plans[0]).toMatchObject({
      workflow: 'hedging',
      symbols: ['AAPL', 'GS'],
      portfolio: true,
      decide: 'session-close',
      policy: { name: 'pair-realistic', fill: 'next-open' },
    });
    const [portfolio] = planRuns(inputOf({ portfolio: true }));
    expect(plans[0]?.id).not.toBe(portfolio?.id);
    expect(plans[0]?.seed).not.toBe(portfolio?.seed);
  });

  it('of a model agent are their prompt and all of its settings, wherever the prompt is stored', () => {
    const thinker = { id: 'thinker', kind: 'llm', model: 'stub/m' };
    const idWith = (agent: object, prompt = 'a'): string | undefined =>
      idOf(
        { agents: [{ ...thinker, ...agent }] },
        { fileHashes: new Map([['thinker', prompt.repeat(64)]]) },
      );
    const ids = [
      idWith({}),
      idWith({}, 'b'),
      idWith({ model: 'stub/n' }),
      idWith({ timeBudgetMs: 1000 }),
      idWith({ attempts: 2 }),
      idWith({ stream: false }),
      idWith({ budget: { run: { calls: 9 } } }),
      idWith({ memory: 'notes' }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(idWith({ prompt: 'moved/prompt.txt' })).toBe(ids[0]);
    const [plan] = planRuns(
      inputOf({ agents: [thinker] }, { fileHashes: new Map([['thinker', 'a'.repeat(64)]]) }),
    );
    expect(plan?.file).toBe('a'.repeat(64));
  });

  it('hold one currency', () => {
    const mixed = { header: header({ AAPL: 'USD', GS: 'EUR' }) };
    expect(planRuns(inputOf({}, mixed)).map(({ currency }) => currency)).toEqual([
      'USD',
      'USD',
      'EUR',
      'EUR',
    ]);
    let error: unknown;
    try {
      planRuns(inputOf({ portfolio: true }, mixed));
    } catch (thrown) {
      error = thrown;
    }
    expect(isFailure(error, 'InvalidInput')).toBe(true);
    expect((error as Error).message).toContain('found "USD, EUR"');
  });
});

describe('the folder of a run', () => {
  it.each([
    { symbol: 'BRK.B', label: /^hold-BRK\.B$/ },
    { symbol: '../../etc', label: /^hold-__\.\._etc-[0-9a-f]{6}$/ },
    { symbol: '..', label: /^hold-_-[0-9a-f]{6}$/ },
    { symbol: 'A/B', label: /^hold-A_B-[0-9a-f]{6}$/ },
    { symbol: 'A\\B', label: /^hold-A_B-[0-9a-f]{6}$/ },
    { symbol: 'A B\n\u0000', label: /^hold-A_B__-[0-9a-f]{6}$/ },
    { symbol: '北京', label: /^hold-__-[0-9a-f]{6}$/ },
    { symbol: 'EUR/USD:1d', label: /^hold-EUR_USD_1d-[0-9a-f]{6}$/ },
  ])('is one legible name for $symbol', ({ symbol, label }) => {
    const [found] = labelsOf({ symbols: [symbol], agents: [hold] });
    expect(found).toMatch(label);
    expect(found).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
  });

  it.each([
    { name: 'symbols that clean up alike', scenario: { symbols: ['A/B', 'A\\B', 'A_B'] } },
    { name: 'symbols of other case', scenario: { symbols: ['brk', 'BRK'] } },
    {
      name: 'agents of other case',
      scenario: { agents: [hold, { ...hold, id: 'Hold' }] },
    },
    {
      name: 'a dash in agent or symbol',
      scenario: { symbols: ['BRK-B', 'B'], agents: [hold, { ...hold, id: 'hold-BRK' }] },
    },
  ])('is its own: $name', ({ scenario }) => {
    const labels = labelsOf(scenario).map((label) => label.toLowerCase());
    expect(new Set(labels).size).toBe(labels.length);
  });
});

describe('the seed of a run', () => {
  const seedsOf = (scenario: object): number[] =>
    planRuns(inputOf(scenario)).map(({ seed }) => seed);

  it('differs by agent, symbol, repeat and the scenario’s seed', () => {
    const seeds = [...seedsOf({ repeats: 3 }), ...seedsOf({ repeats: 3, seed: 1 })];
    expect(seeds).toHaveLength(2 * 2 * 3 * 2);
    expect(new Set(seeds).size).toBe(seeds.length);
    for (const seed of seeds) expect(Number.isSafeInteger(seed) && seed >= 0).toBe(true);
  });

  it('does not depend on data, window or the other agents', () => {
    const alone = seedsOf({ agents: [coin], symbols: ['GS'], capital: 5 });
    expect(seedsOf({})[3]).toBe(alone[0]);
  });
});

describe('the id of a run', () => {
  it('is the same for the same scenario, whatever its name, and for agents beside it', () => {
    expect(idOf({ name: 'other' })).toBe(idOf({}));
    expect(idOf({ agents: [hold] })).toBe(idOf({}));
    expect(idOf({ execution: 'close', badRows: 'refuse', repeats: 2 })).toBe(idOf({}));
  });

  it.each([
    { name: 'the capital', scenario: { capital: 1 } },
    { name: 'the seed', scenario: { seed: 1 } },
    { name: 'the symbols on the tape', scenario: { symbols: ['AAPL'] } },
    { name: 'dropped rows', scenario: { badRows: 'drop' } },
    { name: 'when decisions are due', scenario: { decide: 'bar' } },
    { name: 'the agent', scenario: { agents: [{ ...hold, kind: 'random' }] } },
    { name: 'the data', scenario: {}, rest: { dataHash: 'b'.repeat(64) } },
    { name: 'the window', scenario: {}, rest: { lastSession: 20_179 } },
    { name: 'the policy', scenario: { execution: 'realistic' }, rest: {} },
  ])('changes with $name', ({ scenario, rest }) => {
    expect(idOf(scenario, rest)).not.toBe(idOf({}));
  });

  it('takes the content of an agent’s file, not its place', () => {
    const module = (file: string) => ({ agents: [{ id: 'mine', kind: 'module', file }] });
    const files = (content: string) => ({ fileHashes: new Map([['mine', content]]) });
    expect(idOf(module('b.ts'), files('1'))).toBe(idOf(module('a.ts'), files('1')));
    expect(idOf(module('a.ts'), files('2'))).not.toBe(idOf(module('a.ts'), files('1')));
  });
});
