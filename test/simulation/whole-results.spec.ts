/**
 * Whole results of small scenarios of every kind of market, as goldens: each figure of
 * `result.json`, and each table. `npx vitest run test/simulation/whole-results.spec.ts --update`
 * writes them again.
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatCivilDate, parseCivilDate, seededRandom, sha256Hex, weekdayOf } from '#values';
import { runScenario, verifyResult } from '#backtest';
import { scenarioSchema } from '#contracts/scenario/scenario';

const root = mkdtempSync(join(tmpdir(), 'tapefold-whole-results-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const first = parseCivilDate('2023-01-02')!;
const days = 130;

type Row = readonly (string | number)[];
const csv = (header: string, rows: readonly Row[]): string =>
  `${[header, ...rows.map((row) => row.join())].join('\n')}\n`;

/** A walk of prices in cents, from 100. */
function walk(
  seed: string,
  steps: number,
): { open: number; high: number; low: number; close: number }[] {
  const random = seededRandom(seed);
  const cents = (price: number): number => Math.round(price * 100) / 100;
  let last = 100;
  return Array.from({ length: steps }, () => {
    const open = cents(last * (0.985 + 0.03 * random.next()));
    const close = cents(open * (0.97 + 0.061 * random.next()));
    const high = cents(Math.max(open, close) * (1 + 0.01 * random.next()));
    const low = cents(Math.min(open, close) * (1 - 0.01 * random.next()));
    last = close;
    return { open, high, low, close };
  });
}

const dates = Array.from({ length: days }, (_, at) => first + at);
const weekdays = dates.filter((date) => weekdayOf(date) > 0 && weekdayOf(date) < 6);
const barRows = (symbol: string, stamps: readonly string[]): Row[] =>
  walk(symbol, stamps.length).map(({ open, high, low, close }, at) => {
    return [stamps[at]!, symbol, open, high, low, close, 1000 + 10 * at];
  });
const header = (stamp: string): string => `${stamp},symbol,open,high,low,close,volume`;

function write(name: string, manifest: string, files: Readonly<Record<string, string>>): void {
  const folder = join(root, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'dataset.yaml'), `name: ${name}\ncurrency: USD\n${manifest}\n`);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
}

function writeMarkets(): void {
  const sessions = weekdays.map((date) => formatCivilDate(date));
  const raw = 'priceBasis: raw';
  const daily = `bars: { file: p.csv, frequency: daily, stamp: session, ${raw} }`;
  const actions = 'dividends: { file: d.csv }\nsplits: { file: s.csv }';
  write('days', `calendar: XNYS\n${daily}\n${actions}`, {
    'p.csv': csv(
      header('date'),
      ['AA', 'BB', 'CC'].flatMap((symbol) => barRows(symbol, withoutHolidays(sessions))),
    ),
    'd.csv': csv('symbol,ex_dividend_date,cash_amount', [
      ['AA', '2023-02-01', 0.5],
      ['BB', '2023-03-15', 1.25],
    ]),
    's.csv': csv('symbol,execution_date,split_from,split_to', [['CC', '2023-03-01', 1, 2]]),
  });
  const [good, ...others] = barRows('AA', withoutHolidays(sessions));
  const broken = barRows('BB', withoutHolidays(sessions)).map((row, at) =>
    at % 30 === 20 ? row.with(5, 'none') : row,
  );
  write('broken', `calendar: XNYS\n${daily}`, {
    'p.csv': csv(header('date'), [
      good!,
      ...others.map((row, at) => (at % 25 === 15 ? row.with(2, 1e6) : row)),
      ...broken,
    ]),
  });
  write('mixed', `calendar: XNYS\ncalendars: { COIN: 24/7 }\n${daily}\n${actions}`, {
    'p.csv': csv(header('date'), [
      ...barRows('AA', withoutHolidays(sessions)),
      ...barRows(
        'COIN',
        dates.map((date) => formatCivilDate(date)),
      ),
    ]),
    'd.csv': csv('symbol,ex_dividend_date,cash_amount', [['AA', '2023-02-01', 0.5]]),
    's.csv': csv('symbol,execution_date,split_from,split_to', [
      ['AA', '2023-03-01', 1, 2],
      ['COIN', '2023-02-19', 2, 1],
      ['COIN', '2023-03-21', 1, 3],
    ]),
  });
  const hours = ['00:00', '06:00', '12:00', '18:00'];
  const stamps = dates
    .slice(0, 20)
    .flatMap((date) => hours.map((hour) => `${formatCivilDate(date)}T${hour}:00Z`));
  const intraday =
    'bars: { file: p.csv, frequency: intraday, stamp: start, ' + `barMinutes: 360, ${raw} }`;
  write('hours', `calendar: 24/7\ntimeZone: UTC\n${intraday}`, {
    'p.csv': csv(
      header('timestamp'),
      ['AA', 'BB'].flatMap((symbol) => barRows(symbol, stamps)),
    ),
  });
}

