/** The messages of a small system: one tape, one submission of three runs, and their results. */

import type { JournalEvent, CallsMade, ToolCall } from '#contracts';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import type { Message } from '#contracts/streams/catalogue';
import { keyOf } from '#contracts/streams/catalogue';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type { ClockCommand } from '#contracts/streams/market';
import type { DecisionEvent, RunScored } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import type { MessageBatch, OutgoingMessage, StoredMessage } from '#event-log';

export const version = 1 as const;
export const hash = (digit: string): string => digit.repeat(64);
export const runA = hash('a');
export const runB = hash('b');
export const runC = hash('c');
/** Only its figures are on the topics. */
export const runOfTasks = hash('f');
export const submission = hash('5');
export const tape = 'aapl-daily-2018-02-20';
const scenario = messageExamples.runs[0];
const submitted = messageExamples.runs[1];
const scored = messageExamples.scores[0];

export const runSubmitted = (run: string, label: string): Message => {
  if (submitted?.type !== 'RunSubmitted') throw new Error('the example has changed');
  return { ...submitted, run, label, submission, tape };
};

/** A submission of these runs; other submissions may have asked for some of them. */
export const scenarioSubmitted = (id: string, runs: readonly string[]): Message => {
  if (scenario?.type !== 'ScenarioSubmitted') throw new Error('the example has changed');
  return { ...scenario, submission: id, tape, runs: [...runs] };
};

/** The figures of a run of tasks; `late` has no number. */
export const tasksScored = (run: string): RunScored => ({
  type: 'RunScored',
  version: 2,
  run,
  workflow: 'auditing',
  solutions: hash('7'),
  journalHash: hash('e'),
  records: 12,
  figures: {
    accuracy: { value: 0.75 },
    late: { value: null, reason: 'no answer came late \u0000' },
  },
  coverage: { due: 10, answered: 8, missing: 1, invalid: 1, late: 0, failed: 0, forced: 0 },
});

export const decisionOf = (asOf: number): DecisionEvent => ({
  type: 'DecisionMade',
  asOf,
  time: asOf * 1000,
  decision: { kind: 'target', positions: [{ symbol: 'AAPL', position: 1 }] },
  rationale: null,
});
const invalid = (asOf: number): DecisionEvent => ({
  type: 'DecisionInvalid',
  asOf,
  time: asOf * 1000,
  reason: 'no such action\u0000',
});
export const decisions: readonly DecisionEvent[] = [
  decisionOf(2),
  decisionOf(4),
  invalid(6),
  decisionOf(8),
  decisionOf(9),
];

const at = (asOf: number): { asOf: number; time: number } => ({ asOf, time: asOf * 1000 });
const accepted = (asOf: number, order: number, symbol: string): JournalEvent => ({
  type: 'OrderAccepted',
  ...at(asOf),
  order,
  symbol,
  session: 17_582,
  orderType: 'limit',
  side: 'buy',
  size: { kind: 'shares', shares: 10 },
  limit: 100.5,
  stop: null,
  timeInForce: 'gtc',
  group: null,
  clientId: 'mine',
});
const filled = (asOf: number, order: number, symbol: string, shares: number): JournalEvent => ({
  type: 'OrderFilled',
  ...at(asOf),
  order,
  symbol,
  shares,
  price: 100.25,
  fee: 0.1,
  at: 'level',
  purpose: 'order',
  weightBefore: 0,
  weightAfter: 0.01,
});
export const markTaken = (asOf: number, equity: number): JournalEvent => ({
  type: 'MarkTaken',
  ...at(asOf),
  session: 17_580 + asOf,
  equity,
  cash: equity,
  gross: 0,
  net: 0,
  stale: ['MSFT'],
});

/**
 * Ten shares bought, split two for one, five sold: 15 held. Order 2 is cancelled, 3 denied; one
 * has no number.
 */
export const events: readonly JournalEvent[] = [
  runOpened(['AAPL'], { capital: 100_000 }),
  decisionOf(2),
  accepted(2, 1, 'AAPL'),
  accepted(2, 2, 'MSFT'),
  markTaken(3, 100_000),
  filled(4, 1, 'AAPL', 10),
  { type: 'OrderCancelled', ...at(4), order: 2, reason: 'expired' },
  { type: 'SplitApplied', ...at(5), symbol: 'AAPL', from: 1, to: 2, shares: 20 },
  markTaken(6, 100_100.125),
  accepted(6, 3, 'MSFT'),
  { type: 'OrderDenied', ...at(7), order: 3, symbol: 'MSFT', reason: 'not enough cash' },
  { type: 'OrderDenied', ...at(7), order: null, symbol: 'ZZZ', reason: 'unknown symbol' },
  accepted(7, 4, 'AAPL'),
  filled(8, 4, 'AAPL', -5),
  markTaken(9, 100_200),
  accepted(9, 5, 'MSFT'),
  { type: 'ToolsCalled', ...at(9), calls: 3, digest: hash('1') },
  runClosed(at(10), { tapeHash: hash('d'), data: hash('e') }),
];

const toolCall = (ordinal: number): ToolCall => ({
  ordinal,
  tool: 'get_prices',
  arguments: `{"symbol":"AAPL","n":${ordinal}}`,
  result: hash('2'),
  bytes: 142,
  error: null,
  durationMs: 0.25,
});
const failedCall = (ordinal: number): ToolCall => ({
  ordinal,
  tool: 'no such tool \u0000',
  arguments: 'null',
  durationMs: 0,
  result: null,
  bytes: 12,
  error: 'no such tool',
});
/** For the decision at 9: three that count, by the digest in the journal. */
export const calls: readonly ToolCall[] = [toolCall(1), failedCall(2), toolCall(3)];

