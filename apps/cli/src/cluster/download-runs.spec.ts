/**
 * Runs arrive in one archive, and are kept only if their journals have the scored hashes and their
 * calls are whole.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeRecordings, runFolder, type LoggedCall, type RunFolder } from '#backtest';
import { toolCallsOf } from '#backtest/run-folder/call-log';
import { writeRecords } from '#backtest/run-folder/run-records';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { createJournal, readJournal } from '#event-log';
import { stepsOf } from '#llm';
import { endedAsk, openedAsk, recordedCall } from '#llm/calls/recorded-call.fixture';
import { FileRecording } from '#llm/embedded/file-store';
import { callsDigest } from '#tools';
import { sha256Hex } from '#values';
import { downloadRuns } from './download-runs.js';
import { fakeGateway, type Answer } from './fake-gateway.fixture.js';
import type { Run } from './gateway-answers.js';
import { clusterRun, submission } from './run.fixture.js';

const call = (asOf: number, ordinal: number): LoggedCall => ({
  asOf,
  ordinal,
  tool: 'get_prices',
  arguments: `{"n":${ordinal}}`,
  result: sha256Hex(`${ordinal}`),
  bytes: 9,
  error: null,
  durationMs: 0.5,
});
const calls = [call(3, 1), call(3, 2), call(7, 1)];
const { plan } = clusterRun('1', 'one');
const toolAgent = agentConfigSchema.parse({ id: 'outside', kind: 'mcp', timeBudgetMs: 1000 });
const modelAgent = agentConfigSchema.parse({ id: 'thinker', kind: 'llm', model: 'local/one' });
const planWith = (agent: typeof toolAgent) => ({ ...plan, agent }) as Run['plan'];

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'download-runs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The folder of a run of `place`, with a journal that names `calls`; returns the hash
 * of the journal.
 */
function writeRun(place: string, label = 'one'): { folder: RunFolder; hash: string } {
  const folder = runFolder(join(place, 'runs', label));
  mkdirSync(folder.path, { recursive: true });
  writeFileSync(folder.manifest, '{}');
  const journal = createJournal(folder.journal);
  journal.append(runOpened(['WAVE']));
  for (const [asOf, count] of [
    [3, 2],
    [7, 1],
  ] as const) {
    const digest = callsDigest(calls.filter((one) => one.asOf === asOf));
    journal.append({ type: 'ToolsCalled', asOf, time: asOf, calls: count, digest });
    journal.append({ type: 'DecisionMissing', asOf, time: asOf });
  }
  for (let asOf = 10; asOf < 5000; asOf++) {
    journal.append({ type: 'DecisionFailed', asOf, time: asOf, reason: `é ${asOf % 7}` });
  }
  journal.append(runClosed({ asOf: 9999, time: 9999 }));
  return { folder, hash: journal.close().hash };
}

/** The files of `place` as a gzipped tar. */
async function archiveOf(place: string): Promise<Buffer> {
  const archive = pack();
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    archive.entry({ name: relative(place, path) }, readFileSync(path));
  }
  archive.finalize();
  return buffer(archive.pipe(createGzip()));
}

/** Downloads what a gateway with these answers sends; returns what came of it. */
async function download(
  run: Run,
  answers: readonly Answer[],
  timeoutMs = 0,
  prepare: (out: string) => void = () => undefined,
) {
  const out = temporary();
  const fake = await fakeGateway(
    (_, number) => answers[Math.min(number, answers.length) - 1] as Answer,
    { timeoutMs },
  );
  mkdirSync(join(out, 'runs'));
  prepare(out);
  const folderOf = ({ label }: Run): RunFolder => runFolder(join(out, 'runs', label));
  const done = downloadRuns(fake.client, { submission }, { out, runs: [run], folderOf });
  return { out, folder: folderOf(run), done, ...fake };
}

const runOf = (hash: string, change: Partial<Run> = {}): Run =>
  clusterRun('1', 'one', { status: 'finished', isScored: true, journalHash: hash, ...change });

