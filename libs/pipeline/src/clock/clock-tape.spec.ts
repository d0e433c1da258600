/**
 * A restarted clock of one tape neither rewrites what was written, nor waits for it, nor
 * takes back a pause.
 */

import { describe, expect, it } from 'vitest';
import { parseMessage } from '#contracts/streams/catalogue';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type {
  ClockCommand,
  RawEnded,
  RawFacts,
  RawFailed,
  RawOpened,
  TapeRequested,
} from '#contracts/streams/market';
import type { OutgoingMessage } from '#event-log';
import { ClockTape } from './clock-tape.js';

const [request] = messageExamples.tapes as readonly [TapeRequested];
const [opened, facts, ended] = messageExamples['market.raw'];
const second = 1_000_000;
const count = 4;

/** Bars a second apart, of the only source. */
function bars(): RawFacts {
  if (facts?.type !== 'RawFacts') throw new Error('the example has facts');
  const { facts: one } = facts;
  const start = (one.knowledgeTime as number[])[0] ?? 0;
  const times = Array.from({ length: count }, (_, row) => start + row * second);
  return {
    ...facts,
    facts: { ...one, count, knowledgeTime: times, eventTime: times },
  };
}

/** A real-time clock whose waits never end; the seqs that it writes before it has to wait. */
async function written(
  before: number,
  commands: readonly ClockCommand['command'][],
  sleep: (ms: number, woken: AbortSignal) => Promise<void> = () => new Promise(() => {}),
) {
  const numbers: number[] = [];
  const tape = new ClockTape(
    { ...request, speed: 1 },
    {
      wall: { nowMs: () => 0, sleep },
      messageFacts: 10,
      publish: async (messages: readonly OutgoingMessage[]) => {
        for (const { value } of messages) {
          const message = parseMessage('market.tape', value);
          if (message.type === 'TapeFacts') numbers.push(message.first);
        }
      },
      onFailure: (_, error) => {
        throw error;
      },
    },
  );
  if (before > 0) {
    tape.noteOpened();
    tape.noteFacts(1, before);
  }
  commands.forEach((command, index) =>
    tape.obey({ type: 'ClockCommand', version: 1, tape: request.tape, id: `${index}`, command }),
  );
  const source = { source: bars().source, rank: bars().rank, live: false };
  if (opened?.type !== 'RawOpened' || ended?.type !== 'RawEnded') throw new Error('no examples');
  tape.takeRaw({ ...opened, sources: [source] });
  tape.takeRaw(bars());
  tape.takeRaw({ ...ended, facts: count });
  tape.start();
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  tape.stop();
  return numbers;
}

describe('the clock of a tape', () => {
  it.each<[string, number, readonly ClockCommand['command'][], readonly number[]]>([
    ['begins with the first fact', 0, [], [1]],
    ['continues at once after what is written', 2, [], [3]],
    ['is paused by what came before it began', 0, [{ kind: 'pause' }], []],
    ['stays paused when it restarts', 2, [{ kind: 'pause' }], []],
    [
      'takes steps that came before it began',
      0,
      [{ kind: 'pause' }, { kind: 'step', instants: 2 }],
      [1, 2],
    ],
    ['takes no step twice', 2, [{ kind: 'pause' }, { kind: 'step', instants: 2 }], []],
    ['keeps a new speed', 1, [{ kind: 'speed', speed: 'max' }], [2, 3, 4]],
  ])('%s', async (_, before, commands, expected) => {
    expect(await written(before, commands)).toEqual(expected);
  });

  it('waits no longer once it is stopped', async () => {
    let begun = 0;
    let waits = 0;
    const sleep = async (_: number, woken: AbortSignal): Promise<void> => {
      begun++;
      waits++;
      await new Promise((resolve) => {
        woken.addEventListener('abort', resolve);
      });
      waits--;
    };
    const numbers = await written(0, [], sleep);
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect({ begun, waits, numbers }).toEqual({ begun: 1, waits: 0, numbers: [1] });
  });
});

