/**
 * How far the price went for and against each trade, by hand from a small data set, and the lines
 * of trades.csv.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireCivilDate } from '#values';
import { calendarOf, openDataset, type Dataset } from '#market-data';
import { afterAll, describe, expect, it } from 'vitest';
import type { MeasuredRun } from './measured-run.js';
import { tradesCsv, withTradeRows } from './trade-rows.js';
import type { ReportTrade } from '#report';
import { columnsOfTrades, type Trade } from '#workflows';

const calendar = calendarOf('XNYS');
const days = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
const closeOf = (day: number): number => calendar.closeOf(requireCivilDate(days[day]!, 'test'));

const folder = mkdtempSync(join(tmpdir(), 'trade-rows-'));
const bars = [
  // Open, high, low, close; a split of two for one on the fourth day.
  [100, 109, 99, 100],
  [100, 112, 98, 104],
  [104, 106, 90, 102],
  [51, 58, 50, 52],
  [52, 53, 49, 50],
];
const rows = bars.map((prices, day) => `AA,${days[day]},${prices.join()}`);
writeFileSync(join(folder, 'p.csv'), ['symbol,date,open,high,low,close', ...rows, ''].join('\n'));
writeFileSync(
  join(folder, 's.csv'),
  `symbol,execution_date,split_from,split_to,id\nAA,${days[3]},1,2,x\n`,
);
writeFileSync(
  join(folder, 'dataset.yaml'),
  `name: made
calendar: XNYS
timeZone: America/New_York
currency: USD
bars: { file: p.csv, frequency: daily, stamp: session, priceBasis: raw, order: [symbol, date] }
splits: { file: s.csv }
symbols: [AA]
`,
);
const dataset = await openDataset(folder);
afterAll(async () => {
  await dataset.close();
  rmSync(folder, { recursive: true });
});

/** A trade from day to day: shares, prices, and where in the bars they were. */
function trade(
  [from, to]: readonly [number, number | null],
  [shares, entryPrice, exitPrice]: readonly [number, number, number | null],
  [entryAt, exitAt]: readonly [Trade['entryAt'], Trade['exitAt']],
): Trade {
  return {
    symbol: 'AA',
    shares,
    entryPrice,
    exitPrice,
    fees: 1,
    entryAt,
    exitAt,
    entryTime: closeOf(from),
    exitTime: to === null ? null : closeOf(to),
    exitReason: to === null ? null : 'stop',
    sessions: (to ?? 4) - from,
  };
}

/** Prices a run from the second day on. */
async function pricedOf(
  trades: readonly Trade[],
  priced: Dataset | null = dataset,
  agent: object = { kind: 'buy-and-hold' },
) {
  const closed = { lastSession: requireCivilDate(days[4]!, 'test'), time: closeOf(4) };
  const performance = { dates: days.slice(1).map((day) => requireCivilDate(day, 'test')) };
  const columns = columnsOfTrades(trades);
  const run = { trades: columns, closed, performance, plan: { decide: 'session-close', agent } };
  const [found] = await withTradeRows([run as unknown as MeasuredRun], calendar, priced);
  return found!;
}

async function rowsOf(trades: readonly Trade[], priced: Dataset | null = dataset) {
  return [...(await pricedOf(trades, priced)).rows];
}

