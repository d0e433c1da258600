/**
 * Files of Chinese shares: their calendar, their currency, lots, and the encoding of
 * programs in China.
 */

import { describe, expect, it } from 'vitest';
import { init } from '../init-dataset.fixture.js';

const dayMs = 86_400_000;
/**
 * Weekdays from 19 February to 3 April 2024, all of which are sessions in Shanghai and some
 * not in New York.
 */
const dates = Array.from({ length: 45 }, (_, at) => new Date(Date.UTC(2024, 1, 19) + at * dayMs))
  .filter((day) => day.getUTCDay() % 6 !== 0)
  .map((day) => day.toISOString().slice(0, 10));

const akshareHeader = '日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率';
const akshare = (code: string, header = akshareHeader): string =>
  [header, ...dates.map((date) => `${date},${code},10,10.5,11,9.5,300,3150,1,1,1,1`), ''].join(
    '\n',
  );

/** The header in GBK, as Excel and brokers in China save it. */
const headerInGbk = Buffer.from(
  'c8d5c6da2cb9c9c6b1b4fac2eb2cbfaac5cc2ccad5c5cc2cd7eeb8df2cd7eeb5cd2cb3c9bd' +
    'bbc1bf2cb3c9bdbbb6ee2cd5f1b7f92cd5c7b5f8b7f92cd5c7b5f8b6ee2cbbbbcad6c2ca0a',
  'hex',
);

describe('akshare', () => {
  it('counts lots of shares in Shanghai', async () => {
    const { manifest, report, rows, known } = await init({ 'hist.csv': akshare('600519') });
    expect(manifest).toMatch(/^calendar: XSHG # guessed from .* Shanghai/m);
    expect(manifest).toMatch(/^currency: CNY # guessed from the codes/m);
    expect(manifest).toMatch(/lotSize: 100 # guessed from .* akshare/);
    expect(report.errors).toEqual([]);
    expect(rows[0]).toEqual(['600519', '2024-02-19', 10, 11, 9.5, 10.5, 30_000]);
    expect(known[0]).toBe(Date.parse('2024-02-19T07:00:00Z'));
  });

  it('counts shares of other markets, whose codes are not of six digits', async () => {
    const { manifest } = await init({ 'hist.csv': akshare('00700') });
    expect(manifest).not.toContain('lotSize');
    expect(manifest).not.toContain('CNY');
  });

  it('is read in GBK', async () => {
    const [, ...lines] = akshare('600519').split('\n');
    const bytes = Buffer.concat([headerInGbk, Buffer.from(lines.join('\n'))]);
    const { manifest, report, rows } = await init({ 'hist.csv': bytes });
    expect(manifest).toContain('encoding: gbk');
    expect(report.errors).toEqual([]);
    expect(rows).toHaveLength(dates.length);
    expect(rows[0]?.[5]).toBe(10.5);
  });
});

const plain = ['date,open,high,low,close,volume', ...dates.map((date) => `${date},1,1,1,1,5`), ''];

it.each([
  ['600519.SS', 'CNY'],
  ['000001.SZ', 'CNY'],
  ['sh600519', 'CNY'],
  ['900901.SS', 'USD'],
  ['200002.SZ', 'HKD'],
])('%s is quoted in %s, and its days are those of Shanghai', async (symbol, currency) => {
  const { manifest } = await init({ [`${symbol}.csv`]: plain.join('\n') });
  expect(manifest).toMatch(/^calendar: XSHG/m);
  expect(manifest).toContain(`currency: ${currency}`);
  expect(manifest).not.toContain('lotSize');
});

it('minutes are on the clock of Shanghai, with its break', async () => {
  const clocks: string[] = [];
  for (const date of dates.slice(0, 5)) {
    for (let minute = 9 * 60 + 35; minute <= 15 * 60; minute += 5) {
      if (minute > 11 * 60 + 30 && minute <= 13 * 60) continue;
      const clock = [Math.floor(minute / 60), minute % 60].map((part) =>
        String(part).padStart(2, '0'),
      );
      clocks.push(`${date} ${clock.join(':')}:00`);
    }
  }
  const rows = clocks.map((clock) => `${clock},1,1,1,1,5\n`).join('');
  const text = `时间,开盘,收盘,最高,最低,成交量\n${rows}`;
  const { manifest, report, known } = await init({ '600519.csv': text });
  expect(manifest).toMatch(/timestampZone: Asia\/Shanghai/);
  expect(manifest).toMatch(/stamp: end/);
  expect(report.errors).toEqual([]);
  expect(known[0]).toBe(Date.parse('2024-02-19T01:35:00Z'));
});

it('shares beside those of New York keep their own calendar and currency', async () => {
  const newYork = dates.filter((date) => date !== '2024-02-19' && date !== '2024-03-29');
  const text = [
    'date,open,high,low,close,volume',
    ...newYork.map((date) => `${date},1,1,1,1,5`),
    '',
  ];
  const { manifest } = await init({
    'AAPL.csv': text.join('\n'),
    '600519.SS.csv': plain.join('\n'),
  });
  expect(manifest).toMatch(/^calendar: XNYS/m);
  expect(manifest).toMatch(/^calendars: \{ 600519\.SS: XSHG \}/m);
  expect(manifest).toMatch(/^currencies: \{ 600519\.SS: CNY \}/m);
});