describe('downloadRuns', () => {
  it('puts each run into its folder, asked for once', async () => {
    const place = temporary();
    const { hash } = writeRun(place);
    const run = runOf(hash);
    const { folder, out, done, requests } = await download(run, [[200, await archiveOf(place)]]);
    await done;
    expect(readJournal(folder.journal)).toMatchObject({ complete: true, hash });
    expect(readdirSync(folder.path).toSorted()).toEqual(['journal.bin', 'manifest.json']);
    expect(readdirSync(out)).toEqual(['runs']);
    expect(requests.map(({ url }) => url)).toEqual([`/v1/submissions/${submission}/result`]);
    expect(requests[0]?.headers.authorization).toBe('Bearer secret-of-the-tests');
  });

  it('asks again after an outage and after an answer that broke off', async () => {
    const place = temporary();
    const { hash } = writeRun(place);
    const answers: Answer[] = [[503, '{}'], 'broken', [200, await archiveOf(place)]];
    const { folder, done, requests } = await download(runOf(hash), answers, 60_000);
    await done;
    expect(readJournal(folder.journal).hash).toBe(hash);
    expect(requests).toHaveLength(3);
  });

  it('replaces what is in the folder, and removes what a killed download left', async () => {
    const place = temporary();
    const { hash } = writeRun(place);
    writeFileSync(join(place, 'scenario.json'), '{}');
    const { folder, out, done } = await download(
      runOf(hash),
      [[200, await archiveOf(place)]],
      0,
      (into) => {
        mkdirSync(join(into, 'runs', 'one'));
        writeFileSync(join(into, 'runs', 'one', 'fills.csv'), 'old');
        mkdirSync(join(into, '.download-Ab1', 'runs', 'one'), { recursive: true });
      },
    );
    await done;
    expect(readdirSync(folder.path).toSorted()).toEqual(['journal.bin', 'manifest.json']);
    expect(readdirSync(join(out, 'runs'))).toEqual(['one']);
    expect(readdirSync(out)).toEqual(['runs']);
  });

  it('leaves nothing behind when it is stopped', async () => {
    const place = temporary();
    const { hash } = writeRun(place);
    const archive = await archiveOf(place);
    const stop = new AbortController();
    const fake = await fakeGateway(
      () => {
        stop.abort();
        return [200, archive];
      },
      { timeoutMs: 60_000, signal: stop.signal },
    );
    const out = temporary();
    const folderOf = ({ label }: Run): RunFolder => runFolder(join(out, 'runs', label));
    const run = runOf(hash);
    const done = downloadRuns(fake.client, { submission }, { out, runs: [run], folderOf });
    await expect(done).rejects.toMatchObject({ code: 'Unavailable' });
    expect(fake.requests).toHaveLength(1);
    expect(readdirSync(out)).toEqual([]);
  });

  it.each<[string, (archive: Buffer) => Answer, Partial<Run>, string]>([
    [
      'another hash was scored',
      (all) => [200, all],
      { journalHash: 'f'.repeat(64) },
      'CorruptJournal',
    ],
    ['the archive is cut', (all) => [200, all.subarray(0, all.length / 2)], {}, 'Unavailable'],
    ['it is no archive', () => [200, 'hello'], {}, 'Unavailable'],
    ['it has another run', (all) => [200, all], { label: 'two' }, 'CorruptJournal'],
    ['tool calls are missing', (all) => [200, all], { plan: planWith(toolAgent) }, 'Unavailable'],
    [
      'its recording is missing',
      (all) => [200, all],
      { plan: planWith(modelAgent) },
      'Unavailable',
    ],
  ])('keeps nothing where %s', async (_, answerOf, change, code) => {
    const place = temporary();
    const { hash } = writeRun(place);
    const answer = answerOf(await archiveOf(place));
    const { out, done } = await download(runOf(hash, change), [answer]);
    await expect(done).rejects.toMatchObject({ code });
    expect(readdirSync(out)).toEqual(['runs']);
    expect(readdirSync(join(out, 'runs'))).toEqual([]);
  });

  it('keeps tool calls that the journal names, and no others', async () => {
    const place = temporary();
    const { folder: sent, hash } = writeRun(place);
    writeRecords(sent, { calls });
    const run = runOf(hash, { plan: planWith(toolAgent) });
    const { folder, done } = await download(run, [[200, await archiveOf(place)]]);
    await done;
    expect(toolCallsOf(folder)).toEqual(calls);

    const altered = temporary();
    const { folder: other } = writeRun(altered);
    writeRecords(other, { calls: calls.with(1, { ...call(3, 2), error: 'no' }) });
    const { done: refused } = await download(run, [[200, await archiveOf(altered)]]);
    await expect(refused).rejects.toMatchObject({
      code: 'CorruptJournal',
      where: 'one: calls at as-of 3',
    });
  });

  it('names the decision whose tool calls are not in the tables yet', async () => {
    const place = temporary();
    const { folder: sent, hash } = writeRun(place);
    writeRecords(sent, { calls: calls.slice(0, 2) });
    const run = runOf(hash, { plan: planWith(toolAgent) });
    const { done } = await download(run, [[200, await archiveOf(place)]]);
    await expect(done).rejects.toMatchObject({
      code: 'Unavailable',
      where: 'one: calls at as-of 7',
      expected: '1',
      found: '0',
    });
  });

  it('keeps the recording of an agent that asks a model', async () => {
    const place = temporary();
    const { folder: sent, hash } = writeRun(place);
    const run = runOf(hash, { plan: planWith(modelAgent) });
    const of = { run: run.run };
    const asks = [{ opened: openedAsk(of), ended: endedAsk(of) }];
    const steps = stepsOf(asks, [recordedCall(of)]);
    writeRecords(sent, { calls, asks: steps.asks, 'model-calls': steps.modelCalls });
    closeRecordings(sent);
    const { folder, done } = await download(run, [[200, await archiveOf(place)]]);
    await done;
    const recording = new FileRecording(() => folder.path);
    expect(await recording.asksOf(run.run)).toEqual(asks);
    expect(await recording.callsOf(run.run)).toEqual([recordedCall(of)]);
    expect(existsSync(folder.closing)).toBe(true);
  });
});
