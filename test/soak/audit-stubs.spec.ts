/**
 * Goal: a scripted model audits fifty real cases, in one process, served, and over a cluster: the
 * same journal, the four rates, traces and costs, and a replay without the model. Reports on
 * standard error what it took.
 */

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { recordsIn } from '#store/embedded/records.fixture';
import { serve } from '../e2e/served.fixture.js';
import type { MockRequest } from '../models/aimock.fixture.js';
import { runTapefold } from '../parity/commands.js';
import {
  agentsOf,
  call,
  hashesOf,
  registered,
  replayed,
  resultIn,
  stubSoak,
  timed,
} from './stub-soak.fixture.js';

const shared = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set', 'xbrl');
const asked = 50;

interface Case {
  readonly id: string;
  readonly ticker: string;
  readonly filing_name: string;
  readonly issue_time: string;
  readonly concept_id: string;
  readonly period: string;
  readonly expected_extracted: string | null;
  readonly expected_calculated: string | null;
}
const lines = readFileSync(join(shared, 'cases.jsonl'), 'utf8').trim().split('\n').slice(0, asked);
const cases = lines.map((line) => JSON.parse(line) as Case);
const prices = { version: 'stub', models: { 'stub/auditor': { input: 2, output: 8 } } };
const soak = stubSoak('audit-stubs', answerTo, prices);
const { folder, models, fileOf } = soak;
const filings = join(folder, 'filings');

/**
 * Answers six of ten cases right, two with another calculated value, one with another extracted
 * one, and one in prose.
 */
function answerTo(request: MockRequest) {
  const id = /\(id: ([a-z0-9-]+)\)/.exec(JSON.stringify(request.messages))?.[1];
  const at = cases.findIndex((one) => one.id === id);
  const { ticker, filing_name, issue_time, concept_id, period, ...known } = cases[at]!;
  const turn = request.messages.filter(({ role }) => role === 'tool').length;
  const filing_path = `XBRL/${filing_name}-${ticker}-${issue_time}`;
  if (turn === 0) return call('find_filing', { ticker, filing_name, issue_time });
  if (turn === 1) return call('get_facts', { filing_path, concept_id, period });
  if (at % 10 === 9) return { content: 'I cannot tell.' };
  const off = (value: string | null, by: number) => (value === null ? null : `${value}${by}`);
  return call('submit_answer', {
    answer: {
      extracted_value: at % 10 === 8 ? off(known.expected_extracted, 1) : known.expected_extracted,
      calculated_value: at % 10 > 5 ? off(known.expected_calculated, 2) : known.expected_calculated,
    },
  });
}

beforeAll(() => {
  for (const name of ['XBRL', 'us-gaap'])
    cpSync(join(shared, name), join(filings, name), { recursive: true });
  writeFileSync(join(filings, 'cases.jsonl'), `${lines.join('\n')}\n`);
});

it('gives one journal in one process, served, and over a cluster, and replays without the model', async () => {
  const alone = join(folder, 'alone');
  const scenario = {
    name: 'audits',
    data: filings,
    workflow: 'auditing',
    tasks: 'cases.jsonl',
    agents: agentsOf(['auditor']),
  };
  const written = fileOf('audits.json', scenario);
  const running = runTapefold(['run', written, '--models', models, '--out', alone]);
  await timed('fifty audits in one process', running);
  const result = resultIn(alone);
  const [run] = result.runs;
  expect(valuesOf(run)).toMatchObject({ ACC: 0.6, SER: 0.1, EER: 0.1, CER: 0.2 });
  // Two calls and a submission each; without one where the answer was prose.
  const calls = recordsIn(join(alone, 'runs', run!.run, 'recording.db'), 'calls');
  expect(calls.length).toBe(asked * 3 - asked / 10);
  expect(run?.models?.usd).toBeGreaterThan(0);

  const place = ['--dataset', `filings=${filings}`, '--models', models];
  const register = soak.registerOf(['auditor']);
  const theirs = { ...scenario, data: 'filings', agents: registered(['auditor']) };
  const submitted = fileOf('theirs.json', theirs);
  const laptop = await serve(join(folder, 'serve'), ...place, '--agents', register);
  const served = join(folder, 'served');
  const known = ['--wait', '--data', filings];
  const ended = await laptop.cluster('submit', submitted, ...known, '--out', served);
  expect(ended.code, ended.err).toBe(0);
  expect(hashesOf(resultIn(served))).toEqual(hashesOf(result));

  const submit = await soak.startCluster(['auditor'], { filings });
  expect(hashesOf(await submit('together', theirs, filings))).toEqual(hashesOf(result));

  await soak.stopModel();
  expect(hashesOf(await replayed(alone))).toEqual(hashesOf(result));
});