const holidays = ['2023-01-02', '2023-01-16', '2023-02-20', '2023-04-07'];
const withoutHolidays = (sessions: readonly string[]): string[] =>
  sessions.filter((date) => !holidays.includes(date));

/** Buys with a limit, a stop and a target, in turns, and cancels what waits. */
const orders = `
export const decide = ({ view, symbols, account, state }) => {
  const turn = (state.turn = (state.turn ?? 0) + 1);
  const [symbol] = symbols;
  const price = view.lastPrice(symbol);
  const side = turn % 2 ? 'buy' : 'sell';
  const limit = { symbol, side, type: 'limit', shares: 10, limit: price * (side === 'buy' ? 0.995 : 1.005), id: 'a' };
  const stop = { symbol, side, type: 'stop', notional: 2000, stop: price * (side === 'buy' ? 1.01 : 0.99) };
  const bracket = { symbol, side: 'buy', type: 'market', shares: 5, stopLoss: price * 0.98, takeProfit: price * 1.02 };
  const trail = { symbol, side: 'sell', type: 'trailing-stop', trailPercent: 1.5, shares: 5, timeInForce: 'gtc' };
  const all = [[limit], [stop], [bracket], [limit, trail], []][turn % 5];
  return { kind: 'orders', orders: all, cancel: turn % 5 === 4 ? ['a', 'none'] : [], rationale: 'turn ' + turn };
};
`;
/** Weights that change with the turn; sometimes nothing that can be read. */
const weights = `
export const decide = ({ symbols, state }) => {
  const turn = (state.turn = (state.turn ?? 0) + 1);
  if (turn % 11 === 0) return 'nonsense';
  if (turn % 13 === 0) throw new Error('out of order');
  const shares = symbols.map((symbol, at) => [symbol, ((turn + at) % 4) / 8 - 0.1]);
  return { kind: 'weights', weights: Object.fromEntries(shares), ...(turn % 3 ? {} : { rest: 'flat' }) };
};
`;
const module = (id: string, file: string): object => ({ id, kind: 'module', file, trusted: true });
const cross = { id: 'cross', kind: 'sma-cross', fast: 3, slow: 8 };
const hold = { id: 'hold', kind: 'buy-and-hold' };
const window = { from: '2023-01-10', to: '2023-04-28' };

