/** A run is scored once, however often and wherever scoring dies and restarts. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { runOpened } from '#contracts/scenario/run-records.fixture';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { intervalOf } from '#contracts/result/figures';
import type { RunScored } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import {
  JournalChain,
  outgoing,
  type MessageBatch,
  type OutgoingMessage,
  type Unread,
} from '#event-log';
import { planDigest } from '#workflows';
import { planOfSubmitted } from '#workflows/workflow/run-plan';
import { ScoringProcessor } from './scoring-processor.js';

const long = 'a'.repeat(64);
const short = 'b'.repeat(64);

const [example] = messageExamples['portfolio.events'];
const submitted = messageExamples.runs.find(({ type }) => type === 'RunSubmitted');
if (example === undefined || submitted?.type !== 'RunSubmitted') throw new Error('no example');
const { plan } = submitted;
if (!('symbols' in plan)) throw new Error('the example trades');
const { calendar: _, ...termsOfPlan } = plan;
const opened = runOpened(['AAPL'], {
  ...termsOfPlan,
  plan: planDigest(planOfSubmitted(submitted)),
});
/** Nothing was bought: all of the capital is cash. */
const whole: readonly JournalEvent[] = [
  opened,
  ...example.events.map((event) =>
    event.type === 'MarkTaken' ? { ...event, cash: 100_000, gross: 0, net: 0 } : event,
  ),
];

const place = { asOf: 1, time: 1 };
/** A hundred shares at 900. */
const bought: readonly JournalEvent[] = [
  {
    type: 'OrderAccepted',
    ...place,
    order: 1,
    symbol: 'AAPL',
    session: 1,
    side: 'target',
    orderType: 'market',
    size: { kind: 'direction', direction: 1 },
    limit: null,
    stop: null,
    timeInForce: 'gtc',
    group: null,
    clientId: null,
  },
  {
    type: 'OrderFilled',
    ...place,
    order: 1,
    symbol: 'AAPL',
    shares: 100,
    price: 900,
    fee: 0,
    at: 'close',
    purpose: 'open',
    weightBefore: 0,
    weightAfter: 0.9,
  },
];

/** What they are worth, day by day. */
const marks = (days: number): JournalEvent[] =>
  Array.from({ length: days }, (_, day) => {
    const net = 90_000 + 2_000 * Math.sin(day);
    const mark = { equity: 10_000 + net, cash: 10_000, gross: net, net, stale: [] };
    return { type: 'MarkTaken', asOf: 2, time: 2, session: day, ...mark };
  });

function hashOf(events: readonly JournalEvent[]): string {
  const chain = new JournalChain();
  for (const event of events) chain.append(event);
  return chain.close();
}

const eventsOf = (run: string, events: readonly JournalEvent[], hash: string | null) =>
  outgoing('portfolio.events', {
    type: 'Events',
    version: 1,
    run,
    first: 1,
    events: [...events],
    hash,
  });

/** A run that has begun, followed by one that has ended. */
const journals = [eventsOf(long, [opened], null), eventsOf(short, whole, hashOf(whole))];
const runs = [long, short].map((run) => outgoing('runs', { ...submitted, run }));

const batchOf = (
  topic: TopicName,
  messages: readonly OutgoingMessage[],
  from = 0,
): MessageBatch => ({
  topic,
  partition: 0,
  nextOffset: messages.length,
  endOffset: messages.length,
  messages: messages.slice(from).map((message, index) => ({
    ...message,
    partition: 0,
    offset: from + index,
    headers: {},
    timestampMs: 0,
  })),
});

type Topics = Partial<Record<TopicName, readonly OutgoingMessage[]>>;

/** Opened at the end of the topics; everything after `places` is unread. */
function scoringFrom(places: Readonly<Record<string, number>>, scores: readonly OutgoingMessage[]) {
  const scoring = new ScoringProcessor();
  const topics: Topics = { runs, 'portfolio.events': journals, scores };
  const unread: Unread = new Map(
    Object.entries(topics)
      .filter(([topic, messages]) => (places[topic] ?? 0) < messages.length)
      .map(([topic, messages]) => [topic as TopicName, messages.length]),
  );
  scoring.open(0, unread.has('scores') ? scores.length : 0, unread);
  return scoring;
}

const placesOf = (scoring: ScoringProcessor): Record<string, number> =>
  Object.fromEntries(scoring.restartAt(0).map(({ topic, offset }) => [topic, offset]));

/** The result of `messages` on `runs` and `portfolio.events`, and the broken messages found. */
async function scored(
  topics: Topics,
): Promise<{ scores: readonly OutgoingMessage[]; broken: string[] }> {
  const scoring = new ScoringProcessor();
  const broken: string[] = [];
  scoring.onBroken = ({ reason }) => broken.push(reason);
  scoring.open(0, 0, new Map());
  const scores: OutgoingMessage[] = [];
  for (const [topic, messages] of Object.entries(topics)) {
    scores.push(...(await scoring.receive(batchOf(topic as TopicName, messages))));
  }
  return { scores, broken };
}

