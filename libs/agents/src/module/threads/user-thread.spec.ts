/**
 * The user's thread is given every released fact once, in order, before the question and
 * never behind it.
 */

import { deserialize } from 'node:v8';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FactColumns, factKinds, noInstrument } from '#contracts';
import { factsOf } from '../facts/fact-message.js';
import type { ThreadMessage } from '../facts/parent-message.js';
import { givens, HandOver, handOverMemory, replies } from './hand-over.js';
import { intakeSide, userSide } from './turns.js';
import { UserThread } from './user-thread.js';

/** A thread that takes what it is given in the middle of each turn, and notes it. */
function together() {
  const memory = handOverMemory();
  const own = new HandOver(memory, intakeSide);
  const users = new HandOver(memory, userSide);
  const seen: (number | string)[] = [];
  const pieces: Uint8Array[] = [];
  const note = (facts: FactColumns): void => {
    for (let row = 0; row < facts.count; row++) {
      const { kind, instrument, knowledgeTime, close } = facts;
      const bar = kind[row] === factKinds.bar && close[row] === 2 * (knowledgeTime[row] as number);
      seen.push(
        bar || instrument[row] === noInstrument ? (knowledgeTime[row] as number) : 'broken',
      );
    }
  };
  const take = (): string | number => {
    const given = users.taken();
    if (given === givens.rows || given === givens.question) {
      note(users.takenFacts());
      if (given !== givens.question) return replies.none;
      seen.push(`asked at ${users.moment().asOf}`);
      return 'answer';
    }
    pieces.push(users.piece());
    if (given === givens.piece) return replies.none;
    const message = deserialize(Buffer.concat(pieces.splice(0))) as ThreadMessage;
    if (message.kind === 'facts') note(factsOf(message.facts));
    else if (message.kind === 'shown') seen.push(String(message.shown['text']).slice(0, 5));
    return replies.none;
  };
  own.turns.pass = () => users.reply(take());
  own.turns.comes = () => true;
  return { thread: new UserThread(own), seen };
}

/** Facts with these kinds, known at `first` and after: a close is twice its time. */
function factsFrom(first: number, bars: readonly boolean[]): FactColumns {
  const facts = new FactColumns(bars.length);
  for (const [at, isBar] of bars.entries()) {
    const time = first + at;
    const close = 2 * (first + at);
    const place = { knowledgeTime: time, eventTime: time };
    const prices = { open: 1, high: 1, low: 1, close, adjClose: NaN, volume: 1, vwap: NaN };
    if (isBar) facts.pushBar({ ...place, instrument: 7, ...prices });
    else {
      const payload = { kind: 'sessionOpen', session: 1 } as const;
      facts.pushFact({ ...place, kind: factKinds.sessionOpen, instrument: noInstrument, payload });
    }
  }
  return facts;
}

it('whatever the facts are, and however many', () => {
  const stretch = fc.oneof(
    fc.array(fc.boolean(), { maxLength: 12 }),
    fc.integer({ min: 1000, max: 2100 }).map((count) => Array<boolean>(count).fill(true)),
  );
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 6 }), (stretches) => {
      const { thread, seen } = together();
      const expected: (number | string)[] = [];
      let known = 0;
      for (const bars of stretches) {
        thread.release(factsFrom(known, bars), 0, bars.length);
        for (let at = 0; at < bars.length; at++) expected.push(known + at);
        known += bars.length;
        expect(thread.ask({ asOf: known, time: 0, cash: 1, equity: 1, session: 1 }, 1000)).toBe(
          'answer',
        );
        expected.push(`asked at ${known}`);
      }
      expect(seen).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

it('has what is shown before the question, however long it is', () => {
  const { thread, seen } = together();
  thread.showNext({ text: 'shown'.repeat(500_000) });
  thread.release(factsFrom(0, [true, false, true]), 0, 3);
  expect(thread.ask({ asOf: 3, time: 0, cash: 1, equity: 1, session: 1 }, 1000)).toBe('answer');
  expect(seen).toEqual(['shown', 0, 1, 2, 'asked at 3']);
});
