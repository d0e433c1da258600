/**
 * A run with an agent from outside on a tape of forty sessions, as messages, and processes
 * that read them.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { partitionOf, type MessageLog, type OutgoingMessage } from '#event-log';
import type { FactPayload, JournalEvent } from '#contracts';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { keyOf, type Message } from '#contracts/streams/catalogue';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type { RunSubmitted } from '#contracts/streams/runs';
import { topicNames, topics, type TopicName } from '#contracts/streams/topics';

export const tape = 'forty-sessions';
export const sessions = 40;
const firstSession = 17_582;
const day = 86_400_000_000;

/** Closes that swing, so that the mean of the last twenty is crossed. */
export const closeOf = (index: number): number => 100 + 10 * Math.sin(index / 4);
/** The seq of the close of a session: each has three facts. */
export const closeSeq = (index: number): number => index * 3 + 3;

/** Decides from the second session to the last but one. */
export function externalRun(run: string): RunSubmitted {
  const example = messageExamples.runs.find((message) => message.type === 'RunSubmitted');
  if (example?.type !== 'RunSubmitted') throw new Error('there is no example of a run');
  const plan = {
    ...example.plan,
    firstSession: firstSession + 1,
    lastSession: firstSession + sessions - 2,
  };
  return { ...example, run, tape, plan };
}

/** Opens and closes of sessions [from, to), with a bar in each. */
export function tapeFacts(from: number, to: number): Message {
  const rows = Array.from({ length: (to - from) * 3 }, (_, row) => row);
  const sessionOf = (row: number): number => firstSession + from + Math.floor(row / 3);
  const prices = rows.map((row) => (row % 3 === 1 ? closeOf(from + Math.floor(row / 3)) : null));
  return {
    type: 'TapeFacts',
    version: 1,
    tape,
    first: from * 3 + 1,
    goesOn: false,
    facts: {
      count: rows.length,
      kind: rows.map((row) => [7, 1, 8][row % 3] as number),
      instrument: rows.map((row) => (row % 3 === 1 ? 0 : 65_535)),
      knowledgeTime: rows.map((row) => sessionOf(row) * day + (row % 3 === 0 ? 1 : 2)),
      open: prices,
      high: prices,
      low: prices,
      close: prices,
      volume: 5,
      payloads: rows
        .filter((row) => row % 3 !== 1)
        .map((row) => ({ row, payload: turn(row % 3 === 0, sessionOf(row)) })),
    },
  };
}

const turn = (opens: boolean, session: number): FactPayload =>
  opens ? { kind: 'sessionOpen', session } : { kind: 'sessionClose', session, early: false };

export function tapeOpened(): Message {
  const example = messageExamples['market.tape'].find(({ type }) => type === 'TapeOpened');
  return { ...example, tape } as Message;
}

export const tapeClosed: Message = {
  type: 'TapeClosed',
  version: 1,
  tape,
  facts: sessions * 3,
  hash: 'c'.repeat(64),
};

/** Records [first, last] of a journal that marks its equity each session: 1000, 1001, … */
export function events(run: string, first: number, last: number): Message {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return {
    type: 'Events',
    version: 1,
    run,
    first,
    events: numbers.map(recordOf),
    hash: last === sessions + 2 ? 'b'.repeat(64) : null,
  };
}

function recordOf(number: number): JournalEvent {
  const place = { asOf: number, time: number };
  if (number === 1) return { ...runOpened(['AAPL'], { capital: 1000 }), ...place };
  if (number === sessions + 2) return runClosed(place, { facts: sessions * 3 });
  const equity = 998 + number;
  const session = firstSession + number - 2;
  const parts = { cash: 0, gross: equity, net: equity, stale: [] };
  return { ...place, type: 'MarkTaken', session, equity, ...parts };
}

export const append = (log: MessageLog, topic: TopicName, ...messages: Message[]): Promise<void> =>
  log.append(
    messages.map((message): OutgoingMessage => {
      return { topic, key: keyOf(message), value: JSON.stringify(message) };
    }),
  );

/** All topics, of three partitions each. */
export const makeTopics = (log: MessageLog): Promise<void> =>
  log.ensureTopics(
    topicNames.map((topic) => ({ topic, partitions: 3, compacted: topics[topic].compacted })),
  );

/** Where the client of this project puts a key, for a look at where others do. */
export const placeOf = (key: string): number => partitionOf(key, 3);

export interface Program {
  readonly child: ChildProcess;
  /** What it printed so far. */
  printed(): string;
  /** The same with its other output: warnings, errors. */
  output(): string;
  readonly ended: Promise<number | null>;
}

export function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Program {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  let printed = '';
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const ended = new Promise<number | null>((settle, fail) => {
    child.once('error', fail);
    child.once('close', settle);
  });
  return { child, printed: () => printed, output: () => printed + said, ended };
}