describe('scoring', () => {
  it('sends the figures of what has ended', async () => {
    const { scores } = await scored({ runs, 'portfolio.events': journals });
    expect(scores.map(({ topic, key }) => [topic, key])).toEqual([['scores', short]]);
  });

  it('draws intervals with the seed of the scenario: under any id, those of the same returns', async () => {
    const held = [opened, ...bought, ...marks(30), whole.at(-1) as JournalEvent];
    const { scores, broken } = await scored({
      runs,
      'portfolio.events': [long, short].map((run) => eventsOf(run, held, hashOf(held))),
    });
    expect(broken).toEqual([]);
    const [one, other] = scores.map(({ value }) => (JSON.parse(value) as RunScored).figures);
    const { low, high } = intervalOf(one ?? {}, 'sharpe')!;
    expect(low).toBeLessThan(high);
    expect(other).toEqual(one);
  });

  it('waits for the run that a journal is of', async () => {
    const { scores } = await scored({ 'portfolio.events': journals, runs });
    expect(scores.map(({ key }) => key)).toEqual([short]);
  });

  it.each([
    ['other capital', { capital: 7 }, 'RunOpened: plan'],
    ['another end of its window', { lastSession: plan.lastSession + 1 }, 'RunClosed: lastSession'],
    ['other data', { data: 'e'.repeat(64) }, 'RunClosed: data'],
  ])('does not score a journal that is of a run with %s', async (_, change, where) => {
    const other = { ...submitted, run: short, plan: { ...plan, ...change } };
    const { scores, broken } = await scored({
      runs: [outgoing('runs', other)],
      'portfolio.events': journals,
    });
    expect(scores).toEqual([]);
    expect(broken).toEqual([expect.stringContaining(`${where}: the journal is of another run`)]);
  });

  it('leaves cancelled runs to themselves', async () => {
    const cancelled = { type: 'RunCancelled', version: 1, run: short, reason: 'r' } as const;
    const asked = [...runs, outgoing('runs', cancelled)];
    const found = await scored({ runs: asked, 'portfolio.events': journals });
    expect(found).toEqual({ scores: [], broken: [] });
  });

  it('does not start when a finished run of other semantics has no figures', async () => {
    const earlier = [outgoing('runs', { ...submitted, run: short, semantics: 1 })];
    const { scores } = await scored({ runs, 'portfolio.events': journals });
    for (const topics of [
      { runs: earlier, 'portfolio.events': journals },
      { 'portfolio.events': journals, runs: earlier },
    ]) {
      await expect(scored(topics)).rejects.toMatchObject({
        code: 'Conflict',
        where: `run ${short}`,
      });
    }
    const known = await scored({ scores, runs: earlier, 'portfolio.events': journals });
    expect(known).toEqual({ scores: [], broken: [] });
  });

  it.each<[string, readonly JournalEvent[]]>([
    ['a place that goes back', [...whole.slice(0, 2), { ...(whole[2] as JournalEvent), asOf: 1 }]],
    ['two beginnings', [opened, opened]],
    ['a mark of other cash', [opened, { ...(whole[2] as JournalEvent), cash: 7 } as JournalEvent]],
    ['a record behind the last', [...whole, whole.at(-1) as JournalEvent]],
  ])('treats records with %s as broken, and continues', async (_, events) => {
    const wrong = eventsOf(long, events, null);
    const { scores, broken } = await scored({
      runs,
      'portfolio.events': [wrong, journals[1] as OutgoingMessage],
    });
    expect(broken).toHaveLength(1);
    expect(scores.map(({ key }) => key)).toEqual([short]);
  });

  it.each([
    ['before it has read a journal', 0],
    ['between the one that continues and the one that has ended', 1],
    ['when it has read all of them', 2],
  ])('that dies %s does not send them again', async (_, read) => {
    const { scores } = await scored({ runs, 'portfolio.events': journals });
    const second = scoringFrom({}, scores);
    await second.receive(batchOf('scores', scores));
    if (read > 0) {
      expect(await second.receive(batchOf('portfolio.events', journals.slice(0, read)))).toEqual(
        [],
      );
      expect(await second.receive(batchOf('runs', runs))).toEqual([]);
    }
    const places = placesOf(second);
    const third = scoringFrom(places, scores);
    for (const [topic, messages] of Object.entries({
      scores,
      runs,
      'portfolio.events': journals,
    })) {
      const left = batchOf(topic as TopicName, messages, places[topic] ?? 0);
      if (left.messages.length > 0) expect(await third.receive(left)).toEqual([]);
    }
    expect(places['portfolio.events'] ?? 0).toBeLessThan(journals.length);
  });
});
