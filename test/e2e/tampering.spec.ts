/** One flipped byte anywhere in a journal is found by `verify`, which names the place. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { verifyRun } from '#backtest';
import type { JournalEvent } from '#contracts';
import { createJournal, readJournal } from '#event-log';
import { file, folder, tapefold } from './command-line.fixture.js';

/** One byte in so many is flipped; no part of eight, so that each bit has its turn. */
const step = sweepSize(11, 1);

async function finishedRun(directory: string): Promise<string> {
  const scenario = file(
    directory,
    'scenario.yaml',
    `name: small
data: synthetic-market
window: { from: 2022-02-01, to: 2022-03-15 }
symbols: [ALDR]
execution: realistic
agents: [{ id: cross, kind: sma-cross, fast: 3, slow: 8 }]
`,
  );
  const ended = await tapefold('run', scenario, '--out', join(directory, 'out'));
  expect(ended.code, ended.err).toBe(0);
  return join(directory, 'out', 'runs', 'cross-ALDR');
}

it('finds a flipped byte wherever it is, and names a place', async () => {
  const run = await finishedRun(folder());
  expect(await verifyRun(run)).toMatchObject({ kind: 'verified' });
  const journal = join(run, 'journal.bin');
  const whole = readFileSync(journal);
  for (let at = 0; at < whole.length; at += step) {
    const altered = Uint8Array.from(whole);
    altered[at] = (altered[at] as number) ^ (1 << (at % 8));
    writeFileSync(journal, altered);
    const verdict = await verifyRun(run);
    expect(verdict.kind, `byte ${at}`).toBe('refuted');
    expect((verdict as { what: string }).what, `byte ${at}`).toMatch(/byte|record \d/);
  }
  writeFileSync(journal, whole);
  expect(await verifyRun(run)).toMatchObject({ kind: 'verified' });
});

it('exits with 1 and says where; never repairs', async () => {
  const run = await finishedRun(folder());
  const journal = join(run, 'journal.bin');
  const altered = readFileSync(journal);
  altered[400] = (altered[400] as number) ^ 0x10;
  writeFileSync(journal, altered);
  const ended = await tapefold('verify', run);
  expect(ended).toMatchObject({ code: 1, err: '' });
  expect(ended.out).toMatch(
    /^not verified: .*journal\.bin: block 1, records from 1, bytes \d+ to \d+/,
  );
  expect(readFileSync(journal).equals(altered)).toBe(true);
});

it('says other semantics, other data, and a torn journal apart from tampering', async () => {
  const run = await finishedRun(folder());
  const manifestFile = join(run, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, unknown>;
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, semantics: 999 }));
  expect(await verifyRun(run)).toEqual({
    kind: 'other-semantics',
    found: 999,
    expected: 2,
    rules: [],
  });
  const data = { ...(manifest['data'] as object), sha256: '0'.repeat(64) };
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, data }));
  expect(await verifyRun(run)).toMatchObject({
    kind: 'refuted',
    what: expect.stringContaining('the data set is not the one that the run used'),
  });
  writeFileSync(manifestFile, JSON.stringify(manifest));
  const journal = join(run, 'journal.bin');
  const whole = readFileSync(journal);
  writeFileSync(journal, whole.subarray(0, whole.length - 7));
  expect(await verifyRun(run)).toMatchObject({
    kind: 'refuted',
    what: expect.stringContaining('the journal is not complete'),
  });
});

it('inspects an unfinished run as far as its journal goes, and says where it ends', async () => {
  const run = await finishedRun(folder());
  const inspect = () => tapefold('inspect', run, '--at', '2022-03-10');
  expect(await inspect()).toMatchObject({ code: 0, err: '' });
  const journal = join(run, 'journal.bin');
  const whole = readFileSync(journal);
  writeFileSync(journal, whole.subarray(0, Math.floor(whole.length / 2)));
  const { code, err } = await inspect();
  expect(code).toBe(0);
  expect(err).toMatch(
    /^the run is not finished: its journal ends at as-of \d+, 2022-02-\d\dT21:00:00Z; what follows is not in it\n$/,
  );
});

