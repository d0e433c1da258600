/**
 * Tests of the price basis that closes, adjusted closes and split factors tell, under the names of
 * several vendors.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../open/vendor-exports.fixture.js';
import { initDataset } from './init-dataset.js';
import { init } from './init-dataset.fixture.js';
import { fractionOf } from './guess/guess-basis.js';

const dates = ['2024-03-25', '2024-03-26', '2024-03-27', '2024-03-28', '2024-04-01', '2024-04-02'];

interface Day {
  readonly date: string;
  readonly close: number;
  readonly adjusted: number;
  readonly split: number;
  readonly dividend: number;
}

/**
 * Six days with a split or a dividend on the fourth; the closes are raw, or adjusted for the split.
 */
function days({ split = 1, dividend = 0, isRaw = true }): Day[] {
  return dates.map((date, index) => {
    const isBefore = index < 3;
    const base = 120 + index;
    const factor = dividend === 0 || !isBefore ? 1 : 1 - dividend / 123;
    return {
      date,
      close: isBefore && isRaw ? base * split : base,
      adjusted: base * factor,
      split: index === 3 ? split : 1,
      dividend: index === 3 ? dividend : 0,
    };
  });
}

const rows = (header: string, list: readonly Day[], line: (day: Day) => unknown[]): string =>
  [header, ...list.map((day) => line(day).join()), ''].join('\n');
const prices = ({ close }: Day): number[] => [close, close, close, close];

/** As each vendor names the columns. */
const vendors = {
  alphaVantage: (list: readonly Day[]) =>
    rows(
      'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient',
      list.toReversed(),
      (day) => [day.date, ...prices(day), day.adjusted.toFixed(4), 9, day.dividend, day.split],
    ),
  tiingo: (list: readonly Day[]) =>
    rows('date,close,high,low,open,volume,adjClose,divCash,splitFactor', list, (day) => [
      `${day.date}T00:00:00.000Z`,
      ...prices(day),
      9,
      day.adjusted,
      day.dividend,
      day.split,
    ]),
  quandl: (list: readonly Day[]) =>
    rows('Date,Open,High,Low,Close,Volume,Ex-Dividend,Split Ratio,Adj. Close', list, (day) => [
      day.date,
      ...prices(day),
      9,
      day.dividend,
      day.split,
      day.adjusted,
    ]),
  eodhd: (list: readonly Day[]) =>
    rows('Date,Open,High,Low,Close,Adjusted_close,Volume', list, (day) => [
      day.date,
      ...prices(day),
      day.adjusted.toFixed(4),
      9,
    ]),
  yahoo: (list: readonly Day[]) =>
    rows('Date,Open,High,Low,Close,Adj Close,Volume', list, (day) => [
      day.date,
      ...prices(day),
      day.adjusted.toFixed(6),
      9,
    ]),
  yfinance: (list: readonly Day[]) =>
    rows('Date,Open,High,Low,Close,Adj Close,Volume,Dividends,Stock Splits', list, (day) => [
      day.date,
      ...prices(day),
      day.adjusted,
      9,
      day.dividend,
      day.split === 1 ? 0 : day.split,
    ]),
  /** The factor beside closes without adjusted ones. */
  factors: (list: readonly Day[]) =>
    rows('Date,Open,High,Low,Close,Split', list, (day) => [
      day.date,
      ...prices(day),
      `${fractionOf(day.split).join(':')}`,
    ]),
};
type Vendor = keyof typeof vendors;

/**
 * The basis, the splits and the dividends of a data set made of files; an empty text
 * if it has none.
 */
async function made(files: Record<string, string>, priceBasis?: string) {
  const path = folder(files);
  const paths = Object.keys(files).map((name) => join(path, name));
  await initDataset(paths, join(path, 'set'), { priceBasis });
  const text = (name: string): string => readFileSync(join(path, 'set', name), 'utf8');
  const manifest = text('dataset.yaml');
  const tableOf = (name: string): string => {
    const file = new RegExp(`^${name}: \\{ file: (\\S+) \\}`, 'm').exec(manifest)?.[1];
    return file === undefined ? '' : (text(file).split('\n').slice(1, -1).join('; ') ?? '');
  };
  const basis = /priceBasis: (\S+)/.exec(manifest)?.[1];
  return { basis, splits: tableOf('splits'), dividends: tableOf('dividends') };
}

