/** Slow agents do not hold up other runs, and no more of them are asked at once than allowed. */

import { describe, expect, it } from 'vitest';
import { AskLimit, runBacktest, type PlannedRun, type TradingPlan } from '#backtest';
import { engineSemantics, isDecision } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { Decisions } from '#contracts/streams/runs';
import { outgoing, type OutgoingMessage } from '#event-log';
import { AdapterProcessor, submittedPlan } from '#pipeline';
import { EventCollector } from '#pipeline/tape/event-collector';
import { Tape } from '#tape';
import { conflict, sha256Hex, unavailable } from '#values';
import type { Agent } from '#agents';
import { HeldAsks } from './held-asks.js';
import { smallWorld } from './small-world.js';
import { batchOf, tapeMessages } from './world-messages.js';

const world = await smallWorld(3);
const rule = world.plans[0] as TradingPlan;
/** Facts of the tape. */
const length = await lengthOf(new Tape(world.header, world.openSources()));
/** The session closes of the window: one decision is due at each. */
const dueCount = 8;
const slowCount = 200;
const asksMax = 16;

async function lengthOf(tape: Tape): Promise<number> {
  while ((await tape.next()) !== null);
  return tape.facts;
}

const decide: Agent['decide'] = ({ asOf, symbols, account }) => ({
  kind: 'target',
  positions: { [symbols[0] as string]: (asOf + Math.floor(account.equity)) % 2 === 0 ? 1 : 0 },
});

const slowPlans = Array.from({ length: slowCount }, (_, number): TradingPlan => ({
  ...rule,
  id: sha256Hex(`slow ${number}`),
  label: `slow-${number}`,
  agent: {
    id: `slow-${number}`,
    kind: 'module',
    file: 'none',
    trusted: true,
    timeBudgetMs: 1,
    config: {},
  },
}));

/** Runs with journals in memory; `agentOf` gives the agents of all but the rule's. */
function runsWith(agentOf: (plan: TradingPlan) => Agent) {
  const journals = [rule, ...slowPlans].map(() => new EventCollector());
  const runs = [rule, ...slowPlans].map((plan, index): PlannedRun => {
    const journal = journals[index] as EventCollector;
    return plan === rule ? { plan, journal } : { plan, journal, openAgent: () => agentOf(plan) };
  });
  return { journals, runs };
}

const start = (
  runs: readonly PlannedRun[],
  rest: Partial<Parameters<typeof runBacktest>[0]> = {},
) =>
  runBacktest({
    stream: new Tape(world.header, world.openSources(), { batchFacts: 3 }),
    runs,
    agents: { directory: '', hidden: [] },
    asks: new AskLimit(asksMax),
    ...rest,
  });

/** Hashes of the same runs with agents that answer at once. */
async function expectedHashes(): Promise<string[]> {
  const { runs } = runsWith(() => ({ decide, close: () => undefined }));
  const outcome = await start(runs);
  if (outcome.kind !== 'finished') throw new Error('the run was interrupted');
  return outcome.runs.map(({ summary }) => summary.hash);
}

