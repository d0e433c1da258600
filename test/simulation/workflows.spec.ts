/** Goal: a workflow is an argument: one that the product does not know runs in the same loop, journal and folds. */

import { describe, expect, it } from 'vitest';
import { runBacktest, type PlannedRun } from '#backtest';
import { isDecision, type DecisionEvent, type JournalEvent, type TapeHeader } from '#contracts';
import type { Agent } from '#agents';
import type { JournalWriter } from '#event-log';
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

/** The port of agents is that of trading so far: a workflow casts what it hands them. */
const agentOf = (answer: (asked: QuestionAsked) => unknown): Agent =>
  ({ decide: answer, close: () => undefined }) as unknown as Agent;

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
