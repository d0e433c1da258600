/**
 * What is read of a finished result: its runs at instants, their decisions as a stream, replays at
 * night, and a part of it. `npx vitest run libs/backtest/src/again/finished-result.spec.ts
 * --update` writes the files again.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { readJournal } from '#event-log';
import { resolvePolicy } from '#portfolio';
import { GrowingData, runOver } from '../run-folder/growing-data.fixture.js';
import { journalStream, runFoldersAt } from '../rescore/journal-stream.js';
import { policiesNamed } from '../rescore/policies-named.js';
import type { DecisionStream } from '../rescore/stream.js';
import { inspectRun } from './inspect-run.js';
import { isOpenResult, replayAgain, resultsIn } from './nightly-replay.js';
import { verifyResult } from './verify-result.js';

const agents: AgentConfig[] = [
  { id: 'script', kind: 'script', file: 'script.csv' },
  { id: 'hold', kind: 'buy-and-hold' },
];
const options = { codeVersion: 'test' };

async function finished(out = 'out', more: { to?: string } = {}) {
  const data = new GrowingData(8);
  await runOver(data, out, { agents, to: '2026-03-10', execution: 'realistic', ...more });
  const path = join(data.directory, out);
  const told = (value: unknown): string =>
    JSON.stringify(value, null, 1)
      .replaceAll(data.directory, 'DATA')
      .replaceAll(/[0-9a-f]{64}/g, 'HASH');
  return { data, path, told, runAt: (label: string) => join(path, 'runs', label) };
}

it('shows its runs at instants, and their decisions', async () => {
  const { path, told, runAt } = await finished();
  const lines: string[] = [];
  for (const label of ['script-AA', 'hold-BB']) {
    for (const at of ['2026-03-03', '2026-03-05', '2026-03-07', '2026-03-06T18:00:00Z', null]) {
      lines.push(`${label} ${at}`, told(await inspectRun(runAt(label), at)));
    }
    lines.push(told(await journalStream(runAt(label), undefined)));
  }
  lines.push(told(runFoldersAt(path)), told(runFoldersAt(runAt('hold-AA'))));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-finished/runs.txt');
  expect(runFoldersAt(join(path, 'none'))).toBeUndefined();
  await expect(inspectRun(runAt('hold-AA'), 'noon')).rejects.toThrow(
    '--at: not a time; expected a date, or an instant with its offset such as ' +
      '2025-03-03T15:00:00Z; found "noon"',
  );
});

it('is replayed at night, and named with the first of its differences', async () => {
  const { data, path } = await finished();
  expect(resultsIn([path])).toEqual([path]);
  mkdirSync(join(data.directory, 'a-folder'));
  expect(resultsIn([data.directory, path])).toEqual([path, path]);
  for (const place of [join(data.directory, 'none'), join(data.directory, 'a-folder')]) {
    expect(() => resultsIn([place])).toThrow(
      `${place}: no result found; expected a result, or a folder with results`,
    );
  }
  const sound = { path, repeated: 4, difference: null, differences: 0, failure: null };
  expect(await replayAgain(path, options)).toEqual(sound);
  const trades = join(path, 'runs', 'script-AA', 'trades.csv');
  writeFileSync(trades, `${readFileSync(trades, 'utf8')}more\n`);
  const changed = await replayAgain(path, options);
  expect(changed).toMatchObject({ differences: 1, failure: null });
  expect(changed.difference).toMatch(/^runs[/]script-AA/);
  rmSync(join(data.directory, 'dataset.yaml'));
  const failed = await replayAgain(path, options);
  expect(failed).toMatchObject({ repeated: 0, difference: null, differences: 0 });
  expect(failed.failure).toContain(
    ': the folder has no dataset.yaml; expected the data set at its old place, or --data with ' +
      'the new one',
  );
});

it('tells whether its window is open', async () => {
  const closed = await finished();
  const open = await finished('open', { to: 'open' });
  expect([isOpenResult(closed.path), isOpenResult(open.path)]).toEqual([false, true]);
  await expect(journalStream(open.runAt('hold-AA'), undefined)).rejects.toThrow(
    'the run is not finished; expected a finished run; `tapefold run` with its scenario resumes it',
  );
});

it('is verified in part where it says which runs it lacks', async () => {
  const { path, runAt } = await finished();
  const file = join(path, 'result.json');
  const result = JSON.parse(readFileSync(file, 'utf8')) as {
    runs: { run: string }[];
    missingRuns: object[];
  };
  rmSync(runAt('script-BB'), { recursive: true });
  const unsaid = await verifyResult(path, options);
  expect(unsaid.findings.map(({ path: place }) => place)).toContain('runs/script-BB');
  const missing = {
    run: 'script-BB',
    agent: 'script',
    symbol: 'BB',
    repeat: 0,
    status: 'failed',
    reason: 'it broke',
  };
  const runs = result.runs.filter(({ run }) => run !== 'script-BB');
  writeFileSync(file, JSON.stringify({ ...result, runs, missingRuns: [missing] }));
  const { notes, verified, findings } = await verifyResult(path, options);
  expect(notes).toContain('runs/script-BB: the result is partial, as this run was failed');
  expect(verified).toBe(3);
  expect(findings.filter(({ path: place }) => place.startsWith('runs'))).toEqual([]);
});

it('is scored again under policies by their names', async () => {
  const { runAt } = await finished();
  const stream = await journalStream(runAt('hold-AA'), undefined);
  const inline = { ...resolvePolicy('realistic'), name: 'mine', feeBps: 1 };
  const own: DecisionStream = { ...stream, policy: inline, source: 'there' };
  const namesOf = (text: string, streams: readonly DecisionStream[]) =>
    policiesNamed(text, streams).map(({ name }) => name);
  expect(namesOf('close, realistic,close', [stream])).toEqual(['close', 'realistic']);
  expect(namesOf('mine', [stream, own])).toEqual(['mine']);
  const all = namesOf('all', [stream]);
  expect(all).toContain('close');
  expect(all.filter((name) => name.startsWith('paper'))).toEqual([]);
  expect(namesOf('all', [own, { ...own, policy: { ...inline } }])).toEqual([...all, 'mine']);
  expect(namesOf('all', [{ ...stream, policy: undefined as never }])).toEqual(all);
  expect(() => namesOf('none', [stream])).toThrow(/none/);
  expect(() => namesOf('all', [own, { ...own, policy: { ...inline, feeBps: 2 } }])).toThrow(
    'there: two policies share a name; expected the terms that "mine" has in other runs; found ' +
      'other terms',
  );
});

it('is refuted by a marker that is not its own, without which any folder could be emptied', async () => {
  const { path } = await finished();
  writeFileSync(join(path, '.tapefold-result'), 'Results of another program.\n');
  const { findings } = await verifyResult(path, options);
  expect(findings.map(({ path: place }) => place)).toEqual(['.tapefold-result']);
});

it.each([
  ['in the middle of a record', 3],
  ['between two records', 0],
])('is refuted by a journal that ends %s, with where it ends', async (_, torn) => {
  const { path, runAt } = await finished();
  const journal = join(runAt('script-AA'), 'journal.bin');
  const seen: { seq: number; offset: number }[] = [];
  readJournal(journal, ({ seq, offset }) => void seen.push({ seq, offset }));
  const { seq, offset } = seen.at(-1)!;
  truncateSync(journal, offset + torn);
  const { findings } = await verifyResult(path, options);
  const cut = torn === 0 ? '' : `, with ${torn} torn bytes behind it`;
  const end = `it ends after record ${seq - 1} at byte ${offset}${cut}`;
  const verdicts = findings.filter(({ path: place }) => place === 'runs/script-AA');
  expect(verdicts).toMatchObject([
    { verdict: { what: expect.stringContaining(`the journal is not complete: ${end}; \`tap`) } },
  ]);
});