const scenarios: Readonly<Record<string, object>> = {
  symbols: {
    data: 'days',
    symbols: ['AA', 'CC'],
    window,
    baseline: 'hold',
    capital: 10_000,
    agents: [hold, cross, { id: 'rsi', kind: 'rsi-reversion', length: 5, enter: 45, exit: 55 }],
  },
  orders: {
    data: 'days',
    symbols: ['AA', 'BB'],
    window,
    capital: 10_000,
    execution: 'close',
    agents: [module('orders', 'orders.mjs'), { id: 'coin', kind: 'random', seed: 5 }],
  },
  portfolio: {
    data: 'days',
    symbols: ['AA', 'BB', 'CC'],
    window,
    portfolio: true,
    repeats: 2,
    execution: {
      name: 'own',
      fill: 'next-open',
      short: true,
      size: 'weights',
      feeBps: 10,
      borrowBpsPerYear: 300,
      dividends: 'reinvest',
    },
    agents: [module('weights', 'weights.mjs'), hold],
  },
  pairs: {
    workflow: 'hedging',
    data: 'days',
    symbols: ['AA', 'BB', 'CC'],
    index: 'CC',
    window: { from: '2023-03-15', to: '2023-04-28' },
    agents: [
      { id: 'long', kind: 'pair-hold', formation: 30, correlation: -1 },
      {
        id: 'score',
        kind: 'pair-zscore',
        formation: 30,
        correlation: -1,
        lookback: 5,
        enter: 1,
        exit: 0.2,
      },
    ],
  },
  'each-pair': {
    workflow: 'hedging',
    data: 'days',
    symbols: ['AA', 'BB'],
    window,
    agents: [{ id: 'short', kind: 'pair-hold', left: 'AA', right: 'BB', direction: 'SHORT_LONG' }],
  },
  'dropped-rows': {
    data: 'broken',
    symbols: ['AA', 'BB'],
    window,
    badRows: 'drop',
    capital: 10_000,
    agents: [hold, cross],
  },
  'dropped-rows-of-a-portfolio': {
    data: 'broken',
    symbols: ['BB', 'AA'],
    window,
    badRows: 'drop',
    portfolio: true,
    agents: [module('weights', 'weights.mjs')],
  },
  mixed: {
    data: 'mixed',
    symbols: ['AA', 'COIN'],
    window,
    capital: 10_000,
    baseline: 'hold',
    agents: [hold, cross],
  },
  'mixed-orders': {
    data: 'mixed',
    symbols: ['COIN', 'AA'],
    window,
    portfolio: true,
    execution: 'realistic',
    agents: [module('orders', 'orders.mjs'), module('weights', 'weights.mjs')],
  },
  'mixed-portfolio': {
    data: 'mixed',
    symbols: ['AA', 'COIN'],
    window,
    portfolio: true,
    calendar: '24/7',
    agents: [module('weights', 'weights.mjs')],
  },
  bars: {
    data: 'hours',
    symbols: ['AA', 'BB'],
    decide: 'bar',
    equity: 'marks',
    capital: 10_000,
    window: { from: '2023-01-04', to: '2023-01-18' },
    agents: [cross, module('orders', 'orders.mjs')],
  },
  'hours-of-days': {
    data: 'hours',
    symbols: ['AA', 'BB'],
    window: { from: '2023-01-04', to: '2023-01-18' },
    portfolio: true,
    execution: 'close',
    agents: [module('weights', 'weights.mjs')],
  },
};

beforeAll(() => {
  writeMarkets();
  writeFileSync(join(root, 'orders.mjs'), orders);
  writeFileSync(join(root, 'weights.mjs'), weights);
});

const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(11)) : value;
const digest = (text: string): string => sha256Hex(text).slice(0, 12);
const shownMax = 4000;

/**
 * `result.json`, a line for each member of each run; and of each table its size in lines, some
 * rows and its hash.
 */
function textOf(out: string): string {
  const { runs, sections, ...rest } = JSON.parse(
    readFileSync(join(out, 'result.json'), 'utf8'),
    rounded,
  ) as {
    readonly runs: readonly Record<string, unknown>[];
    readonly sections?: readonly object[];
  };
  const written = ([name, value]: [string, unknown]): string => {
    const text = JSON.stringify(value) ?? '';
    if (text.length <= shownMax) return `${name}: ${text}`;
    return `${name}: ${text.slice(0, shownMax)} ${digest(text)}`;
  };
  const lines = Object.entries(rest).map(written);
  for (const run of runs) lines.push('', ...Object.entries(run).map(written));
  for (const section of sections ?? []) lines.push('', ...Object.entries(section).map(written));
  return `${lines.join('\n')}\n\n${tablesOf(out).join('\n')}\n`
    .replaceAll(root, '.')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>');
}

function tablesOf(out: string): string[] {
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.csv'),
  );
  return files.toSorted().map((file) => {
    const text = readFileSync(join(out, file), 'utf8');
    const rows = text.trimEnd().split('\n');
    return [
      `# ${file}, ${rows.length} lines, ${digest(text)}`,
      ...rows.slice(0, 4),
      rows.at(-1),
    ].join('\n');
  });
}

it.each(Object.entries(scenarios))('the result of %s is this', async (name, terms) => {
  const scenario = scenarioSchema.parse({ name, ...terms });
  const out = join(root, 'results', name);
  const onTrustedCode = () => undefined;
  const options = { out, codeVersion: 'test', jobs: 1, fresh: false, onTrustedCode };
  const { kind } = await runScenario({ scenario, directory: root }, options);
  expect(kind).toBe('finished');
  await expect(textOf(out)).toMatchFileSnapshot(`golden/whole-${name}.txt`);
  const verified = await verifyResult(out, { codeVersion: 'test', askAgain: true, onTrustedCode });
  expect(verified).toMatchObject({ findings: [], notes: [] });
});