describe('in one process', () => {
  it.each(['at once', 'later'])(
    'runs whose journals cannot be written %s all close their agents, and the first failure is reported',
    async (when) => {
      const closed: string[] = [];
      const { runs } = runsWith(({ label }) => ({
        decide: () => Promise.resolve({ kind: 'missing' }),
        close: () => void closed.push(label),
      }));
      let failures = 0;
      const fail = (): never => {
        throw unavailable(`no space left, time ${++failures}`);
      };
      const full = {
        append: when === 'at once' ? fail : () => {},
        flush: fail,
        close: fail,
        abandon: fail,
      };
      const ending = start(runs.slice(1).map((run) => ({ ...run, journal: full })));
      await expect(ending).rejects.toThrow('no space left, time 1');
      expect(closed.toSorted()).toEqual(slowPlans.map(({ label }) => label).toSorted());
    },
  );

  it(`${slowCount} runs wait, and one that does not is at its end before any answer`, async () => {
    const asks = new HeldAsks();
    const { runs, journals } = runsWith((plan) => asks.agentOf(plan.id, decide));
    let isOver = false;
    const progress: number[] = [];
    const onProgress = ({ facts }: { facts: number }): void => void progress.push(facts);
    const running = start(runs, { onProgress }).finally(() => (isOver = true));
    await asks.quiet();
    expect(asks.openAsks).toHaveLength(asksMax);
    // First come, first served: the runs that were opened first are asked first.
    expect(asks.asked.map(({ run }) => run)).toEqual(
      slowPlans.slice(0, asksMax).map(({ id }) => id),
    );
    const decided = (journals[0] as EventCollector).take().events.filter(isDecision);
    expect(decided).toHaveLength(dueCount);

    // Observers see the progress of the slowest, not how much of the tape was read.
    expect(progress.at(-1)).toBe(asks.asked[0]?.asOf);

    await asks.answerAll(() => isOver);
    const outcome = await running;
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(length);
    expect(asks.most).toBe(asksMax);
    expect(asks.asked).toHaveLength(slowCount * dueCount);
    for (const { id } of slowPlans) {
      const own = asks.asked.filter(({ run }) => run === id).map(({ asOf }) => asOf);
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
    const hashes =
      outcome.kind === 'finished' ? outcome.runs.map(({ summary }) => summary.hash) : [];
    expect(hashes).toEqual(await expectedHashes());
  });

  it('an agent that reads after it has waited sees what one sees that answers at once', async () => {
    const seenBy = async (isSlow: boolean): Promise<unknown[]> => {
      const seen: unknown[] = [];
      const asks = new HeldAsks();
      const reading =
        (run: string): Agent['decide'] =>
        (observation) => {
          const { asOf, time, session, symbols, view, account } = observation;
          const [symbol = ''] = symbols;
          const read = {
            asOf: view.asOf,
            bars: view.closes(symbol, 9),
            count: view.barCount(symbol),
          };
          seen.push([run, asOf, time, session, read, view.news(null).length, account.equity]);
          return decide(observation);
        };
      const { runs } = runsWith(({ id }) =>
        isSlow ? asks.agentOf(id, reading(id)) : { decide: reading(id), close: () => undefined },
      );
      let isOver = false;
      const running = start(runs).finally(() => (isOver = true));
      await asks.answerAll(() => isOver);
      await running;
      // Runs take turns otherwise; what each of them sees has an order.
      return seen.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    };
    const seen = await seenBy(true);
    expect(seen).toHaveLength(slowCount * dueCount);
    expect(seen).toEqual(await seenBy(false));
  });

  it('reading waits for the slowest when more would have to be kept than may be', async () => {
    const asks = new HeldAsks();
    const { runs } = runsWith((plan) => asks.agentOf(plan.id, decide));
    const tape = new Tape(world.header, world.openSources(), { batchFacts: 3 });
    let isOver = false;
    const running = start(runs.slice(1, 3), { stream: tape, factsKept: 6 }).finally(
      () => (isOver = true),
    );
    const ahead: number[] = [];
    while (!isOver) {
      await asks.quiet();
      const slowest = Math.min(...asks.openAsks.map(({ asOf }) => asOf));
      if (asks.openAsks.length > 0) ahead.push(tape.facts - slowest);
      asks.openAsks[0]?.settle();
    }
    expect((await running).kind).toBe('finished');
    // What is kept, and the batch that was read last.
    expect(Math.max(...ahead)).toBeLessThanOrEqual(6 + 3 + 2);
    expect(Math.max(...ahead)).toBeGreaterThan(3);
  });

  it('an interruption waits for no answer, and cancels what was asked', async () => {
    const asks = new HeldAsks();
    const { runs, journals } = runsWith((plan) => asks.agentOf(plan.id, decide));
    const stop = new AbortController();
    const running = start(runs, { signal: stop.signal });
    await asks.quiet();
    const open = asks.openAsks;
    const written = journals.map(({ count }) => count);
    stop.abort();
    expect(await running).toEqual({ kind: 'interrupted' });
    expect(open).toHaveLength(asksMax);
    expect(open.every(({ signal }) => signal?.aborted === true)).toBe(true);
    await asks.quiet();
    expect(asks.asked).toHaveLength(asksMax);
    // Closing agents settles their open asks: those answers must not reach a journal that is
    // to be resumed.
    expect(journals.map(({ count }) => count)).toEqual(written);
  });

  it('an agent that breaks down ends the job with its error', async () => {
    const broken: Agent = {
      answers: 'later',
      decide: () => Promise.reject(new Error('broken agent')),
      close: () => undefined,
    };
    await expect(start(runsWith(() => broken).runs)).rejects.toThrow('broken agent');
  });
});

/**
 * An adapter with all runs in partition 0 and the tape; its output, and a beat each time
 * it proves alive.
 */
async function adapterWith(asks: HeldAsks, publish?: AdapterProcessor['publish']) {
  const adapter = new AdapterProcessor({
    asksMax,
    openAgent: ({ run }) => (run === rule.id ? undefined : () => asks.agentOf(run, decide)),
  });
  const said: OutgoingMessage[] = [];
  adapter.publish =
    publish ??
    ((messages) => {
      said.push(...messages);
      return Promise.resolve();
    });
  let beats = 0;
  const heartbeat = (): Promise<void> => Promise.resolve(void beats++);
  const controls = { isOwned: () => true, heartbeat };
  adapter.open(0, 0, new Map());
  const submitted = [...slowPlans, rule].map((plan) =>
    outgoing('runs', {
      type: 'RunSubmitted',
      version: 1,
      run: plan.id,
      label: plan.label,
      submission: sha256Hex('small'),
      tape: world.header.id,
      semantics: engineSemantics,
      plan: submittedPlan(plan),
    }),
  );
  said.push(...(await adapter.receive(batchOf(submitted), controls)));
  for (const message of await tapeMessages(world, true)) {
    said.push(...(await adapter.tapeBatch(batchOf([message]), controls)));
  }
  const decisionsOf = (run: string) =>
    said
      .filter(({ key }) => key === run)
      .map(({ value }) => parseMessage('agent.decisions', value) as Decisions);
  return { adapter, said, decisionsOf, beats: () => beats };
}

describe('in the adapter', () => {
  it(`${slowCount} runs of a partition wait, and batches, heartbeats and another run go on`, async () => {
    const asks = new HeldAsks();
    const { decisionsOf, beats } = await adapterWith(asks);
    // Every batch has been taken by now, though no agent has answered.
    await asks.quiet();
    expect(asks.openAsks).toHaveLength(asksMax);
    expect(beats()).toBeGreaterThan(slowCount);
    const ofRule = decisionsOf(rule.id);
    expect(ofRule.at(-1)?.watermark).toBe(length);
    expect(decisionsOf(slowPlans[0]?.id as string).flatMap(({ decisions }) => decisions)).toEqual(
      [],
    );

    const last = slowPlans.map(({ id }) => id);
    const isOver = (): boolean => last.every((id) => decisionsOf(id).at(-1)?.watermark === length);
    await asks.answerAll(isOver);
    expect(asks.most).toBe(asksMax);
    expect(asks.asked).toHaveLength(slowCount * dueCount);
    for (const { id } of slowPlans) {
      const decided = decisionsOf(id).flatMap(({ decisions }) => decisions);
      expect(decided.map(({ asOf }) => asOf)).toEqual(
        asks.asked.filter(({ run }) => run === id).map(({ asOf }) => asOf),
      );
      const firsts = decisionsOf(id).filter(({ decisions }) => decisions.length > 0);
      expect(firsts.map(({ first }) => first)).toEqual(firsts.map((_, index) => index + 1));
    }
  });

  it('a revoked partition cancels its open questions, and publishes nothing more', async () => {
    const asks = new HeldAsks();
    const { adapter, said } = await adapterWith(asks);
    await asks.quiet();
    const open = asks.openAsks;
    const before = said.length;
    adapter.close(0);
    await asks.quiet();
    expect(open.every(({ signal }) => signal?.aborted === true)).toBe(true);
    for (const ask of open) ask.settle();
    await asks.quiet();
    expect(asks.asked).toHaveLength(asksMax);
    expect(said).toHaveLength(before);
  });

  it('a run publishes one message after the other, however long each takes', async () => {
    const asks = new HeldAsks();
    const appended: Decisions[] = [];
    const waiting: (() => void)[] = [];
    const { adapter } = await adapterWith(asks, (messages) => {
      return new Promise((settle) => {
        waiting.push(() => {
          for (const { value } of messages) {
            appended.push(parseMessage('agent.decisions', value) as Decisions);
          }
          settle();
        });
      });
    });
    const isOver = (): boolean =>
      appended.filter(({ watermark }) => watermark === length).length >= slowCount;
    for (let round = 0; !isOver() && round < 4 * slowCount; round++) {
      await asks.quiet(3);
      for (const ask of asks.openAsks) ask.settle();
      await asks.quiet(3);
      // The last that was to be appended is the first that is.
      for (const append of waiting.splice(0).toReversed()) append();
    }
    const nextOf = new Map<string, number>();
    for (const { run, first, decisions } of appended) {
      expect(first).toBe(nextOf.get(run) ?? 1);
      nextOf.set(run, first + decisions.length);
    }
    expect([...nextOf.values()]).toEqual(slowPlans.map(() => dueCount + 1));
    adapter.close(0);
  });

  it('a partition that is lost while a run publishes ends nothing but the run', async () => {
    const asks = new HeldAsks();
    const lost = (): Promise<void> => Promise.reject(conflict('the partition is gone'));
    const { adapter } = await adapterWith(asks, lost);
    await asks.quiet();
    for (const ask of asks.openAsks) ask.settle();
    await asks.quiet();
    adapter.close(0);
    await asks.quiet();
    expect(asks.openAsks).toEqual([]);
  });

  it('a run that is cancelled in the batch that requests it asks no agent', async () => {
    const asks = new HeldAsks();
    const { adapter } = await adapterWith(asks);
    await asks.quiet();
    const before = asks.asked.length;
    const run = sha256Hex('one more');
    const plan = submittedPlan(slowPlans[0] as TradingPlan);
    const cancelled = { type: 'RunCancelled', version: 1, run, reason: 'enough' } as const;
    const of = { label: 'more', submission: sha256Hex('small'), tape: world.header.id };
    const asked = {
      type: 'RunSubmitted',
      version: 1,
      run,
      ...of,
      semantics: engineSemantics,
      plan,
    } as const;
    const batch = batchOf([outgoing('runs', asked), outgoing('runs', cancelled)], slowCount + 1);
    expect(await adapter.receive(batch)).toEqual([]);
    for (const ask of asks.openAsks) ask.settle();
    await asks.quiet();
    expect(asks.asked.slice(before).map((one) => one.run)).not.toContain(run);
    adapter.close(0);
  });
});
