/**
 * Ingest of a feed: recorded facts are sent once, whichever process dies, and failures are
 * reported in words.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FactColumns } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { ClockCommand, RawFacts, TapeRequested } from '#contracts/streams/market';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { outgoing, type MessageBatch, type OutgoingMessage } from '#event-log';
import { feedDescriptionSchema } from '#feeds/port/feed-description';
import { feedHash } from '#feeds/port/registered-feed';
import { invalidInput, unavailable } from '#values';
import { IngestProcessor } from './ingest-processor.js';
import { RawSource } from './raw-source.js';
import { RecordedFeeds } from './recorded-feeds.js';
import { loseFrames, ScriptedFeed } from '../scripted-recording.fixture.js';

const [example] = messageExamples.tapes as readonly [TapeRequested];
const description = feedDescriptionSchema.parse({
  name: 'ticks',
  calendar: '24/7',
  currency: 'USD',
  symbols: ['AAPL'],
  feed: {
    kind: 'file',
    path: 'ticks.jsonl',
    mappings: [{ kind: 'trade', fields: { symbol: 's', at: 't', price: 'p', size: 'q' } }],
  },
});
const registered = { name: 'ticks', description, directory: '/' };
const dataHash = feedHash(registered);
const request: TapeRequested = { ...example, dataset: 'ticks', dataHash, live: true };

/** Frames with these numbers of facts, a second apart from `at`. */
function framesOf(...counts: readonly number[]): FactColumns[] {
  return counts.map((count, frame) => {
    const facts = new FactColumns(count);
    for (let row = 0; row < count; row++) {
      facts.kind[row] = 12;
      facts.close[row] = 100 + frame;
      facts.volume[row] = row + 1;
      facts.knowledgeTime[row] = 1_000_001 * (frame + 1);
    }
    facts.count = count;
    return facts;
  });
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

/** A machine with a disk, on which ingest can be started any number of times. */
class Machine {
  readonly sent: OutgoingMessage[] = [];
  readonly failures: unknown[] = [];
  readonly waits: number[] = [];
  readonly frames: string;
  now = 3_600_000_000;
  ingest: IngestProcessor | undefined;

  constructor(readonly feed: ScriptedFeed) {
    this.frames = mkdtempSync(join(tmpdir(), 'tapefold-frames-'));
    onTestFinished(() => rmSync(this.frames, { recursive: true, force: true }));
  }

  /** `market.raw` holds what was sent so far; the first `known` of it arrive before the request. */
  async start(asked = request): Promise<void> {
    const feeds = new RecordedFeeds({
      feeds: new Map([['ticks', registered]]),
      frames: this.frames,
      register: 'TAPEFOLD_FEEDS of ingest',
      openRecording: async (_, folder) => this.feed.open(folder),
      now: () => this.now,
      onUnclosed: (_, error) => this.failures.push(error),
    });
    const ingest = new IngestProcessor(
      (one, written) => feeds.sources(one, written),
      (_, error) => this.failures.push(error),
      {
        wall: {
          sleep: async (ms) => {
            this.waits.push(ms);
            await setImmediate();
          },
        },
        onRetry: () => undefined,
      },
    );
    const before = [...this.sent];
    ingest.publish = async (messages) => {
      if (this.ingest === ingest) this.sent.push(...messages);
    };
    this.ingest = ingest;
    ingest.open(0, before.length, new Map());
    ingest.receive(batchOf([outgoing('tapes', asked)]));
    if (before.length > 0) ingest.receive(batchOf(before));
    await settled();
  }

  async bring(frames: number): Promise<void> {
    this.feed.bring(frames);
    await settled();
  }

  async end(): Promise<void> {
    const command: ClockCommand = {
      type: 'ClockCommand',
      version: 1,
      tape: request.tape,
      id: 'e',
      command: { kind: 'end' },
    };
    this.ingest?.receive(batchOf([outgoing('clock.commands', command)]));
    await settled();
  }

  /** The process is gone; what it sent stays. */
  crash(): void {
    this.feed.crash();
    this.ingest = undefined;
  }

  get said() {
    return this.sent.map(({ value }) => parseMessage('market.raw', value));
  }

  /** First and last number of each message of facts. */
  get numbers(): [number, number][] {
    return this.said
      .filter((message): message is RawFacts => message.type === 'RawFacts')
      .map(({ first, facts }) => [first, first + facts.count - 1]);
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await setImmediate();
}

describe('ingest of a feed', () => {
  it('sends facts as they come, numbered without gaps, and says that their source is live', async () => {
    const machine = new Machine(new ScriptedFeed(example.header, framesOf(1, 2, 3)));
    await machine.start();
    await machine.bring(1);
    await machine.bring(2);
    expect(machine.numbers).toEqual([
      [1, 1],
      [2, 6],
    ]);
    expect(machine.said[0]).toMatchObject({ type: 'RawOpened', sources: [{ live: true }] });
    expect(machine.failures).toEqual([]);
  });

  it('sends no fact whose frame the disk does not have, and none at all when it says no', async () => {
    const machine = new Machine(new ScriptedFeed(example.header, framesOf(1, 2, 3)));
    await machine.start();
    await machine.bring(1);
    const disk = Promise.withResolvers<void>();
    machine.feed.disk = disk.promise;
    await machine.bring(1);
    expect(machine.numbers).toEqual([[1, 1]]);
    disk.resolve();
    await settled();
    expect(machine.numbers).toEqual([
      [1, 1],
      [2, 3],
    ]);
    const failed = Promise.reject(unavailable('the frames cannot be stored'));
    failed.catch(() => undefined);
    machine.feed.disk = failed;
    await machine.bring(1);
    expect(machine.numbers).toHaveLength(2);
    machine.feed.disk = Promise.resolve();
    await settled();
    expect(machine.numbers.at(-1)).toEqual([4, 6]);
  });

  it.each([1, 2, 3, 4])(
    'continues after a crash after %i messages, with the missing ones',
    async (kept) => {
      const machine = new Machine(new ScriptedFeed(example.header, framesOf(1, 2, 3, 4)));
      await machine.start();
      for (let frame = 0; frame < 3; frame++) await machine.bring(1);
      machine.crash();
      machine.sent.splice(kept);
      await machine.start();
      await machine.bring(1);
      await machine.end();
      const last = machine.said.at(-1);
      expect(last).toMatchObject({ type: 'RawEnded', facts: 10 });
      let next = 1;
      for (const [first, end] of machine.numbers) {
        expect(first).toBe(next);
        next = end + 1;
      }
      expect(next).toBe(11);
      expect(machine.failures).toEqual([]);
    },
  );

  it('waits for as long as it takes while another process holds the recording', async () => {
    const machine = new Machine(new ScriptedFeed(example.header, framesOf(1)));
    const other = machine.feed.open(join(machine.frames, request.tape));
    let attempts = 0;
    const { feed } = machine;
    const open = feed.open.bind(feed);
    feed.open = (folder) => {
      if (++attempts === 12) void other.close();
      return open(folder);
    };
    await machine.start();
    expect(machine.waits).toHaveLength(11);
    expect(machine.waits.at(-1)).toBe(30_000);
    await machine.bring(1);
    expect(machine.numbers).toEqual([[1, 1]]);
  });

  it('says in words that the recording is not on this machine, or lacks what was published', async () => {
    const machine = new Machine(new ScriptedFeed(example.header, framesOf(1, 1, 1)));
    await machine.start();
    await machine.bring(2);
    const sent = [...machine.sent];
    machine.crash();
    rmSync(join(machine.frames, request.tape), { recursive: true });
    await machine.start();
    const absent = machine.said.at(-1);
    expect(absent).toMatchObject({ type: 'RawFailed' });
    expect(absent).toMatchObject({ reason: expect.stringContaining('not on this machine') });

    const lossy = new Machine(new ScriptedFeed(example.header, framesOf(1, 1, 1)));
    await lossy.start();
    await lossy.bring(2);
    lossy.crash();
    loseFrames(join(lossy.frames, request.tape));
    lossy.now = 1;
    await lossy.start();
    await lossy.bring(1);
    expect(lossy.numbers).toHaveLength(sent.length - 1);
    expect(lossy.said.at(-1)).toMatchObject({
      reason: expect.stringContaining('lacks facts that were published'),
    });
  });

  it('refuses an unregistered or changed feed, and reports the reason when a feed is refused', async () => {
    const machine = new Machine(new ScriptedFeed(example.header, framesOf(1)));
    await machine.start({ ...request, dataset: 'others' });
    expect(machine.said.at(-1)).toMatchObject({
      reason: expect.stringContaining('TAPEFOLD_FEEDS'),
    });
    machine.sent.splice(0);
    await machine.start({ ...request, dataHash: '0'.repeat(64) });
    expect(machine.said.at(-1)).toMatchObject({
      reason: expect.stringContaining('has changed since'),
    });
    machine.sent.splice(0);
    await machine.start();
    machine.feed.refuse(invalidInput('the credentials were refused', { where: 'feed' }));
    await settled();
    expect(machine.said.at(-1)).toMatchObject({
      type: 'RawFailed',
      source: 'feed',
      reason: expect.stringContaining('credentials'),
    });
  });

  it('releases a recording when its partition is revoked, however quiet the feed is', async () => {
    const machine = new Machine(new ScriptedFeed(example.header, framesOf(1)));
    await machine.start();
    machine.ingest?.close(0);
    await settled();
    expect(() => machine.feed.open(join(machine.frames, request.tape))).not.toThrow();
    expect(machine.failures).toEqual([]);
  });

  it('ends a recording whose end was requested before it could be opened', async () => {
    const machine = new Machine(new ScriptedFeed(example.header, framesOf(2)));
    await machine.start();
    await machine.bring(1);
    machine.crash();
    machine.sent.splice(1);
    const other = machine.feed.open(join(machine.frames, request.tape));
    await machine.start();
    await machine.end();
    await other.close();
    await settled();
    expect(machine.said.at(-1)).toMatchObject({ type: 'RawEnded', facts: 2 });
  });
});

describe('an instant that is cut between messages', () => {
  it('comes to the clock whole, in whatever order its messages come', async () => {
    const machine = new Machine(new ScriptedFeed(example.header, framesOf(1, 2500, 1)));
    await machine.start();
    await machine.bring(2);
    await machine.bring(1);
    const facts = machine.said.filter(({ type }) => type === 'RawFacts') as RawFacts[];
    expect(facts.map(({ first, goesOn }) => [first, goesOn ?? false])).toEqual([
      [1, true],
      [1025, true],
      [2049, false],
      [2502, false],
    ]);
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 1, 3, 0, 2],
    ]) {
      const source = new RawSource({ source: 'feed', rank: 1, live: true });
      const chunks: number[] = [];
      for (const index of order) {
        source.take(facts[index] as RawFacts);
        for (; source.hasChunk; chunks.push((await source.pull())?.count ?? 0));
      }
      expect(chunks).toEqual([2501, 1]);
    }
  });
});
