/** Modules run in a bounded number of processes, one per run, and no result depends on how many. */

import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { file, folder, hashesOf, tapefold } from '../e2e/command-line.fixture.js';
import { moduleScenario, startRunWithin } from '../e2e/module-run.fixture.js';

/** Counts its decisions in a variable that the next run would see, if it had the same process. */
const counting = `globalThis.count = 0;
export default ({ view, symbols: [symbol] }) => ({
  kind: 'target',
  positions: { [symbol]: view.lastPrice(symbol) > 78 ? 1 : 0 },
  rationale: \`decision \${++globalThis.count} of this process\`,
});
`;

it.each([
  [[], availableParallelism()],
  [['--module-processes', '1'], 1],
  [['--module-processes', '3', '--jobs', '2'], 3],
  [['--module-processes', '1', '--jobs', '2'], 1],
])('runs repeats with %j in at most %i at a time', async (options, most) => {
  const directory = folder();
  const scenario = moduleScenario(directory, counting, { rest: `repeats: ${sweepSize(4, 24)}\n` });
  const out = join(folder(), 'out');
  const run = startRunWithin(120_000, scenario, '--out', out, ...options);
  let atOnce = 0;
  let isRunning = true;
  void run.ended.then(() => (isRunning = false));
  while (isRunning) {
    const children = run.children();
    atOnce = Math.max(atOnce, children.length);
    await sleep(5);
  }
  const { code, err } = await run.ended;
  expect(code, err).toBe(0);
  expect(atOnce).toBeGreaterThan(0);
  expect(atOnce).toBeLessThanOrEqual(most);
  // Each repeat had its own process, so its counter begins at one.
  for (const repeat of readdirSync(join(out, 'runs'))) {
    expect(rationalesOf(join(out, 'runs', repeat))).toEqual(
      Array.from({ length: 8 }, (_, index) => `decision ${index + 1} of this process`),
    );
  }
});

it('has the same journals and the same tape whatever their number', async () => {
  const directory = folder();
  const agents =
    '\n  - { id: hold, kind: buy-and-hold }\n  - { id: near, kind: module, file: near.mjs, ' +
    'trusted: true';
  const scenario = moduleScenario(directory, counting, {
    agent: ` }${agents}`,
    rest: 'repeats: 2\n',
  });
  file(directory, 'near.mjs', "export default () => 'long';");
  const results = [];
  for (const options of [[], ['--jobs', '2'], ['--module-processes', '1', '--jobs', '3']]) {
    const ended = await tapefold(
      'run',
      scenario,
      '--out',
      join(folder(), 'out'),
      '--json',
      ...options,
    );
    expect(ended.code, ended.err).toBe(0);
    results.push(hashesOf(ended.out));
  }
  const [first, ...others] = results;
  expect(Object.keys(first ?? {})).toHaveLength(7);
  for (const other of others) expect(other).toEqual(first);
});

it('says what to do when more runs share a clock than there are places', async () => {
  const scenario = moduleScenario(folder(), counting, { rest: 'repeats: 3\n' });
  const paced = ['run', scenario, '--out', join(folder(), 'out'), '--speed', '1000000000'];
  const refused = await tapefold(...paced, '--module-processes', '2');
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toBe(
    'InvalidInput: --speed: runs at a pace share one clock, and each of their modules needs a ' +
      'process; expected at most 2 runs of modules, or --module-processes 3; found 3\n',
  );
  const run = await tapefold(...paced, '--module-processes', '3');
  expect(run.code, run.err).toBe(0);
});

function rationalesOf(run: string): string[] {
  const texts = join(run, 'texts');
  return readdirSync(texts)
    .map((name) => readFileSync(join(texts, name), 'utf8'))
    .toSorted();
}
