/** Ctrl-C ends a run whatever its modules do, and leaves none of their processes running. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { folder, hashesOf, tapefold } from '../e2e/command-line.fixture.js';
import {
  letAnswer,
  moduleScenario,
  startRun,
  survivors,
  waitsToAnswer,
  type StartedRun,
} from '../e2e/module-run.fixture.js';

/**
 * What a module does first, so that a test sees that it is asked; a trusted one prints to the
 * terminal alone.
 */
const says = "console.log('begun');";
const marks = `import { appendFileSync } from 'node:fs';
const mark = () => appendFileSync(new URL('./begun.txt', import.meta.url), 'begun\\n');
`;
const loops = `export default () => { ${says} for (;;); };`;
const waits = `export default () => { ${says} return new Promise(() => {}); };`;
const loopsAtStart = 'for (;;);';
const loopsAtEnd = `process.on('exit', () => { for (;;); });\n${waits}`;
const trusted = ', trusted: true';
const trustedOf = (source: string): string => `${marks}${source.replace(says, 'mark();')}`;
const two = ['--jobs', '2'];

/**
 * Starts a run of the module twice, and waits until it is asked, or loaded where that does not end.
 */
async function startHung(source: string, agent: string, options: readonly string[]) {
  const directory = folder();
  const text = agent === trusted ? trustedOf(source) : source;
  const scenario = moduleScenario(directory, text, { agent, rest: 'repeats: 2\n' });
  const out = join(folder(), 'out');
  const run = startRun(scenario, '--out', out, ...options);
  const begun = (path: string): number =>
    existsSync(path) ? readFileSync(path, 'utf8').length : 0;
  const logs = ['mine-AAPL-1', 'mine-AAPL-2'].map((name) => join(out, 'runs', name, 'log.txt'));
  // In threads both runs hang, each in its own.
  const most = options === two ? 2 : 1;
  await run.until(() => {
    if (source === loopsAtStart) return run.children().length > 0;
    if (agent === trusted) return begun(join(directory, 'begun.txt')) >= most * 'begun\n'.length;
    return logs.filter((log) => begun(log) > 0).length >= most;
  });
  // What is printed while a module is loaded is not logged yet; there is nothing to see
  // of it from here.
  if (source === loopsAtStart) await new Promise((resolve) => setTimeout(resolve, 500));
  return { run, scenario, out, children: run.children() };
}

const endOf = async ({ ended }: StartedRun) => {
  const { code, hangs } = await ended;
  return { code, hangs };
};

const interrupted = { code: 130, hangs: false };

describe('Ctrl-C', () => {
  const ways: [string, string, string, string[]][] = [
    ['loops while it is loaded', loopsAtStart, '', []],
    ['loops, in threads', loops, '', two],
    ['never answers', waits, '', []],
    [
      'never answers and left a timer, trusted',
      `setInterval(() => {}, 1000);\n${waits}`,
      trusted,
      [],
    ],
    ['loops, trusted, in threads', loops, trusted, two],
    ['loops', loops, '', []],
    ['never answers, trusted', waits, trusted, []],
    ['never answers, trusted, in threads', waits, trusted, two],
  ];
  // The first ones have each of these behaviors, trusted or not, and in threads or not.
  it.each(ways.slice(0, sweepSize(5, ways.length)))(
    'ends a run whose module %s',
    async (_what, source, agent, options) => {
      const { run, children } = await startHung(source, agent, options);
      process.kill(run.pid, 'SIGINT');
      expect(await endOf(run)).toEqual(interrupted);
      expect(await survivors(children)).toEqual([]);
    },
  );

  it.each([[two], [[]]].slice(0, sweepSize(1, 2)))(
    'twice with %j leaves no process that loops',
    async (options) => {
      const { run, children } = await startHung(loops, '', options);
      expect(children.length).toBeGreaterThan(0);
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) process.kill(run.pid, signal);
      expect(await endOf(run)).toEqual(interrupted);
      expect(await survivors(children)).toEqual([]);
    },
  );

  it('that a terminal sends to modules too is no failure of theirs', async () => {
    const { run, scenario, out } = await startHung(waitsToAnswer, '', two);
    process.kill(-run.pid, 'SIGINT');
    expect(await endOf(run)).toEqual(interrupted);
    letAnswer(join(scenario, '..'));
    const resumed = await tapefold('run', scenario, '--out', out, '--json');
    expect(resumed.code, resumed.err).toBe(0);
    for (const { coverage } of JSON.parse(resumed.out).runs) {
      expect(coverage).toMatchObject({ due: 8, answered: 8, failed: 0 });
    }
    expect(Object.keys(hashesOf(resumed.out))).toEqual(['tape', 'mine-AAPL-1', 'mine-AAPL-2']);
  });
});

it('Ctrl-C of a terminal while modules start, in threads, is no failure either', async () => {
  const directory = folder();
  const scenario = moduleScenario(directory, "export default () => 'long';", {
    rest: 'repeats: 200\n',
  });
  const out = join(folder(), 'out');
  const run = startRun(scenario, '--out', out, ...two);
  await run.until(() => existsSync(join(out, 'runs', 'mine-AAPL-2', 'journal.bin')));
  const known = new Set(run.children());
  await run.until(() => run.children().some((child) => !known.has(child)));
  process.kill(-run.pid, 'SIGINT');
  const { code, err } = await run.ended;
  expect(err).toMatch(/^interrupted; resume with: /m);
  expect(code).toBe(interrupted.code);
});

describe('a run that is killed', () => {
  it.each([
    ['waits', waits],
    ['would loop at its end', loopsAtEnd],
  ])('leaves no module that %s', async (_what, source) => {
    const { run, children } = await startHung(source, '', []);
    expect(children.length).toBeGreaterThan(0);
    process.kill(run.pid, 'SIGKILL');
    expect(await endOf(run)).toEqual({ code: null, hangs: false });
    expect(await survivors(children)).toEqual([]);
  });
});
