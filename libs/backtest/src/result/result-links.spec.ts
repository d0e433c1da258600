/** A result from elsewhere has links: no file outside of it is read, and none is written to. */

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { verifyResult } from '../again/verify-result.js';
import { agents, GrowingData, runOver } from '../run-folder/growing-data.fixture.js';
import { recordedRun } from '../run-folder/own-journal.js';
import { runFolder, textState } from '../run-folder/run-folder.js';
import { keptText } from '../transcripts/read-transcripts.js';
import { runFoldersIn } from './result-folder.js';

async function finished() {
  const data = new GrowingData(5);
  const options = { agents: agents.slice(0, 1) };
  await runOver(data, 'out', options);
  const out = join(data.directory, 'out');
  const outside = join(data.directory, 'outside');
  mkdirSync(outside);
  return { out, outside, again: () => runOver(data, 'out', options) };
}

const refused = (where: string) => expect.objectContaining({ code: 'InvalidInput', where });

it('names a link in the folder of a run, and writes nothing through it', async () => {
  const { out, outside, again } = await finished();
  const run = join(out, 'runs', 'hold-AA');
  const log = join(outside, 'log.txt');
  symlinkSync(log, join(run, 'log.txt'));
  expect(() => recordedRun(run)).toThrow(refused('log.txt'));
  await expect(again()).rejects.toEqual(refused('log.txt'));
  expect(existsSync(log)).toBe(false);
});

it.each(['result.json', 'scenario.json', 'runs/hold-AA'])(
  'names %s where it is a link to elsewhere',
  async (name) => {
    const { out, outside, again } = await finished();
    rmSync(join(out, name), { recursive: true });
    symlinkSync(outside, join(out, name));
    expect(() => runFoldersIn(out)).toThrow(refused(name));
    expect((await verifyResult(out)).findings).toMatchObject([
      { path: name, verdict: { kind: 'refuted', what: expect.stringContaining('link') as string } },
    ]);
    await expect(again()).rejects.toEqual(refused(name));
  },
);

it('reads no text of a run through a link, even one with the right content', async () => {
  const { out, outside } = await finished();
  const folder = runFolder(join(out, 'runs', 'hold-AA'));
  const secret = 'the content of another file';
  const sha256 = sha256Hex(secret);
  writeFileSync(join(outside, 'secret'), secret);
  mkdirSync(folder.texts, { recursive: true });
  symlinkSync(join(outside, 'secret'), join(folder.texts, `${sha256}.txt`));
  expect(() => keptText(folder, sha256)).toThrow(refused(`${sha256}.txt`));
  expect(() => textState(folder, sha256)).toThrow(refused(`${sha256}.txt`));
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe(secret);
});
