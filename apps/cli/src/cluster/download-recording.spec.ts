/** A recording arrives page by page, and becomes the files that a local run writes. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runFolder, type RunFolder } from '#backtest';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { stepsOf, type RecordedAsk } from '#llm';
import { FileRecording } from '#llm/embedded/file-store';
import { endedAsk, openedAsk, recordedCall } from '#llm/calls/recorded-call.fixture';
import { recordsIn } from '#store/embedded/records.fixture';
import { downloadRecording } from './download-run.js';
import { fakeGateway } from './fake-gateway.fixture.js';
import { clusterRun } from './run.fixture.js';

const plan = clusterRun('1', 'one').plan;
const agent = agentConfigSchema.parse({ id: 'thinker', kind: 'llm', model: 'local/one' });
const run = clusterRun('1', 'one', { plan: { ...plan, agent } as typeof plan });
const of = { run: run.run };
const asks: readonly RecordedAsk[] = [
  { opened: openedAsk(of), ended: endedAsk({ ...of, class: 'refused' }) },
  { opened: openedAsk({ ...of, attempt: 2 }), ended: endedAsk({ ...of, attempt: 2 }) },
];
const calls = [recordedCall(of), recordedCall({ ...of, ordinal: 2 })];

function emptyFolder(): RunFolder {
  const folder = runFolder(mkdtempSync(join(tmpdir(), 'download-recording-')));
  onTestFinished(() => rmSync(folder.path, { recursive: true, force: true }));
  return folder;
}

describe('downloadRecording', () => {
  it('writes attempts and calls as a run in one process does', async () => {
    const folder = emptyFolder();
    const pages = [
      { items: asks.slice(0, 1), next: 'asks:1000:1' },
      { items: asks.slice(1), next: null },
      { items: calls, next: null },
    ];
    const { client } = await fakeGateway((_, number) => [200, pages[number - 1]]);
    await downloadRecording(client, run, folder);
    const steps = stepsOf(asks, calls);
    const stored = (stream: string): unknown[] =>
      recordsIn(folder.recording, stream).map((line) => JSON.parse(line) as unknown);
    expect(stored('asks')).toEqual(steps.asks);
    expect(stored('model-calls')).toEqual(steps.modelCalls);
    expect(existsSync(folder.closing)).toBe(true);
    const recording = new FileRecording(() => folder.path);
    expect(await recording.asksOf(run.run)).toEqual(asks);
    expect(await recording.callsOf(run.run)).toEqual(calls);
  });

  it('writes them under the id that the run has in its folder', async () => {
    const folder = emptyFolder();
    const pages = [asks, calls].map((items) => ({ items, next: null }));
    const { client } = await fakeGateway((_, number) => [200, pages[number - 1]]);
    const id = 'e'.repeat(64);
    await downloadRecording(client, run, folder, id);
    const recording = new FileRecording(() => folder.path);
    const own = { run: id };
    expect(await recording.callsOf(id)).toEqual(calls.map((call) => ({ ...call, ...own })));
    expect((await recording.asksOf(id)).map(({ opened }) => opened)).toEqual(
      asks.map(({ opened }) => ({ ...opened, ...own })),
    );
  });

  it('reports it when the gateway has no recording', async () => {
    const { client } = await fakeGateway(() => [200, { items: [], next: null }]);
    const downloading = downloadRecording(client, run, emptyFolder());
    await expect(downloading).rejects.toMatchObject({ code: 'Unavailable', where: 'one' });
  });

  it('asks for none of an agent that asks no model', async () => {
    const folder = emptyFolder();
    const { client, requests } = await fakeGateway(() => [200, { items: [], next: null }]);
    await downloadRecording(client, clusterRun('1', 'one'), folder);
    expect(requests).toEqual([]);
    expect(existsSync(folder.recording)).toBe(false);
  });
});
