/**
 * A workflow is an argument: one that the product does not know runs in the same loop,
 * journal and folds.
 */

import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runBacktest, type PlannedRun } from '#backtest';
import { recordedIn } from '#backtest/run-folder/own-journal';
import { engineSemantics, isDecision, type DecisionEvent, type JournalEvent } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { Decisions, Events } from '#contracts/streams/runs';
import type { TaskObservation } from '#agents';
import {
  compareWithJournal,
  createJournal,
  resumeJournal,
  outgoing,
  type JournalWriter,
  type OutgoingMessage,
} from '#event-log';
import { taskSource } from '#market-data';
import { AdapterProcessor, PortfolioProcessor, submittedPlan } from '#pipeline';
import { EventCollector } from '#pipeline/tape/event-collector';
import { Tape } from '#tape';
import { sha256Hex } from '#values';
import { planDigest, TaskFold, type TaskPlan } from '#workflows';
import { serviceWith } from './tool-world.js';
import { batchOf, tapeMessages } from './world-messages.js';
import { agentOf, header, plan, questions, vowels, workflows } from './yes-no-world.js';

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
  if (outcome.kind !== 'finished') throw new Error('the run was interrupted');
  const [finished] = outcome.runs;
  return { events, asked, hash: finished?.summary.hash, fold: finished?.fold, outcome };
}

/** What is asked for a journal of `of`, whether or not it is whole. */
const identity = (of: TaskPlan) => ({ plan: of, semantics: engineSemantics, tapeHash: null });