describe('the excursions of a trade', () => {
  it.each([
    // The bar of an entry at its close had its range before.
    ['from close to close', trade([0, 2], [10, 100, 102], ['close', 'close']), [90, 112], 2],
    // The bar of an exit at its open has its range behind.
    ['from open to open', trade([0, 2], [10, 100, 104], ['open', 'open']), [98, 112], 2],
    // A level is met somewhere in its bar, of which only its own price is known.
    ['from level to level', trade([0, 2], [10, 101, 95], ['level', 'level']), [95, 112], 2],
    ['in one bar', trade([1, 1], [10, 100, 104], ['open', 'close']), [98, 112], 0],
    ['over a split', trade([1, 4], [20, 52, 50], ['close', 'close']), [45, 58], 3],
  ])('%s are those of the bars that it was held through', async (_, one, [low, high], held) => {
    const [row] = await rowsOf([one]);
    const { shares, entryPrice } = one;
    expect(row!.bars).toBe(held);
    expect(row!.mae).toBeCloseTo(shares * (low! - entryPrice), 9);
    expect(row!.mfe).toBeCloseTo(shares * (high! - entryPrice), 9);
    expect(row!.maeReturn).toBeCloseTo(low! / entryPrice - 1, 12);
    expect(row!.mfeReturn).toBeCloseTo(high! / entryPrice - 1, 12);
  });

  it('of a short are against it above and for it below', async () => {
    const [row] = await rowsOf([trade([0, 1], [-10, 100, 104], ['close', 'close'])]);
    expect(row).toMatchObject({ profit: -41, mae: -120, mfe: 20, maeReturn: 1 - 1.12 });
  });

  it('of an open one go to the end, and its price is the last close', async () => {
    const [row] = await rowsOf([trade([3, null], [10, 52, null], ['close', null])]);
    expect(row).toMatchObject({ exit: null, exitPrice: 50, profit: -21, bars: 1, mae: -30 });
  });
});

describe('the prices of a traded symbol', () => {
  const trades = [
    trade([1, 2], [10, 104, 102], ['close', 'close']),
    trade([2, 4], [-20, 51, 50], ['close', 'close']),
    trade([4, null], [5, 50, null], ['close', null]),
  ];

  it('are of the sessions of the run, in shares of its end, as its trades can be', async () => {
    const { prices, rows } = await pricedOf(trades);
    const { symbol, bars, indicators } = prices[0]!();
    expect([prices.length, symbol, indicators]).toEqual([1, 'AA', []]);
    const columns = bars.map(({ date, open, high, low, close }) => [date, open, high, low, close]);
    expect(columns).toEqual([
      [days[1], 50, 56, 49, 52],
      [days[2], 52, 53, 45, 51],
      [days[3], 51, 58, 50, 52],
      [days[4], 52, 53, 49, 50],
    ]);
    expect(Array.from(rows, ({ drawn }) => drawn)).toEqual([
      // Sold before the split of two for one, at prices twice as high.
      { entry: days[1], exit: days[2], scale: 0.5 },
      { entry: days[2], exit: days[4], scale: 1 },
      { entry: days[4], exit: null, scale: 1 },
    ]);
  });

  it('have the means that an agent crosses, closes before the run among them', async () => {
    const agent = { kind: 'sma-cross', fast: 2, slow: 3 };
    const { bars, indicators } = (await pricedOf(trades, dataset, agent)).prices[0]!();
    expect(indicators.map(({ label, levels }) => [label, levels])).toEqual([
      ['Mean of 2', null],
      ['Mean of 3', null],
    ]);
    // Closes of 50, 52, 51, 52 and 50.
    const [first, ...rest] = bars.map(({ values }) => values);
    expect(first).toEqual([51, null]);
    expect(rest.map(([fast]) => fast)).toEqual([51.5, 51.5, 51]);
    expect(rest.map(([, slow]) => slow)).toEqual([51, expect.closeTo(155 / 3), 51]);
  });

  it('have the relative strength that an agent reverts from, with its levels', async () => {
    const agent = { kind: 'rsi-reversion', length: 2, enter: 30, exit: 70 };
    const { bars, indicators } = (await pricedOf(trades, dataset, agent)).prices[0]!();
    expect(indicators).toEqual([{ label: 'RSI of 2', levels: [30, 70] }]);
    // Gains 2, 0, 1, 0 and losses 0, 1, 0, 2; Wilder: 1 and 0.5, then 1 and 0.25, then
    // 0.5 and 1.125.
    const expected = [null, 100 / 1.5, 80, 50 / 1.625];
    expect(bars.map(({ values }) => values[0])).toEqual(
      expected.map((value) => value && expect.closeTo(value, 9)),
    );
  });

  it('are none without a data set', async () => {
    expect((await pricedOf(trades, null)).prices).toEqual([]);
  });
});

