/**
 * Transcripts in full, and as trajectories: of a decision with a second attempt, calls in two
 * lanes, tools that nobody asked for, answers that broke off and refusals.
 * `npx vitest run libs/llm/src/transcript --update` writes the files.
 */

import { expect, it } from 'vitest';
import {
  keptText,
  madeToolCalls,
  recordedAsk,
  recordedCalls,
  run,
  withWrongKey,
} from '../calls/recording.fixture.js';
import { wireApis, type RecordedCall } from '../calls/recorded-call.js';
import { atifTrajectory } from './atif.js';
import { transcribe } from './transcript.js';

const [made, submitted] = madeToolCalls;
const secondAttempt = {
  opened: { ...recordedAsk.opened, attempt: 2, model: null },
  ended: { ...recordedAsk.ended!, attempt: 2, class: 'invalid' as const, decision: null },
};
const withReason = {
  ...secondAttempt,
  ended: { ...secondAttempt.ended, reason: 'no decision', notes: ['late'] as never },
};
const open = {
  opened: { ...recordedAsk.opened, asOf: 500, session: null },
  ended: null,
};

function decisionsOf(calls: readonly RecordedCall[]) {
  const [first, second] = calls as readonly [RecordedCall, RecordedCall];
  const tries = [
    { outcome: 'rate limited', status: 429, startedAt: '2026-11-23T14:59:59.500Z', durationMs: 5 },
    ...first.tries,
  ] as RecordedCall['tries'];
  return transcribe({
    asks: [recordedAsk, withReason, open],
    calls: [
      { ...first, tries },
      second,
      { ...first, lane: 'side', usage: null, stopReason: null },
      withWrongKey({ ...first, attempt: 2 }),
      { ...second, attempt: 2, ordinal: 2, tries: [], response: null, cost: null },
      { ...second, attempt: 2, ordinal: 3, request: 'no JSON', cost: { usd: 1, prices: 'p' } },
    ],
    toolCalls: [
      ...madeToolCalls,
      { ...made!, ordinal: 3, result: null, error: 'too late' },
      { ...submitted!, ordinal: 4, arguments: '', result: 'f'.repeat(64) },
    ],
    textOf: keptText,
  });
}

it.each(wireApis)('of %s reads so', async (api) => {
  const texts = [false, true].map((isStreamed) => {
    const decisions = decisionsOf(recordedCalls(api, isStreamed));
    const trajectory = atifTrajectory(decisions, { run, label: 'mine', codeVersion: '1.0.0' });
    return JSON.stringify({ decisions, trajectory }, null, 1);
  });
  // All four are the same, but for ids of tool calls: one of them has none.
  const text = texts[0]!.replaceAll(/"t[12]"/g, 'null');
  await expect(`${text}\n`).toMatchFileSnapshot('./golden-transcript.txt');
  expect(texts[1]).toBe(texts[0]);
});