describe('raw closes', () => {
  const all: Vendor[] = ['alphaVantage', 'tiingo', 'quandl', 'eodhd', 'yahoo', 'yfinance'];

  it.each(all)('%s: a jump of the closes beside the adjusted ones is a split', async (vendor) => {
    for (const [split, written] of [
      [1.5, '2,3'],
      [20, '1,20'],
      [0.1, '10,1'],
    ] as const) {
      const found = await made({ 'XLF.csv': vendors[vendor](days({ split })) });
      const splits = `XLF,2024-03-28,${written}`;
      expect(found, String(split)).toEqual({ basis: 'raw', splits, dividends: '' });
    }
  });

  it('are known by factors alone, also as 3:2', async () => {
    const text = vendors.factors(days({ split: 1.5 }));
    expect(text).toContain('3:2');
    const expected = { basis: 'raw', splits: 'X,2024-03-28,2,3', dividends: '' };
    expect(await made({ 'X.csv': text })).toEqual(expected);
  });

  it.each<Vendor>(['alphaVantage', 'tiingo', 'quandl'])(
    '%s: the columns say so without a split, and their dividends are kept',
    async (vendor) => {
      const found = await made({ 'XLF.csv': vendors[vendor](days({ dividend: 0.5 })) });
      expect(found).toEqual({ basis: 'raw', splits: '', dividends: 'XLF,2024-03-28,0.5' });
    },
  );

  it('do not mistake a large dividend that a column has for a split', async () => {
    const found = await made({ 'XLF.csv': vendors.tiingo(days({ dividend: 41 })) });
    expect(found).toMatchObject({ splits: '', dividends: 'XLF,2024-03-28,41' });
  });

  it('keep a price file that is called splits.csv', async () => {
    const found = await made({ 'splits.csv': vendors.tiingo(days({ split: 2 })) });
    expect(found).toMatchObject({ basis: 'raw', splits: 'SPLITS,2024-03-28,1,2' });
  });

  it('lead the basis of files that do not tell theirs, but not of adjusted ones', async () => {
    const raw = vendors.tiingo(days({ split: 2 }));
    const open = rows('Date,Open,High,Low,Close', days({}), (day) => [day.date, ...prices(day)]);
    expect(await made({ 'A.csv': raw, 'B.csv': open })).toMatchObject({ basis: 'raw' });
    const files = { 'A.csv': raw, 'B.csv': vendors.yahoo(days({ dividend: 0.5 })) };
    await expect(made(files)).rejects.toThrow(
      /B\.csv: the files have different price bases; expected raw, as in A\.csv.*found split-adj/s,
    );
  });

  it('have splits by which every bar is read, without an error', async () => {
    const { report, rows: bars } = await init({
      'XLF.csv': vendors.alphaVantage(days({ split: 2 })),
    });
    expect(report.errors).toEqual([]);
    expect(bars.map((bar) => bar[5]).toSorted()).toEqual([123, 124, 125, 240, 242, 244]);
  });
});

describe('closes that know splits', () => {
  it.each<Vendor>(['yahoo', 'eodhd', 'yfinance'])('%s: steps by dividends', async (vendor) => {
    const found = await made({ 'XLF.csv': vendors[vendor](days({ dividend: 0.5 })) });
    expect(found).toEqual({ basis: 'split-adjusted', splits: '', dividends: '' });
  });

  it('are those of yfinance, which lists the split', async () => {
    const text = vendors.yfinance(days({ split: 4, isRaw: false }));
    expect(text).toContain(',4\n');
    expect(await made({ 'X.csv': text })).toMatchObject({ basis: 'split-adjusted', splits: '' });
  });
});