type Raw = RawOpened | RawFacts | RawEnded | RawFailed;

const listed = (): RawOpened => {
  if (opened?.type !== 'RawOpened') throw new Error('no example');
  return { ...opened, sources: [{ source: bars().source, rank: bars().rank, live: false }] };
};
const failure = (why = 'line 7: no price'): RawFailed => ({
  type: 'RawFailed',
  version: 1,
  tape: request.tape,
  source: null,
  reason: why,
});
const whole = (facts: number): RawEnded => {
  if (ended?.type !== 'RawEnded') throw new Error('no example');
  return { ...ended, facts };
};

/**
 * What a clock that has read `raw` writes, message by message; it emits `batchFacts`
 * rows at a time.
 */
async function clocked(
  raw: readonly Raw[],
  { speed = 'max', before = 0 }: { speed?: TapeRequested['speed']; before?: number } = {},
) {
  const said: string[] = [];
  const failures: unknown[] = [];
  const tape = new ClockTape(
    { ...request, speed },
    {
      wall: { nowMs: () => 0, sleep: () => Promise.resolve() },
      messageFacts: 2,
      publish: async (messages: readonly OutgoingMessage[]) => {
        for (const { value } of messages) said.push(described(value));
      },
      onFailure: (_, error) => failures.push(error),
    },
  );
  if (before > 0) {
    tape.noteOpened();
    tape.noteFacts(1, before);
  }
  for (const message of raw) {
    tape.takeRaw(message);
    tape.start();
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  const { isOver } = tape;
  tape.stop();
  return { said, isOver, failures: failures.length };
}

function described(value: string): string {
  const message = parseMessage('market.tape', value);
  if (message.type === 'TapeFacts') return `facts ${message.first}`;
  return message.type === 'TapeFailed'
    ? `failed ${message.facts}: ${message.reason}`
    : message.type;
}

describe('the clock of a tape that cannot continue', () => {
  const why = 'line 7: no price';

  it.each<[string, readonly Raw[], readonly string[]]>([
    [
      'releases what is there in whole batches, and fails',
      [listed(), bars(), failure()],
      ['TapeOpened', 'facts 1', `failed 2: ${why}`],
    ],
    [
      'fails before its first fact',
      [listed(), failure(), bars()],
      ['TapeOpened', `failed 0: ${why}`],
    ],
    ['fails where no source could be opened', [failure()], ['TapeOpened', `failed 0: ${why}`]],
    [
      'fails for the first reason alone, whatever comes behind it',
      [listed(), bars(), failure(), failure('another'), whole(4)],
      ['TapeOpened', 'facts 1', `failed 2: ${why}`],
    ],
    [
      'is whole where all sources had ended before',
      [listed(), bars(), whole(4), failure()],
      ['TapeOpened', 'facts 1', 'facts 3', 'TapeClosed'],
    ],
    [
      'fails where facts go back in time',
      [listed(), bars(), { ...bars(), first: 5 }],
      [
        'TapeOpened',
        'facts 1',
        'facts 3',
        'failed 4: AAPL.csv: facts are out of order; ' +
          'expected knowledge times at or after 2018-02-20T21:00:03Z; found 2018-02-20T21:00:00Z',
      ],
    ],
  ])('%s', async (_, raw, expected) => {
    const { said, isOver, failures } = await clocked(raw);
    expect(said).toEqual(expected);
    expect(isOver).toBe(true);
    expect(failures).toBe(expected.at(-1)?.startsWith('failed') === true ? 1 : 0);
  });

  it('fails at its pace if it has one, after the available instants', async () => {
    const { said } = await clocked([listed(), bars(), failure()], { speed: 60 });
    expect(said).toEqual(['TapeOpened', 'facts 1', 'facts 2', `failed 2: ${why}`]);
  });

  it('publishes what an uninterrupted clock publishes, after what was already written', async () => {
    const { said } = await clocked([listed(), bars(), failure()], { before: 1 });
    expect(said).toEqual(['facts 2', `failed 2: ${why}`]);
  });
});