it('names the first record that differs when a whole journal was forged', async () => {
  const run = await finishedRun(folder());
  const path = join(run, 'journal.bin');
  const events: JournalEvent[] = [];
  readJournal(path, ({ event }) => events.push(event));
  rmSync(path);
  const forged = createJournal(path);
  for (const event of events) {
    forged.append(event.type === 'MarkTaken' ? { ...event, equity: event.equity + 1 } : event);
  }
  forged.close();
  const verdict = await verifyRun(run);
  expect(verdict).toMatchObject({ kind: 'refuted' });
  expect((verdict as { what: string }).what).toMatch(/journal\.bin: record \d+, byte \d+/);
});

/** Two finished runs of scripts, which are never asked again: one buys, the other stays flat. */
async function scriptedRuns(directory: string): Promise<{ out: string; scenario: string }> {
  file(directory, 'buy.csv', 'date,symbol,action\n2022-02-01,ALDR,BUY\n2022-02-10,ALDR,SELL\n');
  file(directory, 'rest.csv', 'date,symbol,action\n2022-02-01,ALDR,HOLD\n');
  const scenario = file(
    directory,
    'scenario.yaml',
    `name: scripted
data: synthetic-market
window: { from: 2022-02-01, to: 2022-03-15 }
symbols: [ALDR]
execution: close
agents:
  - { id: buys, kind: script, file: buy.csv }
  - { id: rests, kind: script, file: rest.csv }
`,
  );
  const out = join(directory, 'out');
  const ended = await tapefold('run', scenario, '--out', out);
  expect(ended.code, ended.err).toBe(0);
  return { out, scenario };
}

it('refuses the journal of another run, though its answers are taken from it', async () => {
  const directory = folder();
  const { out, scenario } = await scriptedRuns(directory);
  const [buys, rests] = ['buys-ALDR', 'rests-ALDR'].map((run) => join(out, 'runs', run));
  const one = join(buys as string, 'journal.bin');
  const other = join(rests as string, 'journal.bin');
  const bought = readFileSync(one);
  const rested = readFileSync(other);
  writeFileSync(one, rested);
  writeFileSync(other, bought);
  for (const run of [buys, rests]) {
    expect(await verifyRun(run as string)).toMatchObject({
      kind: 'refuted',
      what: expect.stringMatching(
        /record 1, RunOpened: plan: the journal is of another run; expected [0-9a-f]{64}/,
      ),
    });
  }
  const result = readFileSync(join(out, 'result.json'));
  const again = await tapefold('run', scenario, '--out', out);
  expect(again.code).not.toBe(0);
  expect(again.err).toContain('the journal is of another run');
  expect(readFileSync(join(out, 'result.json')).equals(result)).toBe(true);
  const compared = await tapefold('compare', buys as string, rests as string);
  expect(compared.err).toContain('the journal is of another run');
});

it('refuses to continue with the journal of another run', async () => {
  const directory = folder();
  const { out, scenario } = await scriptedRuns(directory);
  const run = join(out, 'runs', 'buys-ALDR');
  const rested = readFileSync(join(out, 'runs', 'rests-ALDR', 'journal.bin'));
  const manifestFile = join(run, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as { tape: object };
  writeFileSync(
    manifestFile,
    JSON.stringify({ ...manifest, tape: { ...manifest.tape, hash: null } }),
  );
  writeFileSync(join(run, 'journal.bin'), rested.subarray(0, 500));
  const again = await tapefold('run', scenario, '--out', out);
  expect(again.code).not.toBe(0);
  expect(again.err).toContain('the journal is of another run');
});

it('says of a folder of another version that it is one, and how to start over', async () => {
  const directory = folder();
  const run = await finishedRun(directory);
  const manifestFile = join(run, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as object;
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, semantics: 1 }));
  expect(await verifyRun(run)).toMatchObject({ kind: 'other-semantics', found: 1, expected: 2 });
  const verified = await tapefold('verify', run);
  expect(verified.code).toBe(1);
  expect(verified.out.split('\n').slice(0, 3)).toEqual([
    'other semantics: written by version 1, this is version 2; neither proven nor disproven',
    'rules changed since version 1:',
    '- an order meets the first bar that begins at or after it',
  ]);
  const scenario = join(directory, 'scenario.yaml');
  const again = await tapefold('run', scenario, '--out', join(directory, 'out'));
  expect(again).toMatchObject({ code: 3 });
  expect(again.err).toMatch(
    /another version of the engine; expected semantics 2; use another --out, or --fresh/,
  );
});