describe('contradictions', () => {
  it.each<Vendor>(['alphaVantage', 'tiingo', 'quandl'])(
    '%s: a factor at which no close jumps',
    async (vendor) => {
      const text = vendors[vendor](days({ split: 2, isRaw: false }));
      await expect(made({ 'X.csv': text })).rejects.toThrow(
        /X\.csv: closes and splits contradict.*expected closes that jump.*found .*2024-03-28/s,
      );
      expect(await made({ 'X.csv': text }, 'split-adjusted')).toMatchObject({ splits: '' });
    },
  );

  it('a ratio that steps where the closes do not', async () => {
    const wrong = days({ split: 2, isRaw: false }).map((day, index) => ({
      ...day,
      adjusted: index < 3 ? day.adjusted / 2 : day.adjusted,
    }));
    await expect(made({ 'X.csv': vendors.eodhd(wrong) })).rejects.toThrow(
      /X\.csv line 5: .*contradict.*found on 2024-03-28 a split of 2:1, a ratio × 2, closes × 1/s,
    );
  });

  it('a step that is neither a usual split nor a dividend, until the basis is declared', async () => {
    const text = vendors.eodhd(days({ split: 1.281 }));
    await expect(made({ 'X.csv': text })).rejects.toThrow(/X\.csv line 5: .*a ratio × 1\.281/s);
    expect(await made({ 'X.csv': text }, 'split-adjusted')).toMatchObject({
      basis: 'split-adjusted',
    });
  });

  it('a factor that is not a number', async () => {
    const text = vendors.factors(days({ split: 2 })).replace('2:1', 'two');
    await expect(made({ 'X.csv': text })).rejects.toThrow(
      /X\.csv line 5, .*Split.*expected a split such as 1\.5 or 3:2; found .*two/s,
    );
  });

  it('a basis that does not exist', async () => {
    await expect(made({ 'X.csv': vendors.yahoo(days({})) }, 'rough')).rejects.toThrow(
      /--price-basis.*expected raw, split-adjusted, adjusted; found .*rough/s,
    );
  });
});

it('writes factors in small numbers', () => {
  expect([1.5, 0.333333, 1.05, 20, 1.28137].map(fractionOf)).toEqual([
    [3, 2],
    [1, 3],
    [21, 20],
    [20, 1],
    [1.28137, 1],
  ]);
});

describe('actions in rows of weeks', () => {
  /**
   * Nine weeks from Monday; Tesla split three for one on the Thursday of the fifth, which yfinance
   * dates to Monday.
   */
  const weeks = (split: number, dividend: number): string => {
    const first = Date.parse('2022-07-25');
    const lines = Array.from({ length: 9 }, (_, at) => {
      const date = new Date(first + at * 7 * 86_400_000).toISOString().slice(0, 10);
      const isNew = at >= 4 && split !== 0;
      const open = at <= 4 ? 890 : 297;
      const close = isNew ? 297 : 890;
      const own = at === 4 ? `${dividend},${split}` : '0,0';
      return `${date},${isNew ? open : 890},${isNew ? open : 890},${close},${close},${own}\n`;
    });
    return `Date,Open,High,Low,Close,Dividends,Stock Splits\n${lines.join('')}`;
  };

  it('have no day, and are refused: sold at the open of that week, tripled shares had the old price', async () => {
    await expect(init({ 'TSLA.csv': weeks(3, 0) })).rejects.toThrow(
      /TSLA\.csv: the actions of weekly bars have no day.*tables with dates.*a split in the row of 2022-08-22/s,
    );
  });

  it('may be left out if they are dividends', async () => {
    const files = { 'TSLA.csv': weeks(0, 1) };
    await expect(init(files, { priceBasis: 'raw' })).rejects.toThrow(
      /the actions of weekly bars have no day.*--price-basis split-adjusted.*a dividend in the row of 2022-08-22/s,
    );
    const { manifest } = await init(files, { priceBasis: 'split-adjusted' });
    expect(manifest).not.toContain('dividends:');
  });

  it('are of no account in closes that know them', async () => {
    const { manifest } = await init({ 'TSLA.csv': weeks(0, 1) });
    expect(manifest).toMatch(/priceBasis: adjusted/);
  });
});
