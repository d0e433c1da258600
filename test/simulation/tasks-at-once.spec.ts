/**
 * Concurrent tasks see only what was known at their own as-of, and give the journal of
 * one at a time.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { OpenAgent, PlannedRun } from '#backtest';
import { runBacktest } from '#backtest';
import { KeptAnswers } from '#backtest/loop/kept-answers';
import { RunRecords } from '#backtest/run-folder/run-records';
import { changeRecords } from '#store/embedded/records.fixture';
import { FactColumns, factKinds, isDecision, type DecisionEvent } from '#contracts';
import type { TaskObservation } from '#agents';
import { createJournal, readJournal, resumeJournal } from '#event-log';
import { taskSource, type TimedTask } from '#market-data';
import { Tape } from '#tape';
import type { TaskPlan } from '#workflows';
import { header as bare, plan as single, workflows } from './yes-no-world.js';

const header = { ...bare, instruments: [{ symbol: 'X', currency: 'USD' }] };
const planOf = (tasksAtOnce: number): TaskPlan => ({ ...single, tasksAtOnce });
const taskAt = (knowledgeTime: number, id: string): TimedTask => ({
  knowledgeTime,
  task: { kind: 'task', id, instruction: `Is ${id} even?`, inputs: [] },
});

/** Bars of X that end at these times, the first at 1, the second at 2, and so on. */
function barsAt(times: readonly number[]) {
  const facts = new FactColumns(Math.max(1, times.length));
  for (const [row, time] of times.entries()) {
    facts.kind[row] = factKinds.bar;
    facts.instrument[row] = 0;
    facts.knowledgeTime[row] = facts.eventTime[row] = time;
    facts.close[row] = row + 1;
  }
  facts.count = times.length;
  let isPulled = false;
  const pull = () => {
    const next = isPulled || times.length === 0 ? null : facts;
    isPulled = true;
    return next;
  };
  return { name: 'bars', rank: factKinds.bar * 65_536, pull, close: () => undefined };
}

interface World {
  readonly bars: readonly number[];
  readonly tasks: readonly TimedTask[];
  readonly batchFacts?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'tasks-at-once-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fresh = (name: string): string => join(folder, `${++files}-${name}`);

function run(world: World, planned: PlannedRun, signal?: AbortSignal) {
  const { bars, tasks, batchFacts = 4 } = world;
  return runBacktest({
    stream: new Tape(header, [barsAt(bars), taskSource('tasks', tasks)], { batchFacts }),
    runs: [planned],
    agents: { directory: '', hidden: [] },
    workflows,
    ...(signal && { signal }),
  });
}

async function hashOf(world: World, planned: Omit<PlannedRun, 'journal'>): Promise<string> {
  const outcome = await run(world, { ...planned, journal: createJournal(fresh('journal.bin')) });
  if (outcome.kind !== 'finished') throw new Error('the run was interrupted');
  return outcome.runs[0]?.summary.hash ?? '';
}

const kept = (plan: TaskPlan, path = fresh('kept.db'), recorded: readonly DecisionEvent[] = []) =>
  new KeptAnswers(new RunRecords({ recording: path }), plan, recorded, 12);

/** What can be read of X, which is all that an agent here looks at. */
const readingOf = ({ view }: TaskObservation) => ({
  asOf: view.asOf,
  bars: view.barCount('X'),
  last: view.lastPrice('X'),
  closes: view.closes('X', 3),
});

const worlds = fc.record({
  bars: fc
    .array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 })
    .map((times) => times.sort((a, b) => a - b)),
  tasks: fc
    .array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 })
    .map((times) => times.sort((a, b) => a - b).map((time, index) => taskAt(time, `t${index}`))),
  batchFacts: fc.integer({ min: 1, max: 9 }),
});

