/**
 * What is wrong with the recording of a finished run, for every defect of its attempts, its calls
 * and its closing record. `npx vitest run libs/backtest/src/again/recording-defect.spec.ts
 * --update` writes the file again.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerClasses, classesOfEvent, type AnswerClass } from '#contracts/journal/answer-class';
import { canonicalRequest } from '#llm/calls/canonical';
import { stepsOf, type RecordedAsk, type RecordedCall } from '#llm';
import { endedAsk, openedAsk, recordedCall, sampleRun } from '#llm/calls/recorded-call.fixture';
import { closeRecordings } from '../run-folder/closing-record.js';
import { GrowingData, runOver } from '../run-folder/growing-data.fixture.js';
import { runFolder } from '../run-folder/run-folder.js';
import { hasRecords, removeRecords, writeRecords } from '../run-folder/run-records.js';
import { recordingDefect, type DecidedAt } from './recording-defect.js';

const ask = (
  { asOf = 1, attempt = 1, prompt }: Partial<RecordedAsk['opened']> = {},
  end: AnswerClass | null = 'answered',
): RecordedAsk => {
  const opened = openedAsk({ asOf, attempt, ...(prompt !== undefined && { prompt }) });
  const decision = end === 'answered' ? '{"action":"HOLD"}' : null;
  return { opened, ended: end && endedAsk({ asOf, attempt, class: end, decision }) };
};
const request = '{"model":"a-model"}';
const path = '/v1/messages';
const { digest } = canonicalRequest({ path, body: JSON.parse(request) as unknown });
const call = (over: Partial<RecordedCall> = {}): RecordedCall =>
  recordedCall({ asOf: 1, path, request, digest, ...over });
const failed = (outcome: RecordedCall['tries'][number]['outcome']): RecordedCall['tries'] =>
  call().tries.map((one) => ({ ...one, outcome }));
const decided = (over: Partial<DecidedAt> = {}): DecidedAt => {
  return { asOf: 1, type: 'DecisionTarget' as DecidedAt['type'], isCutOff: false, ...over };
};

interface Case {
  readonly asks?: readonly RecordedAsk[];
  readonly calls?: readonly RecordedCall[];
  /** Calls without their second record. */
  readonly open?: readonly RecordedCall[];
  readonly decisions?: readonly DecidedAt[];
}
const second = { asOf: 2 };
const cases: Readonly<Record<string, Case>> = {
  whole: {},
  'no attempts': { asks: [] },
  'no attempts and no decisions': { asks: [], calls: [], decisions: [] },
  'no attempts and two decisions': { asks: [], calls: [], decisions: [decided(), decided()] },
  'attempts without a decision': { decisions: [] },
  'a decision without an attempt': { decisions: [decided(), decided(second)] },
  'an attempt without an end': { asks: [ask({}, null)] },
  'an attempt without an end, cut off': {
    asks: [ask({}, null)],
    decisions: [decided({ isCutOff: true })],
  },
  'the last of two attempts ended': {
    asks: [ask({}, null), ask({ attempt: 2 })],
    calls: [call(), call({ attempt: 2 })],
  },
  'the first of two attempts ended': {
    asks: [ask(), ask({ attempt: 2 }, null)],
    calls: [call(), call({ attempt: 2 })],
  },
  'another request': { calls: [call({ request: '{"model":"another"}' })] },
  'another path': { calls: [call({ path: '/v2' })] },
  'other headers': { calls: [call({ headers: { 'anthropic-beta': 'x' } })] },
  'a request that is not JSON': { calls: [call({ request: '{' })] },
  'an unknown canonicaliser': {
    calls: [call({ canonicaliser: 'other-1', digest: 'e'.repeat(64) })],
  },
  'a call without an end': { open: [call({ ordinal: 2 })] },
  'a call without an end, cut off': {
    open: [call({ ordinal: 2 })],
    decisions: [decided({ isCutOff: true })],
  },
  'a call of an attempt that was not opened': { calls: [call(), call({ attempt: 2 })] },
  'a first call that is missing': { calls: [call({ ordinal: 2 })] },
  'a second call that is missing': { calls: [call(), call({ ordinal: 3 })] },
  'two lanes': {
    calls: [
      call(),
      call({ ordinal: 2 }),
      call({ lane: 'side' }),
      call({ lane: 'side', ordinal: 2 }),
    ],
  },
  'a lane without its first call': { calls: [call(), call({ lane: 'side', ordinal: 2 })] },
  'two attempts': {
    asks: [ask({}, 'late'), ask({ attempt: 2 })],
    calls: [call(), call({ attempt: 2 })],
  },
  'a second attempt without a call': { asks: [ask({}, 'late'), ask({ attempt: 2 })] },
  'an answer without a call': { calls: [] },
  'an answer without a call, of an agent without a prompt': {
    asks: [ask({ prompt: null })],
    calls: [],
  },
  'an answer whose call failed': { calls: [call({ tries: failed('refused by provider') })] },
  'an answer whose call has no tries': { calls: [call({ tries: [] })] },
  'two decisions, the calls of the second missing': {
    asks: [ask(), ask(second)],
    decisions: [decided(), decided(second)],
  },
  'two decisions': {
    asks: [ask(), ask(second)],
    calls: [call(), call(second)],
    decisions: [decided(), decided(second)],
  },
  ...Object.fromEntries(
    answerClasses.flatMap((name) =>
      (['DecisionTarget', ...Object.keys(classesOfEvent)] as DecidedAt['type'][]).map((type) => [
        `${name} for ${type}`,
        { asks: [ask({}, name)], calls: [], decisions: [decided({ type })] },
      ]),
    ),
  ),
};

