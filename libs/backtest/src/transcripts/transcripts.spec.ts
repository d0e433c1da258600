/**
 * Transcripts from the folders of runs: found, read decision by decision, and drawn as pages
 * beside the report.
 */

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { stepsOf, type DecisionTranscript } from '#llm';
import { madeToolCalls, prices, recordedAsk, recordedCalls } from '#llm/calls/recording.fixture';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { runFolder } from '../run-folder/run-folder.js';
import { writeRecords } from '../run-folder/run-records.js';
import { runScenario } from '../run/run-scenario.js';
import { decisionNamed, readTranscripts } from './read-transcripts.js';
import { comparedFile, writtenFile } from '../run-folder/derived-file.js';
import { deriveTranscripts } from '../run/derive-documents.js';

let folder: string;
let out: string;
const run = (label: string): string => join(out, 'runs', label);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-transcripts-'));
  out = join(folder, 'result');
  const scenario = tradingScenarioSchema.parse({
    name: 'transcripts',
    workflow: 'trading',
    data: 'aapl-2013-2018',
    window: { from: '2014-01-02', to: '2014-01-10' },
    symbols: ['AAPL'],
    capital: 1000,
    execution: 'close',
    agents: ['model', 'other', 'plain'].map((id) => ({ id, kind: 'buy-and-hold' })),
  });
  const options = { out, codeVersion: '0.0.0', jobs: 1, fresh: false };
  await runScenario({ scenario, directory: folder }, options);
  record(run('model-AAPL'));
  record(run('other-AAPL'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Puts a recording of two decisions beside a journal, as if its agent had asked models. */
function record(path: string): void {
  const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as { run: string };
  const key = (asOf: number) => ({ run: manifest.run, asOf, attempt: 1 });
  const asks = [7, 9].map((asOf) => ({
    opened: { ...recordedAsk.opened, ...key(asOf), session: `2014-01-0${asOf}` },
    ended: { ...(recordedAsk.ended as object), ...key(asOf) } as typeof recordedAsk.ended,
  }));
  const calls = [7, 9].flatMap((asOf) =>
    recordedCalls('google-generate-content', true).map((call) => ({ ...call, ...key(asOf) })),
  );
  const result = sha256Hex(prices);
  mkdirSync(join(path, 'texts'), { recursive: true });
  writeFileSync(join(path, 'texts', `${result}.txt`), prices);
  const tools = madeToolCalls.map((call) => ({ ...call, result, bytes: 1, durationMs: 1 }));
  const { asks: made, modelCalls } = stepsOf(asks, calls);
  writeRecords(runFolder(path), {
    asks: made,
    'model-calls': modelCalls,
    calls: tools.map((call) => ({ ...call, asOf: 9 })),
  });
}

async function transcriptsOf(
  path: string,
  wanted?: Parameters<Awaited<ReturnType<typeof readTranscripts>>[number]['read']>[0],
): Promise<DecisionTranscript[]> {
  const [only] = await readTranscripts(path);
  const read: DecisionTranscript[] = [];
  for await (const decision of only?.read(wanted) ?? []) read.push(decision);
  return read;
}

describe('reading transcripts', () => {
  it('finds the runs of a result that have a recording', async () => {
    const found = await readTranscripts(out);
    expect(found.map(({ label, model }) => [label, model])).toEqual([
      ['model-AAPL', 'stub/model-1'],
      ['other-AAPL', 'stub/model-1'],
    ]);
    expect(found[0]?.decisions).toEqual([
      { asOf: 7, session: '2014-01-07' },
      { asOf: 9, session: '2014-01-09' },
    ]);
  });

  it('reads each decision with its own calls, tools and texts', async () => {
    const [first, second] = await transcriptsOf(run('model-AAPL'));
    expect(first?.attempts[0]?.calls).toHaveLength(2);
    expect(second?.attempts[0]?.calls[1]?.tools).toMatchObject([
      { name: 'submit_decision', result: prices },
    ]);
    expect(first?.attempts[0]?.calls[1]?.tools).toMatchObject([
      { name: 'submit_decision', result: null },
    ]);
  });

  it.each(['2014-01-09', '9', '7'])('reads the one that %s names', async (name) => {
    const path = run('model-AAPL');
    const tasks = name === '7' ? [{ asOf: 9, task: '7' }] : [{ asOf: 7, task: 'a"\u202eb' }, {}];
    const lines = tasks.map((line) => JSON.stringify(line)).join('\n');
    writeFileSync(join(path, 'answers.jsonl'), `${lines}\n{`);
    const [only] = await readTranscripts(path);
    const { decisions } = only!;
    const read = await transcriptsOf(path, decisionNamed(name, decisions));
    expect(read.map(({ asOf }) => asOf)).toEqual([9]);
    const known = name === '7' ? 'or one of the tasks "7"' : 'or one of the tasks "a\\" b"';
    expect(() => decisionNamed('8', decisions)).toThrow(known);
    rmSync(join(path, 'answers.jsonl'));
  });

  it('refuses unknown names, and folders without a recording', async () => {
    expect(() => decisionNamed('yesterday', [])).toThrow(
      /--decision: no such decision.*"yesterday"/,
    );
    await expect(readTranscripts(run('plain-AAPL'))).rejects.toThrow(
      /no model calls were recorded/,
    );
    await expect(readTranscripts(folder)).rejects.toThrow(/not a run folder/);
  });
});

describe('pages of transcripts', () => {
  const page = (label: string, name = '1.html'): string =>
    readFileSync(join(out, 'transcripts', label, name), 'utf8');
  const labels = ['model-AAPL', 'other-AAPL', 'plain-AAPL'];
  const states = async (open: typeof writtenFile) =>
    (await deriveTranscripts(out, labels, open)).map(({ path, state }) => [
      path.slice(join(out, 'transcripts').length + 1),
      state.kind,
    ]);

  it('are written when there is a recording, and compared with it', async () => {
    for (const label of labels) mkdirSync(join(out, 'transcripts', label), { recursive: true });
    await deriveTranscripts(out, labels, writtenFile);
    expect(page('model-AAPL')).toContain('id="run-9"');
    expect(() => page('plain-AAPL')).toThrow(/ENOENT/);
    const path = join(out, 'transcripts', 'model-AAPL');
    copyFileSync(join(path, '1.html'), join(path, '2.html'));
    writeFileSync(join(path, '1.html'), 'altered');
    expect(await states(comparedFile)).toEqual([
      ['model-AAPL/1.html', 'altered'],
      ['model-AAPL/index.html', 'same'],
      ['model-AAPL/2.html', 'altered'],
      ['other-AAPL/1.html', 'same'],
      ['other-AAPL/index.html', 'same'],
    ]);
    expect(page('model-AAPL')).toBe('altered');
    expect((await states(writtenFile))[0]).toEqual(['model-AAPL/1.html', 'rewritten']);
    expect(page('model-AAPL')).toContain('id="run-9"');
  });
});
