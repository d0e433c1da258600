/** Answers are sent in batches, in order, and all of them before the process leaves. */

import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { HandOver } from '#agents/module/threads/hand-over';
import { SentAnswers } from './sent-answers.js';

function world() {
  const sent: string[] = [];
  const events: string[] = [];
  let release = Promise.resolve();
  const shared = { hasUnsent: false, turns: { pass: () => void events.push('passed') } };
  const send = (text: string): Promise<void> => {
    sent.push(text);
    return release;
  };
  return {
    sent,
    events,
    shared,
    answers: new SentAnswers(shared as unknown as HandOver, send),
    hold: () => {
      const held = Promise.withResolvers<void>();
      release = held.promise;
      return held.resolve;
    },
  };
}
const message = (asOf: number, runs: string) =>
  `{"id":0,"kind":"answers","asOf":${asOf},"runs":[${runs}]}`;

it('sends equal answers in a row as one, with the place of the last', async () => {
  const { answers, sent, shared } = world();
  for (const [at, text] of ['"a"', '"a"', '"b"', '"a"'].entries()) answers.add(text, 10 + at);
  expect([shared.hasUnsent, sent]).toEqual([true, []]);
  await answers.flush();
  expect([shared.hasUnsent, sent]).toEqual([false, [message(13, '[2,"a"],[1,"b"],[1,"a"]')]]);
});

it('sends nothing when there is nothing', async () => {
  const { answers, sent } = world();
  await answers.flush();
  answers.add('1', 1);
  await answers.flush();
  await answers.flush();
  expect(sent).toEqual([message(1, '[1,1]')]);
});

it('still has unsent answers when another came while it sent', async () => {
  const { answers, sent, shared, hold } = world();
  const release = hold();
  answers.add('1', 1);
  const flushed = answers.flush();
  answers.add('2', 2);
  release();
  await flushed;
  expect(shared.hasUnsent).toBe(true);
  await answers.flush();
  expect(shared.hasUnsent).toBe(false);
  expect(sent).toEqual([message(1, '[1,1]'), message(2, '[1,2]')]);
});

it('does not wait for more once it has more than 65,536 characters', () => {
  const { answers, sent } = world();
  const texts = ['a'.repeat(65_536), 'b', 'c'];
  answers.add(texts[0]!, 1);
  answers.add(texts[1]!, 2);
  expect(sent).toEqual([]);
  answers.add(texts[2]!, 3);
  expect(sent).toEqual([message(2, `[1,${texts[0]}],[1,b]`)]);
  // The count begins again.
  answers.add('d', 4);
  expect(sent).toHaveLength(1);
});

it('says that it is late, after the answers that came before', () => {
  const { answers, sent } = world();
  answers.add('1', 1);
  answers.late();
  expect(sent).toEqual([message(1, '[1,1]'), '{"id":0,"kind":"late"}']);
});

it('leaves once all is sent', async () => {
  const { answers, events, hold } = world();
  const release = hold();
  answers.add('1', 1);
  answers.leave();
  await setImmediate();
  expect(events).toEqual([]);
  release();
  await setImmediate();
  expect(events).toEqual(['passed']);
});
