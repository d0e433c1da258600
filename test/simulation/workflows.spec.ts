/** Goal: a workflow is an argument: one that the product does not know runs in the same loop, journal and folds. */

import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordedIn, runBacktest, type PlannedRun } from '#backtest';
import {
  engineSemantics,
  isDecision,
  type DecisionEvent,
  type JournalEvent,
  type TapeHeader,
} from '#contracts';
import type { Agent } from '#agents';
import { compareWithJournal, createJournal, resumeJournal, type JournalWriter } from '#event-log';
import { taskSource, type TimedTask } from '#market-data';
import { EventCollector } from '#pipeline/event-collector';
import { Tape } from '#tape';
import { parseInstant, sha256Hex } from '#values';
import { planDigest, type TaskPlan, type Workflows } from '#workflows';
import { yesNo, YesNoFold, type QuestionAsked } from './yes-no-workflow.js';

const workflows: Workflows = new Map([[yesNo.name, yesNo]]);
const header: TapeHeader = {
  ...{ id: 'questions', dataset: 'questions', instruments: [], calendar: '24/7' },
  ...{ sessionsPerYear: 365, priceBasis: 'raw', tradePrice: 'close', barFrequency: 'daily' },
  ...{ synthetic: true, dateRule: 'session-close' },
};
const plan: TaskPlan = {
  ...{ id: sha256Hex('run'), label: 'run', workflow: 'yes-no', terms: { language: 'en' } },
  ...{ agent: { id: 'asked', kind: 'external' }, repeat: 0, baseSeed: 0, seed: 0 },
  ...{ data: null, file: null },
};

/** Two questions without a date, and one a day for four days. */
const questions: readonly TimedTask[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => ({
  knowledgeTime: index < 2 ? 0 : (parseInstant(`2025-03-0${index}T09:00:00Z`) as number),
  task: { kind: 'task', id, instruction: `Is ${id} a vowel?`, inputs: [] },
}));

const vowels = ({ task }: QuestionAsked): string =>
  task.id === 'd' ? 'd?' : /[aeiou]/.test(task.id) ? 'yes' : 'no';

const agentOf = (answer: (asked: QuestionAsked) => unknown): Agent<QuestionAsked, unknown> => ({
  decide: answer,
  close: () => undefined,
});

/** A journal in memory, with all that was appended. */
function heard(): { readonly events: JournalEvent[]; readonly journal: JournalWriter } {
  const events: JournalEvent[] = [];
  const collector = new EventCollector();
  const append = (event: JournalEvent): void => {
    events.push(event);
    collector.append(event);
  };
  const close = () => collector.close();
  return { events, journal: { append, close, flush: () => undefined, abandon: () => undefined } };
}

async function run(rest: Partial<PlannedRun> = {}, batchFacts = 4) {
  const { events, journal } = heard();
  const asked: string[] = [];
  const openAgent = () =>
    agentOf((question) => {
      asked.push(question.task.id);
      return vowels(question);
    });
  const outcome = await runBacktest({
    stream: new Tape(header, [taskSource('questions', questions)], { batchFacts }),
    runs: [{ plan, journal, openAgent, ...rest }],
    agents: { directory: '', hidden: [] },
    workflows,
  });
  if (outcome.kind !== 'finished') throw new Error('nobody interrupts it');
  const [finished] = outcome.runs;
  return { events, asked, hash: finished?.summary.hash, fold: finished?.fold, outcome };
}

/** What is asked for a journal of `of`, whether or not it is whole. */
const identity = (of: TaskPlan) => ({ plan: of, semantics: engineSemantics, tapeHash: null });

const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a workflow that a test brings', () => {
  it('is asked at each task, and its answers are journalled and folded', async () => {
    const { events, asked, fold, outcome } = await run();
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    const [opened, ...rest] = events;
    expect(opened).toMatchObject({
      ...{ type: 'RunOpened', workflow: 'yes-no', plan: planDigest(plan), symbols: [] },
      terms: '{"language":"en"}',
    });
    const answers = rest.map((event) => [
      event.type,
      event.asOf,
      'answer' in event ? event.answer : null,
    ]);
    expect(answers).toEqual([
      ['AnswerGiven', 1, '"yes"'],
      ['AnswerGiven', 2, '"no"'],
      ['AnswerGiven', 3, '"no"'],
      ['DecisionInvalid', 4, null],
      ['AnswerGiven', 5, '"yes"'],
      ['AnswerGiven', 6, '"no"'],
      ['RunClosed', 6, null],
    ]);
    expect(rest.at(-1)).toMatchObject({
      lastSession: null,
      data: null,
      tapeHash: outcome.kind === 'finished' ? outcome.tapeHash : '',
    });
    expect(fold).toBeInstanceOf(YesNoFold);
    expect(fold?.coverage.now()).toMatchObject({ due: 6, answered: 5, invalid: 1 });
  });

  it('has the same journal in batches of any size, and over its own recorded answers', async () => {
    const whole = await run();
    for (const batchFacts of [1, 2, 64]) expect((await run({}, batchFacts)).hash).toBe(whole.hash);
    const recorded: readonly DecisionEvent[] = whole.events.filter(isDecision);
    for (const known of [0, 1, 4, 6]) {
      const again = await run({ recorded: recorded.slice(0, known) });
      expect([again.hash, again.asked.length]).toEqual([whole.hash, 6 - known]);
    }
    const replayed = await run({ recorded, replayOnly: true });
    expect([replayed.hash, replayed.asked]).toEqual([whole.hash, []]);
  });

  it('goes on where its journal ends, wherever it was torn, to the same bytes', async () => {
    const whole = join(folder, 'whole.bin');
    const { hash } = await run({ journal: createJournal(whole, { batchRecords: 1 }) });
    const bytes = readFileSync(whole);
    const left = new Set<number>();
    for (let length = bytes.length; length > 0; length -= 7) {
      const torn = join(folder, `torn-${length}.bin`);
      copyFileSync(whole, torn);
      truncateSync(torn, length);
      const recorded = recordedIn(torn, identity(plan));
      const again = await run({ journal: resumeJournal(torn).writer, recorded });
      expect([again.hash, again.asked.length]).toEqual([hash, 6 - recorded.length]);
      expect(readFileSync(torn).equals(bytes)).toBe(true);
      left.add(again.asked.length);
    }
    expect([...left].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('is verified over its journal without an agent, and only where it is its own', async () => {
    const path = join(folder, 'verified.bin');
    const { hash } = await run({ journal: createJournal(path) });
    const recorded = recordedIn(path, identity(plan));
    const compared = (): JournalWriter => compareWithJournal(path, statSync(path).size);
    const verified = await run({ journal: compared(), recorded, replayOnly: true });
    expect([verified.hash, verified.asked]).toEqual([hash, []]);

    const openAgent = () => agentOf(() => 'yes');
    await expect(run({ journal: compared(), openAgent })).rejects.toMatchObject({
      code: 'CorruptJournal',
    });
    const other = { ...plan, terms: { language: 'fr' } };
    expect(() => recordedIn(path, identity(other))).toThrow(/the journal is of another run/);
  });

  it('sees of a question what is on the tape, and no later one', async () => {
    const seen: number[] = [];
    const openAgent = () =>
      agentOf((question) => {
        seen.push(question.asOf);
        return 'no';
      });
    await run({ openAgent });
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('has to be in the registry that the run is given', async () => {
    await expect(run({ plan: { ...plan, workflow: 'hedging' } })).rejects.toMatchObject({
      ...{ code: 'InvalidInput', where: 'workflow', expected: 'one of yes-no' },
    });
  });
});