/** Some calls of the decision at `asOf`, under a digest. */
export const callsMade = (
  run: string,
  digest: string,
  some: readonly ToolCall[] = calls,
): CallsMade => ({
  type: 'CallsMade',
  version,
  run,
  agent: 'desk',
  asOf: 9,
  digest,
  calls: [...some],
});

/** Numbers of events and decisions per message, repeated cyclically. */
export type Sizes = readonly [number, ...number[]];

export const eventMessages = (run: string, sizes: Sizes, until = events.length): Message[] =>
  portions(events.slice(0, until), sizes).map(({ first, items }) => ({
    type: 'Events',
    version: 1,
    run,
    first,
    events: [...items],
    hash: first - 1 + items.length === events.length ? hash('e') : null,
  }));

const decisionMessages = (run: string, sizes: Sizes): Message[] =>
  portions(decisions, sizes).map(({ first, items }) => ({
    type: 'Decisions',
    version: 1,
    run,
    first,
    decisions: [...items],
    watermark: items.at(-1)?.asOf ?? 0,
  }));

function* portionsOf<T>(
  items: readonly T[],
  sizes: Sizes,
): Generator<{ first: number; items: T[] }> {
  for (let from = 0, index = 0; from < items.length; index++) {
    const part = items.slice(from, from + (sizes[index % sizes.length] as number));
    yield { first: from + 1, items: part };
    from += part.length;
  }
}
const portions = <T>(items: readonly T[], sizes: Sizes): { first: number; items: T[] }[] => [
  ...portionsOf(items, sizes),
];

/** The tape of the examples, and a filing with a text behind its facts. */
function tapeMessages(): Message[] {
  const [opened, facts, closed] = messageExamples['market.tape'];
  if (closed?.type !== 'TapeClosed') throw new Error('the example has changed');
  const sections = [{ name: 'all', document: { sha256: hash('7'), chars: 12 } }];
  const place = { form: '10-K', filedDate: 17_582, acceptedAt: null, periodEnd: null };
  const payload = { kind: 'filing' as const, symbol: 'AAPL', ...place, accession: null, sections };
  const columns = { count: 1, kind: 3, instrument: 0, knowledgeTime: [1_519_160_400_000_000] };
  const filing: Message = {
    type: 'TapeFacts',
    version,
    tape,
    first: 4,
    goesOn: false,
    facts: { ...columns, payloads: [{ row: 0, payload }] },
  };
  return [opened as Message, facts as Message, filing, { ...closed, facts: 4 }];
}

const turned = (id: string, command: ClockCommand['command']): Message => ({
  type: 'ClockCommand',
  version,
  tape,
  id,
  command,
});

/** What is on each topic: run A finishes, B is running, C is cancelled before it starts. */
export function sampleMessages(sizes: Sizes = [100]): Partial<Record<TopicName, Message[]>> {
  return {
    tapes: [...messageExamples.tapes],
    'clock.commands': [
      turned('c-1', { kind: 'speed', speed: 60 }),
      turned('c-2', { kind: 'pause' }),
      turned('c-3', { kind: 'resume' }),
      turned('c-4', { kind: 'pause' }),
      turned('c-5', { kind: 'step', instants: 2 }),
    ],
    'market.tape': tapeMessages(),
    runs: [
      scenarioSubmitted(submission, [runA, runB, runC]),
      runSubmitted(runA, 'first'),
      runSubmitted(runB, "second'; DROP TABLE runs; --"),
      runSubmitted(runC, 'third \u0000 \ud800'),
      { type: 'RunCancelled', version, run: runC, reason: 'not wanted' },
    ],
    'agent.calls': [
      // An answer that never counted: its worker died before sending it.
      callsMade(runA, hash('8'), [toolCall(1)]),
      callsMade(runA, hash('1'), calls.slice(0, 2)),
      callsMade(runA, hash('1'), calls.slice(2)),
      // Their decision is not in the journal yet.
      callsMade(runB, hash('1')),
    ],
    'agent.decisions': [
      ...decisionMessages(runA, sizes),
      ...decisionMessages(runB, sizes),
      { type: 'AnswerRefused', version, run: runB, agent: 'x', asOf: 9, reason: 'too late' },
    ],
    'portfolio.events': [...eventMessages(runA, sizes), ...eventMessages(runB, sizes, 9)],
    scores: [
      { ...scored, run: runA, journalHash: hash('e'), records: events.length } as Message,
      tasksScored(runOfTasks),
    ],
    'dead-letters': [...messageExamples['dead-letters']],
  };
}

export const outgoing = (topic: TopicName, message: Message): OutgoingMessage => ({
  topic,
  key: keyOf(message),
  value: JSON.stringify(message),
});

/** The key of a message that may be invalid. */
function keyIn(text: string): string {
  try {
    return (keyOf(JSON.parse(text) as Message) as string | undefined) ?? 'no key';
  } catch {
    return 'no key';
  }
}

/** Messages of partition 0, starting at `offset`. */
export function batchOf(
  topic: TopicName,
  messages: readonly (Message | string)[],
  offset = 0,
): MessageBatch {
  const stored = messages.map((message, index): StoredMessage => ({
    topic,
    partition: 0,
    offset: offset + index,
    key: typeof message === 'string' ? keyIn(message) : keyOf(message),
    value: typeof message === 'string' ? message : JSON.stringify(message),
    headers: {},
    timestampMs: 0,
  }));
  return {
    topic,
    partition: 0,
    messages: stored,
    nextOffset: offset + stored.length,
    endOffset: offset + stored.length,
  };
}

/** One batch per topic with all of its messages. */
export const sampleBatches = (sizes?: Sizes): MessageBatch[] =>
  Object.entries(sampleMessages(sizes)).map(([topic, messages]) =>
    batchOf(topic as TopicName, messages),
  );
