/**
 * The live example does what its page promises, ends by itself, and replays to the same journals.
 */

import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { resultSchema } from '#contracts/result/result';
import { readJournal } from '#event-log';
import { folder, mainFile } from '../e2e/command-line.fixture.js';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'examples/06-live/README.md'), 'utf8');
/** The commands of the page, in their order, and the variables that it sets. */
const lines = [...page.matchAll(/^```\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);
const commands = lines.flatMap((line) => /^npx tapefold (.*)$/.exec(line)?.[1] ?? []);
const env = Object.fromEntries(
  lines
    .flatMap((line) => /^export (.*)$/.exec(line)?.[1]?.split(' ') ?? [])
    .map((pair) => pair.split('=')),
) as Record<string, string>;

interface Started {
  readonly ended: Promise<{ readonly code: number | null; readonly out: string }>;
  /** Resolves with the first bytes on standard output. */
  readonly spoke: Promise<unknown>;
  /** As Ctrl-C does. */
  stop(): void;
}

/** Starts a command of the page in a folder that has access to the examples of the checkout. */
function start(command: string, cwd: string): Started {
  const words = command.split(' ').map((word) => word.replace(/^examples\//, `${root}/examples/`));
  const child = spawn(process.execPath, [mainFile, ...words], {
    cwd,
    env: { ...process.env, ...env, NO_COLOR: '1' },
  });
  let out = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (out += bytes.toString()));
  const ended = new Promise<{ code: number | null; out: string }>((settle) => {
    child.once('exit', (code) => settle({ code, out }));
  });
  const spoke = new Promise((settle) => child.stdout.once('data', settle));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { ended, spoke, stop: () => void child.kill('SIGINT') };
}

it('is traded on a feed, and replayed from its recording', async () => {
  expect(commands.map((command) => command.split(' ')[0])).toEqual([
    'feed',
    'live',
    'replay',
    'journal',
  ]);
  const [serve, live, replay, journal] = commands as [string, string, string, string];
  const cwd = folder();
  const server = start(serve, cwd);
  // It reports why, and ends, if its port is in use.
  const silent = server.ended.then(({ out }) => Promise.reject(new Error(out)));
  await Promise.race([server.spoke, silent]);
  const traded = await start(live, cwd).ended;
  expect(traded.code, traded.out).toBe(0);
  server.stop();
  expect((await server.ended).code).toBe(0);
  const replayed = await start(replay, cwd).ended;
  expect(replayed.code, replayed.out).toBe(0);
  const printed = await start(journal, cwd).ended;
  expect(printed.code).toBe(0);
  expect(printed.out).toContain('"OrderFilled"');

  const out = join(cwd, 'tapefold-runs', 'live');
  const result = resultSchema.parse(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')));
  expect(result.runs).toHaveLength(2);
  expect(result).toMatchObject({ tape: { feed: { kind: 'alpaca', gaps: 0, corrections: 0 } } });
  expect(traded.out).toContain('live feed: alpaca, since 20');
  expect(traded.out).toMatch(/^Open session as of 20.* UTC, in USD; not measured at a close\.$/m);
  expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<h2 id="open">Open session<');
  const prices = new Set(
    readFileSync(join(root, 'examples/06-live/market/trades.csv'), 'utf8')
      .split('\n')
      .map((line) => Number(line.split(',')[1])),
  );
  for (const { run, open } of result.runs) {
    const filled: number[] = [];
    const { complete } = readJournal(join(out, 'runs', run, 'journal.bin'), ({ event }) => {
      if (event.type === 'OrderFilled' || event.type === 'OrderPartlyFilled') {
        filled.push(event.price);
      }
    });
    expect(complete, run).toBe(true);
    expect(open?.profit).toBeCloseTo((open?.equity ?? 0) - result.scenario.market!.capital, 6);
    if (run === 'hold-ALDR') expect(open?.positions).toMatchObject([{ symbol: 'ALDR' }]);
    if (run === 'hold-ALDR') expect(filled.length).toBeGreaterThan(0);
    expect(filled.filter((price) => !prices.has(price))).toEqual([]);
  }
  rmSync(out, { recursive: true });
});