describe('trades.csv', () => {
  const linesOf = (rows: readonly ReportTrade[]) => [...tradesCsv(rows)].join('').split('\n');
  const trades = [
    trade([0, 1], [10, 100, 104], ['close', 'close']),
    trade([1, null], [5, 104, null], ['close', null]),
  ];

  it('has a line for each trade', async () => {
    const [header, first] = linesOf(await rowsOf(trades));
    expect(header).toBe(
      'entry,exit,symbol,shares,entryPrice,exitPrice,fees,profit,return,sessions,days,bars,' +
        'mae,maeReturn,mfe,mfeReturn,exitReason',
    );
    const mae = 98 / 100 - 1;
    const mfe = 112 / 100 - 1;
    expect(first).toBe(
      `2026-01-05,2026-01-06,AA,10,100,104,1,39,${104 / 100 - 1 - 1 / 1000},` +
        `1,1,1,-20,${mae},120,${mfe},stop`,
    );
  });

  it('leaves out columns that need prices if there is no data set', async () => {
    const [, closed, open] = linesOf(await rowsOf(trades, null));
    expect(closed).toMatch(/,1,1,,,,,,stop$/);
    expect(open).toBe('2026-01-06,,AA,5,104,,1,,,3,,,,,,,');
  });
});

describe('a week with a split inside', () => {
  const home = mkdtempSync(join(tmpdir(), 'trade-rows-'));
  afterAll(() => rmSync(home, { recursive: true }));
  const weeks = ['2025-03-07', '2025-03-14', '2025-03-21'];
  const weekly = calendarOf('XNYS weekly');
  const end = (week: number): number => weekly.closeOf(requireCivilDate(weeks[week]!, 'test'));
  const files = {
    'p.csv': [
      'symbol,date,open,high,low,close',
      `AA,${weeks[0]},100,104,98,100`,
      `AA,${weeks[1]},100,102,49,52`,
      `AA,${weeks[2]},52,55,51,54`,
    ],
    's.csv': ['symbol,execution_date,split_from,split_to', 'AA,2025-03-12,1,2'],
    'dataset.yaml': [
      'name: made\ncalendar: XNYS\ntimeZone: America/New_York\ncurrency: USD\nsymbols: [AA]',
      'bars: { file: p.csv, frequency: weekly, stamp: session, priceBasis: raw }',
      'splits: { file: s.csv }',
    ],
  };
  for (const [name, lines] of Object.entries(files))
    writeFileSync(join(home, name), `${lines.join('\n')}\n`);

  const base = { symbol: 'AA', fees: 0, sessions: 1, entryTime: end(0), entryAt: 'close' } as const;
  it.each<[string, Trade, object]>([
    [
      'open in new shares',
      {
        ...base,
        shares: 20,
        entryPrice: 50,
        splitTime: end(1),
        exitPrice: null,
        exitTime: null,
        exitAt: null,
        exitReason: null,
      },
      // From 50 to 55; 49 and 102 of the week are in shares that are not known.
      { mae: 0, mfe: 100, profit: 80 },
    ],
    [
      'ended at the open, in old shares',
      {
        ...base,
        shares: 10,
        entryPrice: 100,
        exitPrice: 100,
        exitTime: end(1),
        exitAt: 'open',
        exitReason: 'order',
      },
      { mae: 0, mfe: 0, profit: 0 },
    ],
    [
      'ended at a stop before the split',
      {
        ...base,
        shares: 10,
        entryPrice: 100,
        exitPrice: 90,
        exitTime: end(1),
        exitAt: 'level',
        exitReason: 'stop',
      },
      { mae: -100, mfe: 0, profit: -100 },
    ],
  ])('has the excursions of a trade that is %s', async (_, made, expected) => {
    const small = await openDataset(home);
    const closed = { time: end(2), lastSession: requireCivilDate(weeks[2]!, 'test') };
    const run = {
      plan: { decide: 'session-close', agent: { kind: 'external', id: 'a' } },
      trades: columnsOfTrades([made]),
      closed,
      performance: { dates: [], equity: [] },
    } as unknown as MeasuredRun;
    const [found] = await withTradeRows([run], weekly, small).finally(() => small.close());
    expect([...found!.rows][0]).toMatchObject(expected);
  });
});
