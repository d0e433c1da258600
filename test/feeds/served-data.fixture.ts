/**
 * Real data to serve, `tapefold feed serve` over it as a separate process, and a proxy with faults
 * in front of it.
 */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { FaultProxy, tapCount } from '#venue/faults/fault-proxy.fixture';

const given = process.env['TAPEFOLD_DATA'];
if (given === undefined) throw new Error('set TAPEFOLD_DATA to the folder of the real data sets');
export const dataFolder = given;
export const stocksData = join(dataFolder, 'djia-2025');
export const mainFile = fileURLToPath(new URL('../../dist/program/tapefold.js', import.meta.url));

export interface Bar {
  readonly start: string;
  readonly values: readonly [open: number, high: number, low: number, close: number, v: number];
}
export interface Quote {
  readonly at: string;
  readonly bid: number;
  readonly ask: number;
}
export interface Trade {
  readonly at: string;
  readonly price: number;
  readonly size: number;
}

/** One day: minute bars of BTC, quotes of EUR, and a trade at the close of each bar. */
export interface CryptoDay {
  readonly folder: string;
  readonly bars: readonly Bar[];
  readonly quotes: readonly Quote[];
  readonly trades: readonly Trade[];
}

const day = '2022-01-03';
/** When the day begins in the data, milliseconds since 1970. */
export const dayStartMs = Date.parse(`${day}T00:00:00Z`);

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-feeds-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The first `minutes` of a UTC day of the bars; of the quotes, which are of another day, as many on
 * this one. All times are moved by `movedMs` milliseconds.
 */
export function cryptoDay(minutes: number, movedMs = 0): CryptoDay {
  const moved = (at: string): string => new Date(Date.parse(at) + movedMs).toISOString();
  const bars = linesOf('btc-perp_1m_2021-12-31_2022-02-01.csv')
    .filter((line) => line.startsWith(day))
    .slice(0, minutes)
    .map((line): Bar => {
      const [stamp = '', ...values] = line.split(',');
      const start = moved(`${stamp.slice(0, 19).replace(' ', 'T')}Z`).replace('.000Z', 'Z');
      return { start, values: fiveOf(values) };
    });
  const quotes = linesOf('quote_ticks_eurusd_2020-01-01.csv')
    .map((line): Quote => {
      const [, hour = '', minute = '', second = '', ms = '', bid = '', ask = ''] =
        /^\d{8} (\d\d)(\d\d)(\d\d)(\d{3}),([\d.]+),([\d.]+)/.exec(line) ?? [];
      // The first hour of the ticks is the first of the day.
      const clock = `${String(Number(hour) - 17).padStart(2, '0')}:${minute}:${second}.${ms}`;
      return { at: `${day}T${clock}Z`, bid: Number(bid), ask: Number(ask) };
    })
    .filter(({ at }) => Date.parse(at) < dayStartMs + minutes * 60_000)
    .map((quote) => ({ ...quote, at: moved(quote.at) }));
  const trades = bars.map(({ start, values }): Trade => {
    const at = new Date(Date.parse(start) + 59_000).toISOString().replace('.000Z', 'Z');
    return { at, price: values[3], size: values[4] };
  });
  return { folder: writeDay({ bars, quotes, trades }), bars, quotes, trades };
}

function linesOf(file: string): string[] {
  return readFileSync(join(dataFolder, 'intraday', file), 'utf8').split('\n');
}

function fiveOf(values: readonly string[]): Bar['values'] {
  const [open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] = values.map(Number);
  return [open, high, low, close, volume];
}

function writeDay({ bars, quotes, trades }: Omit<CryptoDay, 'folder'>): string {
  const folder = temporaryFolder();
  const write = (name: string, head: string, rows: readonly (readonly unknown[])[]): void =>
    writeFileSync(join(folder, name), [head, ...rows.map((row) => row.join(','))].join('\n'));
  write(
    'bars.csv',
    'timestamp,open,high,low,close,volume',
    bars.map(({ start, values }) => [start, ...values]),
  );
  write(
    'quotes.csv',
    'timestamp,bid,ask,bid_size,ask_size',
    quotes.map(({ at, bid, ask }) => [at, bid, ask, 1, 2]),
  );
  write(
    'trades.csv',
    'timestamp,price,size',
    trades.map(({ at, price, size }) => [at, price, size]),
  );
  writeFileSync(
    join(folder, 'dataset.yaml'),
    `name: crypto-day
calendar: 24/7
currency: USD
bars: { file: bars.csv, symbol: BTC/USD, frequency: intraday, stamp: start, barMinutes: 1, priceBasis: raw }
quotes: { file: quotes.csv, symbol: EUR/USD }
trades: { file: trades.csv, symbol: BTC/USD }
`,
  );
  return folder;
}

export type LedgerEntry = Readonly<Record<string, unknown>>;

export interface VenueProcess {
  readonly rest: string;
  readonly stream: string;
  /** Resolves at the end of the data. */
  readonly ended: Promise<void>;
}

export interface ServedProcess extends Pick<VenueProcess, 'rest' | 'stream'> {
  /** The address of the venue itself. */
  readonly venue: VenueProcess;
  /** What the proxy did so far, or the last of it. */
  ledger(last?: number): LedgerEntry[];
}

export const keys = { keyId: 'key1', secret: 'secret1' };

/** Listens when this resolves; ends with the test. */
export async function serveVenue(...words: readonly string[]): Promise<VenueProcess> {
  const credentials = ['--key', keys.keyId, '--secret', keys.secret];
  const child = spawn(
    process.execPath,
    [mainFile, 'feed', 'serve', ...credentials, '--port', '0', ...words],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  const ended = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      if (err.includes('end of the data')) resolve();
    });
  });
  const address = await new Promise<{ rest: string; stream: string }>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (out.includes('\n')) resolve(JSON.parse(out) as { rest: string; stream: string });
    });
    child.once('close', () => reject(new Error(`feed serve ended\n${out}${err}`)));
  });
  return { ...address, ended };
}

export interface Serving {
  /** Connections that have to subscribe before the data begins. */
  readonly waitFor?: number;
  /** Faults, as `faultPlanSchema` has them. */
  readonly plan?: object;
  /** The port of the proxy; 0 picks a free one. */
  readonly port?: number;
}

/** A venue and a proxy in front of it, whose ledger ends with the data; both end with the test. */
export async function serve(
  { waitFor = 1, plan = {}, port = 0 }: Serving,
  ...words: readonly string[]
): Promise<ServedProcess> {
  const venue = await serveVenue('--wait', `${waitFor + tapCount}`, ...words);
  const credentials = { key: keys.keyId, secret: keys.secret };
  const proxy = await FaultProxy.listen({ venue, credentials, plan, port });
  onTestFinished(() => proxy.close());
  void venue.ended.then(() => proxy.end());
  const ledger = (last = Infinity): LedgerEntry[] =>
    JSON.parse(JSON.stringify(proxy.lines.slice(-last))) as LedgerEntry[];
  return { ...proxy.address, venue, ledger };
}
