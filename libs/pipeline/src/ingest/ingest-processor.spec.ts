/**
 * Ingest of unreadable sources: reports the failure once, across successors; retries where
 * that may help.
 */

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FactColumns, type FactSource } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type {
  RawEnded,
  RawFacts,
  RawFailed,
  RawOpened,
  TapeRequested,
} from '#contracts/streams/market';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { outgoing, type MessageBatch, type OutgoingMessage } from '#event-log';
import { invalidInput, unavailable } from '#values';
import { IngestProcessor, type IngestRetries } from './ingest-processor.js';
import { retryWaitsMs } from '../messages/tape-failure.js';

type Raw = RawOpened | RawFacts | RawEnded | RawFailed;
const [request] = messageExamples.tapes as readonly [TapeRequested];
const defect = invalidInput('not a price', { where: 'bars line 4, close' });
const busy = unavailable('the file cannot be read', { where: 'bars', found: 'EMFILE' });

/** Chunks of one fact each; an error among the steps is thrown. */
function sourceOf(name: string, rank: number, steps: readonly (number | Error)[]): FactSource {
  const left = [...steps];
  const pull = (): FactColumns | null => {
    const step = left.shift();
    if (step === undefined) return null;
    if (typeof step !== 'number') throw step;
    const chunk = new FactColumns(1);
    chunk.kind[0] = 1;
    chunk.knowledgeTime[0] = step;
    chunk.eventTime[0] = step;
    chunk.count = 1;
    return chunk;
  };
  return { name, rank, pull, close: () => undefined };
}

function batchOf(messages: readonly OutgoingMessage[]): MessageBatch {
  const [first] = messages;
  if (first === undefined) throw new Error('a batch has messages');
  const place = { topic: first.topic, partition: 0, headers: {}, timestampMs: 0 };
  const stored = messages.map((one, offset) => ({ ...one, ...place, offset }));
  return {
    topic: first.topic,
    partition: 0,
    messages: stored,
    nextOffset: stored.length,
    endOffset: stored.length,
  };
}

interface Watched {
  readonly said: Raw[];
  readonly sent: OutgoingMessage[];
  readonly failures: unknown[];
  readonly waits: number[];
}

/** Ingest that was asked for the tape with `before` already on its topic, run until it is idle. */
async function ingested(
  open: () => readonly FactSource[],
  before: readonly OutgoingMessage[] = [],
): Promise<Watched> {
  const watched: Watched = { said: [], sent: [], failures: [], waits: [] };
  const retries: IngestRetries = {
    wall: { sleep: async (ms) => void watched.waits.push(ms) },
    onRetry: () => undefined,
  };
  const ingest = new IngestProcessor(
    async () => open(),
    (_, error) => watched.failures.push(error),
    retries,
  );
  ingest.publish = async (messages) => {
    watched.sent.push(...messages);
    watched.said.push(...messages.map(({ value }) => parseMessage('market.raw', value)));
  };
  ingest.open(0, before.length, new Map());
  ingest.receive(batchOf([outgoing('tapes', request)]));
  if (before.length > 0) ingest.receive(batchOf(before));
  for (let turn = 0; turn < 40; turn++) await setImmediate();
  expect(ingest.restartAt(0)).toContainEqual({ topic: 'tapes', partition: 0, offset: 1 });
  return watched;
}

const typesOf = (said: readonly Raw[]): string[] =>
  said.map((message) =>
    message.type === 'RawFacts' ? `${message.source} ${message.first}` : message.type,
  );

describe('a tape whose sources fail', () => {
  const open = () => [sourceOf('news', 1, [1, 5, 9]), sourceOf('bars', 2, [2, 3, defect])];

  it('is written as far as it could be read, and then says why no further', async () => {
    const { said, failures } = await ingested(open);
    expect(typesOf(said)).toEqual(['RawOpened', 'news 1', 'bars 1', 'bars 2', 'RawFailed']);
    const { message: reason } = defect;
    expect(said.at(-1)).toMatchObject({ tape: request.tape, source: 'bars', reason });
    expect(failures).toEqual([defect]);
  });

  it('is published once: later workers publish nothing, even if the file was repaired', async () => {
    const { sent } = await ingested(open);
    const after = await ingested(() => [sourceOf('bars', 2, [2, 3])], sent);
    expect(after.said).toEqual([]);
  });

  it('is read again by who comes before that, and says the same', async () => {
    const { sent, said } = await ingested(open);
    const after = await ingested(open, sent.slice(0, -2));
    expect(typesOf(after.said)).toEqual(['RawOpened', 'bars 2', 'RawFailed']);
    expect(after.said.at(-1)).toEqual(said.at(-1));
  });

  it('names no source when none could be opened', async () => {
    const { said, waits } = await ingested(() => {
      throw defect;
    });
    expect(said).toMatchObject([{ type: 'RawFailed', source: null, reason: defect.message }]);
    expect(waits).toEqual([]);
  });
});

describe('sources that cannot be read just now', () => {
  it('are read on when they can be, without saying a fact twice', async () => {
    let attempt = 0;
    const steps = [
      [1, busy],
      [1, 2, busy],
      [1, 2, 3],
    ];
    const { said, waits, failures } = await ingested(() => [
      sourceOf('bars', 2, steps[attempt++] ?? []),
    ]);
    const opened = 'RawOpened';
    expect(typesOf(said)).toEqual([
      opened,
      'bars 1',
      opened,
      'bars 2',
      opened,
      'bars 3',
      'RawEnded',
    ]);
    expect(waits).toEqual(retryWaitsMs.slice(0, 2));
    expect(failures).toEqual([]);
  });

  it('are given up after a minute', async () => {
    const { said, waits } = await ingested(() => {
      throw busy;
    });
    expect(waits).toEqual(retryWaitsMs);
    expect(said).toMatchObject([{ type: 'RawFailed', reason: busy.message }]);
  });
});

describe('what cannot be published', () => {
  it('is no failure of the tape', async () => {
    const failures: unknown[] = [];
    const ingest = new IngestProcessor(
      async () => [sourceOf('bars', 2, [1])],
      (_, error) => failures.push(error),
    );
    let attempts = 0;
    ingest.publish = () => {
      attempts++;
      return Promise.reject(unavailable('the log is away'));
    };
    ingest.open(0, 0, new Map());
    ingest.receive(batchOf([outgoing('tapes', request)]));
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    expect(attempts).toBe(1);
    expect(failures).toMatchObject([{ code: 'Unavailable' }]);
    expect(ingest.restartAt(0)).toContainEqual({ topic: 'tapes', partition: 0, offset: 0 });
  });
});