const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a workflow that a test brings', () => {
  it('is asked at each task, and its answers are journaled and folded', async () => {
    const { events, asked, fold, outcome } = await run();
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    const [opened, ...rest] = events;
    expect(opened).toMatchObject({
      type: 'RunOpened',
      workflow: 'yes-no',
      plan: planDigest(plan),
      symbols: [],
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
    expect(fold).toBeInstanceOf(TaskFold);
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

  it('resumes where its journal ends, wherever it was torn, to the same bytes', async () => {
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

  it('is verified over its journal without an agent, and only when it is its own', async () => {
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

  it('must be in the registry that the run is given', async () => {
    await expect(run({ plan: { ...plan, workflow: 'charting' } })).rejects.toMatchObject({
      code: 'InvalidInput',
      where: 'workflow',
      expected: 'one of yes-no',
    });
  });
});

/** What asks for the run on `runs`. */
const submitted = (of: TaskPlan) =>
  outgoing('runs', {
    type: 'RunSubmitted',
    version: 1,
    run: of.id,
    label: of.label,
    tape: header.id,
    submission: sha256Hex('yes-no'),
    semantics: engineSemantics,
    plan: submittedPlan(of),
  });

describe('a workflow that a test brings, on the topics', () => {
  it('is decided by the adapter and journaled by the portfolio, to the hash of one process', async () => {
    const adapter = new AdapterProcessor({ workflows, openAgent: () => () => agentOf(vowels) });
    const portfolio = new PortfolioProcessor(undefined, workflows);
    const decided = Promise.withResolvers<void>();
    const decisions: string[] = [];
    const events: Events[] = [];
    const hear = (value: string): void => void events.push(parseMessage('portfolio.events', value));
    adapter.publish = async (messages) => {
      decisions.push(...messages.map(({ value }) => value));
      for (const { value } of await portfolio.receive(batchOf(messages))) hear(value);
      if ((parseMessage('agent.decisions', decisions.at(-1) ?? '') as Decisions).watermark === 6) {
        decided.resolve();
      }
    };
    for (const processor of [adapter, portfolio]) {
      processor.open(0, 0, new Map());
      await processor.receive(batchOf([submitted(plan)]));
    }
    const openSources = () => [taskSource('questions', questions)];
    for (const message of await tapeMessages({ header, openSources }, true)) {
      for (const { value } of await portfolio.tapeBatch(batchOf([message]))) hear(value);
      await adapter.tapeBatch(batchOf([message]));
    }
    await decided.promise;
    const whole = await run();
    expect(events.flatMap((message) => message.events)).toEqual(whole.events);
    expect(events.at(-1)?.hash).toBe(whole.hash);
  });

  it('is done by an agent that works through tools, to the hash of one process, calls included', async () => {
    const agent = { id: 'caller', kind: 'mcp', timeBudgetMs: 60_000 } as const;
    const own: TaskPlan = { ...plan, agent, id: sha256Hex('caller'), label: 'caller' };
    const tools = serviceWith((_, capability) => {
      const { value } = capability.call('get_task', {}) as { value?: { task: string } };
      // Its answer to `d` is refused.
      capability.call('submit_answer', { answer: value?.task === 'd' ? 'd?' : 'yes' });
      capability.call('submit_answer', { answer: 'no' });
    });
    const { journal, events: whole } = heard();
    const outcome = await runBacktest({
      stream: new Tape(header, [taskSource('questions', questions)]),
      runs: [{ plan: own, journal }],
      agents: { directory: '', hidden: [] },
      workflows,
      tools,
    });
    if (outcome.kind !== 'finished') throw new Error('the run was interrupted');
    const called = whole.filter(({ type }) => type === 'ToolsCalled');
    expect(called).toMatchObject([2, 2, 2, 3, 2, 2].map((calls) => ({ calls })));
    const adapter = new AdapterProcessor({ workflows, tools });
    const portfolio = new PortfolioProcessor(undefined, workflows);
    const decided = Promise.withResolvers<void>();
    const events: Events[] = [];
    const hear = (value: string): void => void events.push(parseMessage('portfolio.events', value));
    adapter.publish = async (messages) => {
      const said = messages.filter(({ topic }) => topic === 'agent.decisions');
      if (said.length === 0) return;
      for (const { value } of await portfolio.receive(batchOf(said))) hear(value);
      const { watermark } = parseMessage('agent.decisions', said.at(-1)!.value) as Decisions;
      if (watermark === 6) decided.resolve();
    };
    for (const processor of [adapter, portfolio]) {
      processor.open(0, 0, new Map());
      await processor.receive(batchOf([submitted(own)]));
    }
    const openSources = () => [taskSource('questions', questions)];
    for (const message of await tapeMessages({ header, openSources }, true)) {
      for (const { value } of await portfolio.tapeBatch(batchOf([message]))) hear(value);
      await adapter.tapeBatch(batchOf([message]));
    }
    await decided.promise;
    expect(events.flatMap((message) => message.events)).toEqual(whole);
    expect(events.at(-1)?.hash).toBe(outcome.runs[0]?.summary.hash);
  });

  it('is answered from outside in any order, ahead of its turn, to the same hash', async () => {
    const adapter = new AdapterProcessor({ workflows });
    adapter.open(0, 0, new Map());
    await adapter.receive(batchOf([submitted(plan)]));
    const answers = [...questions.keys()].toReversed().map((index) => {
      const answer = vowels({ task: questions[index]?.task } as TaskObservation);
      return outgoing('agent.decisions', {
        type: 'AgentAnswer',
        version: 1,
        run: plan.id,
        agent: 'asked',
        asOf: index + 1,
        decision: { kind: 'answer', answer },
      });
    });
    // All but the first three are here before anything is due.
    await adapter.receive(batchOf(answers.slice(0, 3)));
    const decisions: OutgoingMessage[] = [];
    const openSources = () => [taskSource('questions', questions)];
    for (const message of await tapeMessages({ header, openSources }, true)) {
      decisions.push(...(await adapter.tapeBatch(batchOf([message]))));
    }
    for (const answer of answers.slice(3)) {
      decisions.push(...(await adapter.receive(batchOf([answer]))));
    }
    const events = decisions.flatMap(
      ({ value }) => (parseMessage('agent.decisions', value) as Decisions).decisions,
    );
    expect(events).toEqual((await run()).events.filter(isDecision));
  });

  it('is a broken message to services that do not know it', async () => {
    for (const processor of [new AdapterProcessor(), new PortfolioProcessor()]) {
      const broken: string[] = [];
      processor.onBroken = ({ reason }) => void broken.push(reason);
      processor.open(0, 0, new Map());
      expect(await processor.receive(batchOf([submitted(plan)]))).toEqual([]);
      expect(broken).toEqual([
        'plan.workflow: expected one of trading, hedging, retrieval, insights, auditing, ' +
          'judging, rubric-writing, retrieval-verdicts, moves, moves-grounding, moves-grading, ' +
          'research, research-tree, research-grading; found "yes-no"',
      ]);
    }
  });
});
