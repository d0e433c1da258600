/**
 * The result of a submission over HTTP: an archive whose runs are those of the tables, and of
 * the recording.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buffer } from 'node:stream/consumers';
import { readManifest, runFolder } from '#backtest';
import { toolCallsOf } from '#backtest/run-folder/call-log';
import { readJournal } from '#event-log';
import type { RecordingReader } from '#llm';
import { endedAsk, openedAsk, recordedCall } from '#llm/calls/recorded-call.fixture';
import { FileRecording } from '#llm/embedded/file-store';
import { calls, events, hash, runA, submission } from '#read-models/sample-messages.fixture';
import { adminToken, testGateway } from '../server/gateway.fixture.js';
import { sampledGateway } from '../server/sampled-gateway.fixture.js';

const asks = [{ opened: openedAsk({ run: runA }), ended: endedAsk({ run: runA }) }];
const recordings: RecordingReader = {
  asksOf: (run) => Promise.resolve(run === runA ? asks : []),
  callsOf: (run) => Promise.resolve(run === runA ? [recordedCall({ run })] : []),
};
const path = `/v1/submissions/${submission}/result`;
const headers = { authorization: `Bearer ${adminToken}` };

/** Unpacks an archive into a folder; returns the names of its files in order. */
async function unpack(archive: Buffer): Promise<{ folder: string; names: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names: string[] = [];
  for await (const entry of Readable.from([archive]).pipe(createGunzip()).pipe(extract())) {
    const { name } = entry.header;
    names.push(name);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), await buffer(entry));
  }
  return { folder, names };
}

describe('the result of a submission', () => {
  it('holds its scenario, and of each finished run the files that a local run writes', async () => {
    const { url } = await sampledGateway({}, { recordings });
    const answer = await fetch(`${url}${path}`, { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect(answer.headers.get('content-disposition')).toContain('.tar.gz');
    const archive = Buffer.from(await answer.arrayBuffer());
    const { folder, names } = await unpack(archive);
    const files = ['journal.bin', 'manifest.json', 'recording.db', 'recordings.json'];
    const { label } = readManifest(runFolder(join(folder, dirname(names[1] as string))));
    expect(names[0]).toBe('scenario.json');
    expect(
      names
        .slice(1)
        .filter((name) => name.startsWith(`runs/${label}/`))
        .toSorted(),
    ).toEqual(files.map((name) => `runs/${label}/${name}`));
    const run = runFolder(join(folder, 'runs', label));
    expect(readManifest(run)).toMatchObject({ run: runA, label });
    const found: unknown[] = [];
    readJournal(run.journal, ({ event }) => found.push(event));
    expect(found).toEqual(events);
    expect(toolCallsOf(run)).toHaveLength(calls.length);
    const recording = new FileRecording(() => run.path);
    expect(await recording.asksOf(runA)).toEqual(asks);
    expect(await recording.callsOf(runA)).toEqual([recordedCall({ run: runA })]);
    expect(JSON.parse(readFileSync(join(folder, 'scenario.json'), 'utf8'))).toMatchObject({
      schemaVersion: 1,
    });
    const again = await fetch(`${url}${path}`, { headers });
    const second = await unpack(Buffer.from(await again.arrayBuffer()));
    expect(readFileSync(runFolder(join(second.folder, 'runs', label)).journal)).toEqual(
      readFileSync(run.journal),
    );
  });

  it('breaks off, and is logged, where a run cannot be read', async () => {
    const gone = () => Promise.reject(new Error('the recording is gone'));
    const { url, lines } = await sampledGateway(
      {},
      { recordings: { asksOf: gone, callsOf: gone } },
    );
    const received = fetch(`${url}${path}`, { headers }).then((answer) => answer.arrayBuffer());
    await expect(received).rejects.toThrow(/terminated|fetch failed/);
    await expect.poll(() => lines.join()).toContain('a result was interrupted');
  });

  it('is refused without a token, and where there is nothing', async () => {
    const { ask } = await sampledGateway();
    expect((await ask(path, { token: null })).status).toBe(401);
    expect((await ask(`/v1/submissions/${hash('9')}/result`)).status).toBe(404);
    const empty = await testGateway();
    expect((await empty.ask(path)).status).toBe(404);
  });
});
