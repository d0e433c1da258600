/**
 * What `npm run pack` makes, in an empty project: `tapefold` alone backtests and brings no broker,
 * database or server; a command that needs them prints the line that installs the second package,
 * and works once that is done.
 */

import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended } from './installed.fixture.js';

/** Limits an installation without Node, in bytes. */
const sizeMax = 150e6;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
/** The Node of these tests comes first; without it the launcher finds none that is new enough. */
const env = { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };
const agent = `export function decide({ view, symbols: [symbol] }) {
  return view.lastPrice(symbol) > 11 ? 'flat' : 'long';
}
`;
/** Nothing listens at the port of its broker. */
const kafkaFeed = `name: prices
calendar: 24/7
currency: USD
symbols: [AAPL]
feed:
  kind: kafka
  brokers: ['127.0.0.1:1']
  topic: prices
  mappings:
    - kind: trade
      fields: { symbol: s, at: t, price: p, size: v }
      timeUnit: ms
`;

const home = mkdtempSync(join(tmpdir(), 'two-packages-'));
const packages = join(home, 'node_modules');
const tapefold = (...args: string[]) => ended('npx', ['tapefold', ...args], { cwd: home, env });

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await ended('npm', args, { cwd, env });
  if (code !== 0) throw new Error(`npm ${args.join(' ')}\n${out}${err}`);
  return out;
}

const install = (file: string): Promise<string> =>
  npm(home, 'install', '--no-audit', '--no-fund', '--prefer-offline', file);

/** What the files take on a disk with blocks of 4 KiB, in bytes: more than they hold. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => lstatSync(join(folder, file)).size)
    .reduce((sum, size) => sum + Math.ceil(size / 4096) * 4096, 0);
}

let archives: readonly string[] = [];
beforeAll(async () => {
  const packed = await ended(process.execPath, ['scripts/pack.ts', home], { env });
  archives = packed.out.trim().split('\n');
  await npm(home, 'init', '-y');
  await install(archives[0] ?? '');
  const rows = Array.from({ length: 28 }, (_, day) => {
    const price = 10 + (day % 4);
    const date = String(day + 1).padStart(2, '0');
    return `2024-02-${date},${price},${price},${price},${price},1000\n`;
  });
  writeFileSync(join(home, 'ACME.csv'), `Date,Open,High,Low,Close,Volume\n${rows.join('')}`);
  writeFileSync(join(home, 'mine.mjs'), agent);
  writeFileSync(join(home, 'feed.yaml'), kafkaFeed);
});
afterAll(() => rmSync(home, { recursive: true }));

it('installs without Kafka, Postgres and Nest, in at most 150 MB', () => {
  for (const name of ['kafkajs', 'pg', 'typeorm', '@nestjs', 'rxjs', 'node']) {
    expect(existsSync(join(packages, name)), name).toBe(false);
  }

  const size = sizeOf(packages);
  console.log(`tapefold ${version} takes ${(size / 1e6).toFixed(1)} MB, Node not counted`);
  expect(size).toBeLessThanOrEqual(sizeMax);
});

it('backtests an own agent on own prices, and verifies the result', async () => {
  const run = await tapefold(
    'run',
    '--prices',
    'ACME.csv',
    '--agent',
    './mine.mjs',
    '--out',
    'out',
  );
  expect(run.code, run.err).toBe(0);
  expect(await tapefold('verify', 'out')).toMatchObject({ code: 0 });
});

it.each([
  [['serve'], 'typeorm'],
  [['record', 'feed.yaml', '--out', 'recorded', '--for', '1s'], 'kafkajs'],
])('prints the line that installs what %j needs', async (words, name) => {
  expect(await tapefold(...words)).toEqual({
    code: 4,
    out: '',
    err:
      `Unavailable: this command needs ${name}, which is not installed: ` +
      `run "npm install tapefold-services@${version}"\n`,
  });
});

describe('with the second package', () => {
  beforeAll(() => install(archives[1] ?? ''));

  it('serves, and stops when it is asked to', async () => {
    const launcher = join(packages, 'tapefold', 'bin', 'tapefold.js');
    const server = spawn(process.execPath, [launcher, 'serve', '--port', '0'], { cwd: home });
    let printed = '';
    const closed = once(server, 'close');
    const ready = Promise.withResolvers<void>();
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('ready; Ctrl-C stops it')) ready.resolve();
      });
    }
    await Promise.race([ready.promise, closed]);
    expect(printed).toContain('ready; Ctrl-C stops it');
    server.kill('SIGTERM');
    await closed;
    expect(printed).toContain('stopped; resume with: ');
  });

  it('finds the client of Kafka, for feeds and subscribers', async () => {
    const recorded = await tapefold('record', 'feed.yaml', '--out', 'recorded', '--for', '1s');
    const reached = 'the feed could not be reached (Connection error: connect ECONNREFUSED';
    expect(recorded.out + recorded.err).toContain(reached);
    const subscriber = `
      const { subscribe } = await import('tapefold/subscriber');
      await import('kafkajs');
      console.log(typeof subscribe);
    `;
    const imported = await ended(process.execPath, ['--input-type=module', '-e', subscriber], {
      cwd: home,
    });
    expect(imported).toMatchObject({ code: 0, out: 'function\n' });
  });

  it('refuses a second package of another version', async () => {
    const file = join(packages, 'tapefold-services', 'package.json');
    const manifest = readFileSync(file, 'utf8');
    writeFileSync(file, manifest.replace(`"version": "${version}"`, '"version": "0.0.1"'));
    expect(await tapefold('serve')).toEqual({
      code: 4,
      out: '',
      err:
        'Unavailable: tapefold-services has another version than tapefold: ' +
        `run "npm install tapefold-services@${version}"; expected ${version}; found 0.0.1\n`,
    });
    writeFileSync(file, manifest);
  });
});