describe('tasks worked on at once', () => {
  it('are each read, after any wait, at their own as-of, and journaled in their turn', async () => {
    const waits = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 12, maxLength: 12 });
    const atOnce = fc.integer({ min: 2, max: 5 });
    await fc.assert(
      fc.asyncProperty(worlds, waits, atOnce, async (world, ticks, count) => {
        const agent =
          (open: () => void): OpenAgent =>
          () => {
            open();
            return {
              decide: async (asked) => {
                const question = asked as TaskObservation;
                const { id } = question.task;
                const before = readingOf(question);
                for (let tick = ticks[Number(id.slice(1))] ?? 0; tick > 0; tick--)
                  await setImmediate();
                expect(question.task.id).toBe(id);
                expect(readingOf(question)).toEqual(before);
                expect(question.asOf).toBe(before.asOf);
                const known = world.bars.filter((time) => time <= question.time).length;
                expect(before).toMatchObject({ bars: known, last: known === 0 ? null : known });
                return { kind: 'answer', answer: before.bars % 2 === 0 ? 'yes' : 'no' };
              },
              close: () => undefined,
            };
          };
        let opened = 0;
        const openAgent = agent(() => void opened++);
        const many = planOf(count);
        const hash = await hashOf(world, { plan: many, openAgent, kept: kept(many) });
        expect(opened).toBe(count);
        expect(hash).toBe(await hashOf(world, { plan: planOf(1), openAgent }));
      }),
      { numRuns: 60 },
    );
  });

  const tasks = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => taskAt(index + 1, id));
  const world: World = { bars: [], tasks };

  /** An agent whose answers come when the test allows it. */
  function held() {
    const asked: string[] = [];
    const open = new Map<string, () => void>();
    const openAgent: OpenAgent = () => ({
      decide: (question) => {
        const { id } = (question as TaskObservation).task;
        asked.push(id);
        return new Promise((settle) =>
          open.set(id, () => settle({ kind: 'answer', answer: 'yes', rationale: `of ${id}` })),
        );
      },
      close: () => undefined,
    });
    return { asked, openAgent, answer: (id: string) => open.get(id)?.() };
  }
  const soon = async (): Promise<void> => {
    for (let tick = 0; tick < 20; tick++) await setImmediate();
  };

  it('are as many as the plan says and no more, and the next is asked when one is answered', async () => {
    const { asked, openAgent, answer } = held();
    const plan = planOf(3);
    const hash = hashOf(world, { plan, openAgent, kept: kept(plan) });
    await soon();
    expect(asked).toEqual(['a', 'b', 'c']);
    answer('b');
    await soon();
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
    for (const id of ['c', 'd', 'e', 'f', 'a']) {
      answer(id);
      await soon();
    }
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([1, 3])('show each agent of %i every row once, and no empty stretch', async (count) => {
    const plan = planOf(count);
    const seen: number[][] = [];
    const openAgent: OpenAgent = () => {
      const times: number[] = [];
      seen.push(times);
      return {
        decide: (asked) => {
          // The task is the last row that it was shown.
          expect(times.at(-1)).toBe((asked as TaskObservation).time);
          return { kind: 'answer', answer: 'yes' };
        },
        observe: (facts, from, to) => {
          expect(to).toBeGreaterThan(from);
          times.push(...facts.knowledgeTime.slice(from, to));
        },
        close: () => undefined,
      };
    };
    const bars = [1, 2, 2, 3, 8, 9];
    await hashOf({ bars, tasks }, { plan, openAgent, ...(count > 1 && { kept: kept(plan) }) });
    expect(seen).toHaveLength(count);
    const [first = []] = seen;
    expect(first.slice(0, 8)).toEqual([1, 1, 2, 2, 2, 3, 3, 4]);
    for (const times of seen) expect(times).toEqual(first.slice(0, times.length));
  });

  it('without a place to keep their answers come one at a time', async () => {
    const { asked, openAgent, answer } = held();
    const hash = hashOf(world, { plan: planOf(3), openAgent });
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await soon();
      expect(asked.at(-1)).toBe(id);
      answer(id);
    }
    await hash;
  });

  it('and one at a time are in the journal before the next is asked, whatever ends the process', async () => {
    const { openAgent, answer } = held();
    const journal = fresh('journal.bin');
    const stop = new AbortController();
    const plan = planOf(1);
    const start = { plan, openAgent, journal: createJournal(journal) };
    const outcome = run(world, start, stop.signal);
    for (const id of ['', 'a', 'b']) {
      await soon();
      answer(id);
    }
    await soon();
    // As a process would find it that comes after a kill.
    const recorded: string[] = [];
    readJournal(
      journal,
      ({ event }) => void (event.type === 'AnswerGiven' && recorded.push(event.task)),
    );
    expect(recorded).toEqual(['a', 'b']);
    stop.abort();
    await outcome;
  });

  it('open no more agents than there are tasks without an answer', async () => {
    const plan = planOf(50);
    let opened = 0;
    const openAgent: OpenAgent = () => {
      opened++;
      return { decide: () => ({ kind: 'answer', answer: 'yes' }), close: () => undefined };
    };
    const records = new RunRecords({ recording: fresh('kept') });
    await hashOf(world, { plan, openAgent, kept: new KeptAnswers(records, plan, [], 6) });
    expect(opened).toBe(6);
  });

  it('are never asked again, even when a crash comes before the turn of their answers', async () => {
    const plan = planOf(3);
    const journal = fresh('journal.bin');
    const path = fresh('kept.db');
    const first = held();
    const stop = new AbortController();
    const start = { plan, openAgent: first.openAgent, kept: kept(plan, path) };
    const outcome = run(world, { ...start, journal: createJournal(journal) }, stop.signal);
    for (const id of ['', 'b', 'c', 'd']) {
      await soon();
      first.answer(id);
    }
    await soon();
    expect(first.asked).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    stop.abort();
    expect((await outcome).kind).toBe('interrupted');

    const recorded: DecisionEvent[] = [];
    readJournal(journal, ({ event }) => void (isDecision(event) && recorded.push(event)));
    expect(recorded).toEqual([]);
    const second = held();
    const again = { plan, openAgent: second.openAgent, kept: kept(plan, path, recorded) };
    const finished = run(world, { ...again, recorded, journal: resumeJournal(journal).writer });
    for (const id of ['', 'a', 'e', 'f']) {
      await soon();
      second.answer(id);
    }
    expect((await finished).kind).toBe('finished');
    expect(second.asked).toEqual(['a', 'e', 'f']);
    const answers: string[] = [];
    readJournal(
      journal,
      ({ event }) => void (event.type === 'AnswerGiven' && answers.push(event.task)),
    );
    expect(answers).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });
});

