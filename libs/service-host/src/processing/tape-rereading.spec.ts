/**
 * Rereading tapes because a run came late: from where, in turn with everything else,
 * and how it ends.
 */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { unavailable } from '#values';
import type {
  BatchControls,
  MessageBatch,
  MessageLog,
  NeededTapes,
  OutgoingMessage,
  Position,
} from '#event-log';
import { memoryLog } from '../log/service.fixture.js';
import { EchoProcessor } from './echo-processor.fixture.js';
import { hostedEcho, keysOf } from './host.fixture.js';

const [key0 = '', key1 = ''] = keysOf;
const tape = (key: string, value: string) => ({ topic: 'market.tape', key, value }) as const;
const topic = 'market.tape';
const patience = { timeout: 120_000 };

/** Requests places to be reread, until a message from each marks it as done. */
class LateTapes implements NeededTapes {
  readonly wanted: Position[][] = [];
  readonly still: number[] = [];
  readonly facts = 7;
  private missing = new Set<number>();

  beginAgain(): readonly Position[] {
    if (this.isReadingAgain) return [];
    const from = this.wanted.shift() ?? [];
    this.missing = new Set(from.map(({ partition }) => partition));
    return from;
  }

  get isReadingAgain(): boolean {
    return this.missing.size > 0;
  }

  standStill(partition: number): void {
    this.still.push(partition);
    this.missing.delete(partition);
  }

  met(partition: number): void {
    this.missing.delete(partition);
  }
}

/** Records what it received of tapes; does one thing at a time. */
class LateProcessor extends EchoProcessor {
  readonly tapes = new LateTapes();
  readonly once: string[] = [];
  readonly again: string[] = [];
  private isBusy = false;

  constructor() {
    super(true);
  }

  override async tapeBatch(
    batch: MessageBatch,
    _controls?: BatchControls,
    isAgain = false,
  ): Promise<OutgoingMessage[]> {
    if (this.isBusy) throw new Error('two things at a time');
    this.isBusy = true;
    await new Promise(setImmediate);
    for (const message of batch.messages) {
      const { partition, offset, value } = message;
      (isAgain ? this.again : this.once).push(`${partition}/${offset}`);
      if (isAgain && value === 'met') this.tapes.met(partition);
      if (isAgain && value === 'broken') this.onBroken?.({ ...message, reason: 'not a tape' });
    }
    this.isBusy = false;
    return [];
  }
}

let log: MessageLog;
let processor: LateProcessor;

beforeEach(async () => {
  log = await memoryLog();
  processor = new LateProcessor();
});

const run = { topic: 'runs', key: key0, value: 'x' } as const;
const placesIn = (partition: number, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `${partition}/${from + index}`);

describe('TapeRereading', () => {
  it('reads from the given offset, in no other partition, and stops when both have met', async () => {
    await log.append([
      ...['a', 'b', 'met', 'd'].map((value) => tape(key0, value)),
      tape(key1, 'e'),
    ]);
    const { start, reader } = hostedEcho(log, processor);
    await start();
    await vi.waitFor(() => expect(processor.once).toHaveLength(5), patience);
    expect(processor.again).toEqual([]);
    processor.tapes.wanted.push([{ topic, partition: 0, offset: 1 }]);
    await log.append([run]);
    await vi.waitFor(() => expect(processor.again).toEqual(placesIn(0, 1, 4)), patience);
    await log.append([tape(key0, 'f'), tape(key1, 'g')]);
    await vi.waitFor(() => expect(processor.once).toHaveLength(7), patience);
    expect(processor.again).toEqual(placesIn(0, 1, 4));
    await reader.stop();
  });

  it('reads next what came to be needed meanwhile', async () => {
    await log.append([tape(key0, 'met'), tape(key1, 'met')]);
    processor.tapes.wanted.push(
      [{ topic, partition: 1, offset: 0 }],
      [{ topic, partition: 0, offset: 0 }],
    );
    const { start, reader } = hostedEcho(log, processor);
    await start();
    await vi.waitFor(() => expect(processor.again).toEqual(['1/0', '0/0']), patience);
    await reader.stop();
  });

  it('ends with the service, met or not', async () => {
    await log.append([tape(key0, 'a')]);
    processor.tapes.wanted.push([{ topic, partition: 0, offset: 0 }]);
    const { start, reader, fatal } = hostedEcho(log, processor);
    await start();
    await vi.waitFor(() => expect(processor.again).toEqual(['0/0']), patience);
    await reader.stop();
    await log.append([tape(key0, 'b')]);
    expect([processor.again, fatal]).toEqual([['0/0'], []]);
  });

  it('changes nothing about how far the topic has been read', async () => {
    await log.append([tape(key0, 'met'), tape(key0, 'b')]);
    const { start, reader, metrics, host } = hostedEcho(log, processor);
    await start();
    await vi.waitFor(() => expect(processor.once).toHaveLength(2), patience);
    processor.tapes.wanted.push([{ topic, partition: 0, offset: 0 }]);
    await log.append([run]);
    await vi.waitFor(() => expect(processor.again).toHaveLength(2), patience);
    const text = await metrics.text(log, true);
    expect(text).toMatch(/^tapefold_lag\{topic="market.tape",partition="0",service="echo"\} 0$/m);
    expect(text).toMatch(/^tapefold_tape_facts\{service="echo"\} 7$/m);
    expect(host.state.tapeCaughtUp).toBe(true);
    await reader.stop();
  });

  it('waits for a log that is away', async () => {
    await log.append([tape(key0, 'met')]);
    let refused = 0;
    const { start, reader, fatal } = hostedEcho(log, processor, {
      log: awayAtFirst(log, () => refused++ < 1),
    });
    await start();
    processor.tapes.wanted.push([{ topic, partition: 0, offset: 0 }]);
    await log.append([run]);
    await vi.waitFor(() => expect(processor.again).toEqual(['0/0']), patience);
    expect([refused, fatal]).toEqual([2, []]);
    await reader.stop();
  });

  it('ends the service when the log stays away', async () => {
    await log.append([tape(key0, 'met')]);
    processor.tapes.wanted.push([{ topic, partition: 0, offset: 0 }]);
    const { start, reader, fatal } = hostedEcho(log, processor, {
      log: awayAtFirst(log, () => true),
      times: { giveUpMs: 0 },
    });
    await start();
    await vi.waitFor(() => expect(fatal).toMatchObject([{ code: 'Unavailable' }]), patience);
    await reader.stop();
  });

  it('does not wait for a partition stopped at a broken message', async () => {
    await log.append([tape(key0, 'broken'), tape(key1, 'met')]);
    processor.tapes.wanted.push(
      [{ topic, partition: 0, offset: 0 }],
      [{ topic, partition: 1, offset: 0 }],
    );
    const { start, reader, host } = hostedEcho(log, processor, { onBroken: 'stop' });
    await start();
    await vi.waitFor(() => expect(processor.again).toEqual(['0/0', '1/0']), patience);
    expect(processor.tapes.still).toEqual([0]);
    expect(host.state.stopped).toEqual(['market.tape/0']);
    await reader.stop();
  });
});

/** The log, unreadable while `isAway` returns true. */
function awayAtFirst(whole: MessageLog, isAway: () => boolean): MessageLog {
  return new Proxy(whole, {
    get: (target, name) => {
      if (name === 'tail') {
        return (...options: Parameters<MessageLog['tail']>) => {
          if (isAway()) throw unavailable('the log is away', { where: 'test' });
          return target.tail(...options);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
