/** Runs of one scenario share the resamples of their intervals, in its result as in its scores. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { intervalOf } from '#contracts/result/figures';
import type { RunResult } from '#contracts/result/result';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { hedgingScenarioSchema, tradingScenarioSchema } from '#contracts/scenario/scenario';
import { resolvePolicy } from '#portfolio';
import { trading, tradingFold, type TradingFold, type TradingPlan } from '#workflows';
import { at, capital, foldOf, header, measured, planOf, waves } from './measured.fixture.js';
import type { MeasuredRun } from './measured-run.js';
import { resultOf } from './result-of-runs.js';

describe('the intervals of a run', () => {
  const fold = foldOf(waves(1));
  const hold = foldOf(waves(3));
  const resultIn = (id: string, seed: number): RunResult => {
    const agents = ['hold', id].map((name) => ({ id: name, kind: 'random' }));
    const window = { from: '1970-01-01', to: '1970-03-01' };
    const scenario = tradingScenarioSchema.parse({
      name: 's',
      data: 'made',
      window,
      symbols: ['AA'],
      seed,
      agents,
      baseline: 'hold',
    });
    const runs = [measured(planOf('hold', seed), hold), measured(planOf(id, seed), fold)];
    return resultOf(scenario, header, runs).runs[1] as RunResult;
  };

  it('are those of any run of its scenario with the same returns', () => {
    const one = resultIn('one', 5);
    const other = resultIn('another', 5);
    expect(intervalOf(one.figures, 'sharpe')).not.toBeNull();
    expect(other.figures).toEqual(one.figures);
    expect(one.againstBaseline!.interval).not.toBeNull();
    expect(other.againstBaseline).toEqual(one.againstBaseline);
  });

  it('are drawn with the seed of the scenario', () => {
    const one = resultIn('one', 5);
    const other = resultIn('one', 6);
    const drawdownOf = ({ figures }: RunResult) => intervalOf(figures, 'maxDrawdown');
    expect(drawdownOf(other)).not.toEqual(drawdownOf(one));
    expect(other.againstBaseline!.interval).not.toEqual(one.againstBaseline!.interval);
  });

  it('are those of its score', () => {
    const { figures } = resultIn('one', 5);
    expect(trading.score(fold, { seed: 5, solutions: null })).toMatchObject({ figures });
  });
});

describe('the notes of a result', () => {
  const notesWith = (
    policy: string,
    fold: TradingFold,
    decide: TradingPlan['decide'] = 'session-close',
    counts: Partial<MeasuredRun> = {},
  ): readonly string[] => {
    const window = { from: '1970-01-01', to: '1970-03-01' };
    const scenario = tradingScenarioSchema.parse({
      name: 's',
      data: 'made',
      window,
      symbols: ['AA'],
      agents: [{ id: 'a', kind: 'script', file: 'a.jsonl' }],
    });
    const agent = scenario.agents[0]!;
    const plan = { ...planOf('a', 5), agent, decide, policy: resolvePolicy(policy) };
    const run = { ...measured(plan, fold), ...counts };
    return resultOf(scenario, header, [run]).scenario.notes;
  };

  const idle = (...events: readonly JournalEvent[]): TradingFold => {
    const fold = trading.openFold();
    for (const event of [runOpened(['AA'], { capital }), ...events, runClosed(at(1))]) {
      fold.take(event);
    }
    return tradingFold(fold);
  };
  const decision: JournalEvent = {
    type: 'DecisionMade',
    ...at(1),
    rationale: null,
    decision: { kind: 'target', positions: [] },
  };

  it('say why nothing was filled when a policy needs trades that the data does not have', () => {
    const note =
      'No order was filled: under the policy paper, orders fill at trades and never at bars. ' +
      'A trade that states no size fills nothing.';
    expect(notesWith('paper', idle(decision))).toContain(note);
    expect(notesWith('paper', foldOf(waves(1)))).not.toContain(note);
    expect(notesWith('realistic', idle(decision))).not.toContain(note);
  });

  it('count the orders that were scaled to the cash, which are not canceled', () => {
    const scaled = idle(decision, { type: 'OrderCancelled', ...at(1), order: 1, reason: 'scaled' });
    expect(notesWith('close', scaled)).toContain(
      '1 order asked for more cash than there was, and filled with what it paid: ' +
        'those of one decision are scaled by one factor.',
    );
    expect(scaled.orders.cancelled).toBe(0);
  });

  const counted = (counts: Partial<MeasuredRun>): string =>
    notesWith('close', idle(decision), 'session-close', counts).join('\n');

  it.each<[Partial<MeasuredRun>, string]>([
    [{ weightsUnpaid: 1 }, '1 order from weights could not be paid: a symbol'],
    [{ weightsUnpaid: 2 }, '2 orders from weights could not be paid: a symbol'],
    [{ scaled: 1 }, '1 order asked for more cash'],
    [{ scaled: 2 }, '2 orders asked for more cash'],
    [{ cancelsIgnored: 1, firstIgnored: 'x' }, '1 cancellation named no waiting order'],
    [{ cancelsIgnored: 2, firstIgnored: 'x' }, '2 cancellations named no waiting order'],
  ])('have a noun that fits its number: %j', (counts, note) => {
    expect(
      counted(counts)
        .split('\n')
        .some((line) => line.startsWith(note)),
    ).toBe(true);
  });

  it('say why weights could not be paid', () => {
    const scaled = { weightsScaled: 1 };
    expect(counted({ weightsScaled: 0 })).not.toContain('weights');
    expect(counted({ ...scaled, unpaidSum: 1 })).toContain(
      'Purchases were cut to the cash that there was: a symbol that weights do not name',
    );
    expect(counted({ ...scaled, unpaidSum: 1.25 })).toContain(
      'Purchases were cut to the cash that there was: weights added up to 1.25, signs aside',
    );
    expect(counted({ ...scaled, unpaidBeside: 'BB' })).toContain(
      'cut to the cash that there was: BB was held and could not be sold in a session without ' +
        'a bar',
    );
    expect(counted({ unpaidBeside: 'BB', weightsUnpaid: 3 })).toContain(
      '3 orders from weights could not be paid: BB was held',
    );
  });

  it('count the cancellations that named no waiting order; they are no denials', () => {
    const ignored = (id: string): JournalEvent => ({ type: 'CancelIgnored', ...at(1), id });
    const twice = idle(decision, ignored('trail'), ignored('exit'));
    expect(notesWith('close', twice)).toContain(
      '2 cancellations named no waiting order and changed nothing (first: "trail").',
    );
    expect(twice.orders.denied).toBe(0);
    expect(notesWith('close', idle(decision)).join(' ')).not.toContain('cancellation');
  });

  it('report missing bars if decisions are due at bars and no decision was due', () => {
    const none = expect.stringContaining('No decision was due: the scenario decides at bars');
    expect(notesWith('paper', idle(), 'bar')).toContainEqual(none);
    expect(notesWith('paper', idle(decision), 'bar')).not.toContainEqual(none);
    expect(notesWith('paper', idle(), 'session-close')).not.toContainEqual(none);
  });
});

describe('the default baseline of a hedging scenario', () => {
  it('is the first agent that holds a pair', () => {
    const kinds = ['random', 'pair-hold', 'pair-hold'] as const;
    const scenario = hedgingScenarioSchema.parse({
      name: 's',
      data: 'made',
      symbols: ['AA', 'BB'],
      workflow: 'hedging',
      window: { from: '1970-01-01', to: '1970-03-01' },
      agents: kinds.map((kind, at) => ({ id: `agent-${at}`, kind })),
    });
    const runs = scenario.agents.map((agent, at) => {
      const plan = { ...planOf(agent.id, 5), workflow: 'hedging' as const, agent };
      return measured(plan, foldOf(waves(at + 1)));
    });
    const { runs: results } = resultOf(scenario, header, runs);
    const baselines = results.map(({ againstBaseline }) => againstBaseline?.baseline);
    expect(baselines).toEqual(['agent-1', undefined, 'agent-1']);
  });
});

it('notes what the data is, and nothing that it is not', () => {
  const agents = [{ id: 'hold', kind: 'random' }];
  const window = { from: '1970-01-01', to: '1970-03-01' };
  const scenario = tradingScenarioSchema.parse({
    name: 's',
    data: 'made',
    window,
    symbols: ['AA'],
    seed: 5,
    agents,
  });
  const runs = [measured(planOf('hold', 5), foldOf(waves(3)))];
  const notesOf = (over: object): readonly string[] =>
    resultOf(scenario, { ...header, synthetic: false, ...over }, runs).scenario.notes;
  const synthetic = 'The data is synthetic: a program made it.';
  const vendor = 'adj_close is the vendor’s (adjusted: vendor): its factors know later dividends.';
  expect(notesOf({})).not.toContain(synthetic);
  expect(notesOf({ synthetic: true })).toContain(synthetic);
  expect(notesOf({})).not.toContain(vendor);
  expect(notesOf({ adjusted: 'vendor' })).toContain(vendor);
});