describe('kept answers', () => {
  const plan = planOf(2);
  const record = {
    ordinal: 1,
    tool: 'get_task',
    arguments: '{}',
    result: null,
    bytes: 2,
    error: 'no',
    durationMs: 1,
  };
  const called = { type: 'ToolsCalled', calls: 2, digest: 'd'.repeat(64) } as const;
  const answer = { type: 'AnswerGiven', task: 'a', answer: '"yes"', rationale: null } as const;
  const written = (): string => {
    const path = fresh('kept.db');
    const file = kept(plan, path);
    file.keep({ asOf: 3, time: 30 }, { answer, preludes: [called], calls: [record] });
    file.keep(
      { asOf: 2, time: 20 },
      { answer: { type: 'DecisionMissing' }, preludes: [], calls: [] },
    );
    return path;
  };

  it('are read as they were kept, in the order of their arrival', () => {
    expect([...kept(plan, written()).known]).toEqual([
      [
        3,
        {
          answer: { ...answer, asOf: 3, time: 30 },
          preludes: [{ ...called, asOf: 3, time: 30 }],
          calls: [record],
        },
      ],
      [2, { answer: { type: 'DecisionMissing', asOf: 2, time: 20 }, preludes: [], calls: [] }],
    ]);
  });

  it('that cannot be read or written say where', () => {
    writeFileSync(join(folder, 'kept.file'), '');
    const path = join(folder, 'kept.file', 'kept.db');
    const file = kept(plan, path);
    expect(() => file.keep({ asOf: 3, time: 30 }, { answer, preludes: [], calls: [] })).toThrow(
      expect.objectContaining({ code: 'Unavailable', where: path }),
    );
  });

  it('of another run, and broken ones, are refused by their record', () => {
    const path = written();
    const other = { ...plan, terms: { language: 'fr' } };
    expect(() => kept(other, path)).toThrow(/plan.*another run/s);
    changeRecords(path, 'answers', ([first = '', ...rest]) => [
      first.replaceAll('"asOf":3', '"asOf":"3"'),
      ...rest,
    ]);
    expect(() => kept(plan, path)).toThrow(/answers record 1/);
  });
});
