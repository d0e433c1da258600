/**
 * Runs of tasks are scored by their workflow and the solutions; broken solutions do not
 * block other runs.
 */

import { describe, expect, it } from 'vitest';
import { invalidInput, unavailable } from '#values';
import type { JournalEvent } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { TopicName } from '#contracts/streams/topics';
import { JournalChain, outgoing, type MessageBatch, type OutgoingMessage } from '#event-log';
import type { SolutionsOf } from './registered-solutions.js';
import { ScoringProcessor } from './scoring-processor.js';
import { solutionsOf, sumsJournal, sumsSubmitted, workflows } from '../sums.fixture.js';

const first = 'a'.repeat(64);
const second = 'b'.repeat(64);
const right = solutionsOf({ 'sum 1': 2, 'sum 2': 3, 'sum 3': 4, 'sum 4': 5 });
/** One answer of four is wrong. */
const answers = [2, 3, 4, 7];

function eventsOf(run: string, events: readonly JournalEvent[]): OutgoingMessage {
  const chain = new JournalChain();
  for (const event of events) chain.append(event);
  return outgoing('portfolio.events', {
    type: 'Events',
    version: 1,
    run,
    first: 1,
    events: [...events],
    hash: chain.close(),
  });
}

const batchOf = (topic: TopicName, messages: readonly OutgoingMessage[]): MessageBatch => ({
  topic,
  partition: 0,
  nextOffset: messages.length,
  endOffset: messages.length,
  messages: messages.map((message, offset) => ({
    ...message,
    partition: 0,
    offset,
    headers: {},
    timestampMs: 0,
  })),
});

/** The outcome of both runs, whose journals are complete. */
async function scored(solutions: SolutionsOf, journals = [first, second]) {
  const scoring = new ScoringProcessor({ workflows, solutionsOf: solutions });
  const broken: string[] = [];
  scoring.onBroken = ({ reason }) => broken.push(reason);
  scoring.open(0, 0, new Map());
  const submitted = [first, second].map((run) => outgoing('runs', sumsSubmitted(run)));
  await scoring.receive(batchOf('runs', submitted));
  const events = journals.map((run) => eventsOf(run, sumsJournal(run, answers)));
  const scores = await scoring.receive(batchOf('portfolio.events', events));
  return { scoring, broken, scores: scores.map(({ value }) => parseMessage('scores', value)) };
}

describe('scoring of tasks', () => {
  it('sends the figures of the workflow, and by which solutions they are', async () => {
    const { scores, broken } = await scored(() => Promise.resolve(right));
    expect(scores).toMatchObject([{ run: first }, { run: second }]);
    expect(scores[0]).toEqual({
      type: 'RunScored',
      version: 2,
      run: first,
      workflow: 'sums',
      records: 6,
      solutions: '7'.repeat(64),
      figures: { right: { value: 0.75 } },
      journalHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      coverage: { due: 4, answered: 4, missing: 0, invalid: 0, late: 0, failed: 0, forced: 0 },
    });
    expect(broken).toEqual([]);
  });

  it('says why a figure is missing without solutions', async () => {
    const { scores } = await scored(() => Promise.resolve(null));
    expect(scores[0]).toMatchObject({
      solutions: null,
      figures: { right: { value: null, reason: 'there are no solutions' } },
    });
  });

  it.each<[string, SolutionsOf, string]>([
    [
      "the solution does not match the workflow's schema",
      ({ run }) => Promise.resolve(run === first ? solutionsOf({ 'sum 1': 'two' }) : right),
      `solution of task "sum 1": the solution does not match the workflow's schema`,
    ],
    [
      'a data set that is not registered here',
      ({ run }) =>
        run === first ? Promise.reject(invalidInput('no data set')) : Promise.resolve(right),
      'no data set',
    ],
  ])('leaves a run with %s unscored, reports it, and continues', async (_, solutions, reason) => {
    const { scoring, scores, broken } = await scored(solutions);
    expect(scores).toMatchObject([{ run: second, figures: { right: { value: 0.75 } } }]);
    expect(broken).toEqual([expect.stringContaining(`run ${first} has no score: ${reason}`)]);
    // It is retried only when scoring restarts.
    expect(await scoring.receive(batchOf('scores', []))).toEqual([]);
    expect(broken).toHaveLength(1);
    const places = new Map(scoring.restartAt(0).map(({ topic, offset }) => [topic, offset]));
    expect([places.get('runs'), places.get('portfolio.events')]).toEqual([0, 0]);
  });

  it('ends when solutions cannot be read just now', async () => {
    const away: SolutionsOf = () => Promise.reject(unavailable('the disk does not answer'));
    await expect(scored(away)).rejects.toMatchObject({ code: 'Unavailable' });
  });

  it('asks for no solutions before a journal is whole', async () => {
    const asked: string[] = [];
    const { scores } = await scored(
      ({ run }) => {
        asked.push(run);
        return Promise.resolve(right);
      },
      [second],
    );
    expect([asked, scores.length]).toEqual([[second], 1]);
  });

  it('takes a run of a workflow that it does not know for broken', async () => {
    const scoring = new ScoringProcessor();
    const broken: string[] = [];
    scoring.onBroken = ({ reason }) => broken.push(reason);
    scoring.open(0, 0, new Map());
    await scoring.receive(batchOf('runs', [outgoing('runs', sumsSubmitted(first))]));
    expect(broken).toEqual([expect.stringContaining('plan.workflow: expected one of ')]);
  });
});
