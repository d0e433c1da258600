/** The clock of one tape that begins again: what was written is not written again, nor waited for, nor unpaused. */

import { describe, expect, it } from 'vitest';
import { parseMessage } from '#contracts/streams/catalogue';
import { messageExamples } from '#contracts/streams/message-examples';
import type { ClockCommand, RawFacts, TapeRequested } from '#contracts/streams/market';
import type { OutgoingMessage } from '#event-log';
import { ClockTape } from './clock-tape.js';

const [request] = messageExamples.tapes as readonly [TapeRequested];
const [opened, facts, ended] = messageExamples['market.raw'];
const second = 1_000_000;
const count = 4;

/** Bars a second apart, of the one source. */
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

/** A clock of real time whose waits never end; the seqs that it writes, before it has to wait. */
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
    ['goes on at once behind what is written', 2, [], [3]],
    ['is paused by what came before it began', 0, [{ kind: 'pause' }], []],
    ['stays paused when it begins again', 2, [{ kind: 'pause' }], []],
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