async function finished() {
  const data = new GrowingData(5);
  await runOver(data, 'out', { agents: [{ id: 'hold', kind: 'buy-and-hold' }], to: '2026-03-05' });
  const folder = runFolder(join(data.directory, 'out', 'runs', 'hold-AA'));
  const write = ({ asks = [ask()], calls = [call()], open = [] }: Case): void => {
    removeRecords(folder);
    rmSync(folder.closing, { force: true });
    const steps = stepsOf(asks, [...calls, ...open]);
    const left = steps.modelCalls.slice(0, steps.modelCalls.length - open.length);
    writeRecords(folder, { asks: steps.asks, 'model-calls': left });
    closeRecordings(folder);
  };
  const defect = async (decisions: readonly DecidedAt[] = [decided()]) =>
    String(await recordingDefect({ run: sampleRun, folder }, decisions));
  return { folder, write, defect };
}

it('is told of every defect', async () => {
  const { write, defect } = await finished();
  const lines: string[] = [];
  let written = '';
  for (const [name, given] of Object.entries(cases)) {
    const { decisions: _, ...records } = given;
    if (written !== (written = JSON.stringify(records))) write(records);
    lines.push(`${name}: ${await defect(given.decisions)}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-finished/defects.txt');
});

it('is told of a closing record that is missing, altered or of another recording', async () => {
  const { folder, write, defect } = await finished();
  write({});
  const closed = readFileSync(folder.closing, 'utf8');
  const manifest = readFileSync(folder.manifest, 'utf8');
  const lines: string[] = [];
  const told = async (name: string, ...closings: (string | undefined)[]): Promise<void> => {
    for (const [at, closing] of closings.entries()) {
      if (closing === undefined) rmSync(folder.closing, { force: true });
      else writeFileSync(folder.closing, closing);
      lines.push(`${name} ${at}: ${await defect()}`);
    }
  };
  const { streams } = JSON.parse(closed) as { streams: Record<string, object> };
  const of = (own: object): string => JSON.stringify({ schemaVersion: 1, streams: own });
  const end = { records: 1, digest: 'f'.repeat(64) };
  const closings = [
    closed,
    undefined,
    '{',
    '{}',
    of({ asks: { records: 0, digest: '' } }),
    of({}),
    of({ ...streams, asks: end }),
    of({ ...streams, answers: end }),
    of({ asks: streams['asks'] }),
  ];
  await told('ended', ...closings);
  const { tape, ...rest } = JSON.parse(manifest) as { tape: object };
  writeFileSync(folder.manifest, JSON.stringify({ ...rest, tape: { ...tape, hash: null } }));
  await told('stopped', ...closings);
  removeRecords(folder);
  expect(hasRecords(folder, 'asks')).toBe(false);
  rmSync(folder.closing, { force: true });
  closeRecordings(folder);
  lines.push(`without records: ${await defect([])}`, closed);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-finished/closings.txt');
});
