/** The same scenario has one journal hash, whatever the threads, batches and interruptions. */

import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import {
  file,
  folder,
  hashesOf,
  marketScenario,
  sharedFolder,
  startTapefold,
  tapefold,
} from '../e2e/command-line.fixture.js';
import { startWarm } from '../e2e/warm-program.fixture.js';

const killsMax = sweepSize(2, 20);

it('has one hash over several runs, one and two threads, batches of 1 and 65,536', async () => {
  const directory = folder();
  const scenario = marketScenario(directory);
  const variants = [
    [],
    ['--jobs', '1', '--batch', '65536'],
    ['--jobs', '2', '--batch', '1'],
    ['--jobs', '1'],
    ['--jobs', '2'],
    ['--batch', '1'],
    ['--batch', '65536'],
    [],
    [],
  ].slice(0, sweepSize(3, 9));
  let first: Readonly<Record<string, string>> | undefined;
  for (const [number, options] of variants.entries()) {
    const out = join(directory, `out-${number}`);
    const ended = await tapefold('run', scenario, '--out', out, '--json', ...options);
    expect(ended.code, ended.err).toBe(0);
    const hashes = hashesOf(ended.out);
    first ??= hashes;
    expect(Object.keys(hashes)).toHaveLength(13);
    expect(hashes).toEqual(first);
  }
});

/** A minute series long enough to be killed in the middle of: 120,000 bars from a formula. */
function minuteScenario(directory: string): string {
  const lines = ['timestamp,open,high,low,close'];
  let price = 100;
  for (let bar = 1; bar <= 120_000; bar++) {
    const next = Math.round((100 + 20 * Math.sin(bar / 300) + 5 * Math.sin(bar / 17)) * 100) / 100;
    const time = new Date(Date.UTC(2021, 0, 1) + bar * 60_000).toISOString();
    lines.push(`${time},${price},${Math.max(price, next)},${Math.min(price, next)},${next}`);
    price = next;
  }
  file(directory, 'bars.csv', `${lines.join('\n')}\n`);
  file(
    directory,
    'dataset.yaml',
    [
      'name: minutes',
      'calendar: 24/7',
      'timeZone: UTC',
      'currency: USD',
      'bars: { file: bars.csv, frequency: intraday, barMinutes: 1, stamp: end, priceBasis: ' +
        'raw, symbol: WAVE }',
      'symbols: [WAVE]',
    ].join('\n'),
  );
  return file(
    directory,
    'scenario.yaml',
    `name: minutes
data: .
window: { from: 2021-01-02, to: 2021-03-20 }
symbols: [WAVE]
execution: { feeBps: 2, lotSize: 1 }
agents:
  - { id: cross, kind: sma-cross, fast: 10, slow: 30 }
  - { id: coin, kind: random }
`,
  );
}

const scenario = minuteScenario(sharedFolder());

/** Waits until the run's first journal has begun, then a random while more. */
async function killSomewhere(args: readonly string[], journals: string): Promise<boolean> {
  const run = startTapefold(...args);
  const ended = new Promise<number | null>((settle) => run.on('exit', (code) => settle(code)));
  for (let wait = 0; wait < 500 && run.exitCode === null && !hasBytes(journals); wait++) {
    await sleep(2);
  }
  await sleep(randomInt(0, 120));
  if (run.exitCode === null && run.pid !== undefined) run.kill('SIGKILL');
  return (await ended) !== 0;
}

function hasBytes(journals: string): boolean {
  if (!existsSync(journals)) return false;
  return readdirSync(journals).some((name) => {
    const journal = join(journals, name, 'journal.bin');
    return existsSync(journal) && statSync(journal).size > 0;
  });
}

it(`has the same hash after being killed at ${killsMax} random points`, async () => {
  const directory = folder();
  const whole = await tapefold('run', scenario, '--out', join(directory, 'whole'), '--json');
  expect(whole.code, whole.err).toBe(0);
  const out = join(directory, 'killed');
  let kills = 0;
  for (let attempt = 0; attempt < 3 * killsMax && kills < killsMax; attempt++) {
    const fresh = attempt % 4 === 0 ? ['--fresh'] : [];
    const batch = String([1, 50, 1000, 5000][attempt % 4]);
    const args = ['run', scenario, '--out', out, '--batch', batch, ...fresh];
    if (await killSomewhere(args, join(out, 'runs'))) kills++;
  }
  expect(kills).toBe(killsMax);
  const resumed = await tapefold('run', scenario, '--out', out, '--json');
  expect(resumed.code, resumed.err).toBe(0);
  expect(hashesOf(resumed.out)).toEqual(hashesOf(whole.out));
  const verified = await tapefold('verify', join(out, 'runs', 'cross-WAVE'));
  expect(verified).toMatchObject({ code: 0, err: '' });
  expect(verified.out).toContain(hashesOf(whole.out)['cross-WAVE']);
});

it('keeps a finished result, and reports it; another scenario is refused', async () => {
  const directory = folder();
  const scenario = marketScenario(directory);
  const out = join(directory, 'out');
  const first = await tapefold('run', scenario, '--out', out, '--json');
  const second = await tapefold('run', scenario, '--out', out, '--json');
  expect(second.err).toContain('12 finished runs kept');
  expect(second.out).toBe(first.out);
  const other = marketScenario(directory, 'capital: 5000\n');
  const refused = await tapefold('run', other, '--out', out);
  expect(refused).toMatchObject({ code: 3, out: '' });
  expect(refused.err).toMatch(
    /^Conflict: .*the folder holds the result of another scenario: capital is different; expected 5000/m,
  );
});

it('leaves a resumable run on Ctrl-C', async () => {
  const directory = folder();
  const out = join(directory, 'out');
  const run = await startWarm(['run', scenario, '--out', out, '--speed', '60000']);
  let isOver = false;
  const ended = run.ended.finally(() => (isOver = true));
  while (!hasBytes(join(out, 'runs')) && !isOver) await sleep(5);
  run.kill('SIGINT');
  expect((await ended).code).toBe(130);
  const resumed = await tapefold('run', scenario, '--out', out, '--json');
  expect(resumed.code, resumed.err).toBe(0);
  expect(resumed.err).toMatch(/resumed cross-WAVE after \d+ records?/);
});
