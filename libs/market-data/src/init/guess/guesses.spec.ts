/**
 * What is guessed of symbols, names of files, times and zones, and why nothing is guessed: what is
 * guessed differently has to be seen. `npx vitest run
 * libs/market-data/src/init/guess/guesses.spec.ts --update` writes the files again.
 */

import { expect, it } from 'vitest';
import { formatInstant, microsPerDay, microsPerMinute, parseInstant } from '#values';
import { outcomeText } from '#values/outcome-text.fixture';
import { calendarOf } from '../../calendar/calendar-of.js';
import { declaredOf } from '../declared.js';
import { symbolOfName } from './symbol-of-name.js';
import { currenciesOf, isCoin, isCurrencyPair, quoteOf } from './guess-currency.js';
import { orderedReadings } from './guess-dates.js';
import { exchangeTimes, fillsSessions, hoursOf } from './guess-hours.js';
import { guessStamps } from './guess-stamps.js';
import { startsOf } from './guess-starts.js';

const told = (get: () => unknown): string =>
  outcomeText(get, (value) => JSON.stringify(value) ?? '-');
const at = (text: string): number =>
  parseInstant(text.length > 10 ? text : `${text}T00:00:00Z`, null)!;

const codes =
  'USD|EUR|GBP|JPY|CHF|AUD|CAD|NZD|SEK|NOK|DKK|CNH|CNY|HKD|SGD|MXN|ZAR|TRY|PLN|' +
  'CZK|HUF|INR|BRL|KRW|THB|ILS|XAU|XAG|XPT|XPD|ABC';
const coins = 'BTC|XBT|ETH|SOL|XRP|ADA|DOGE|LTC|BCH|DOT|LINK|AVAX|BNB|TRX|XLM|XMR|SHIB';

it('symbols tell this of their money', async () => {
  const symbols = [
    ...codes.split('|').flatMap((code) => [`${code}USD`, `EUR${code}`, `${code}=X`, `BTC-${code}`]),
    ...coins.split('|').flatMap((coin) => [`${coin}USDT`, `${coin}-EUR`, `${coin}/PERP`, coin]),
    'eurusd',
    'EUR.USD',
    'EUR_USD',
    'EUR-USD',
    'EUR:USD',
    'AAPL',
    'AUSDT',
    'AAUSDT',
    'aa-usdc',
    'SHIB/EUR',
    'SHIB.EUR',
    'BTCBTC',
    'BTCXBT',
    'BTCETH',
    'XBTPERP',
    'ABCDEFGHIJKLM-USD',
    'A-USD',
    'USDTX',
    'EURUSDX',
    '=X',
    '',
  ];
  const lines = symbols.map(
    (symbol) => `${symbol} ${isCurrencyPair(symbol)} ${isCoin(symbol)} ${quoteOf(symbol)}`,
  );
  const sets = [
    [],
    ['AAPL'],
    ['EURUSD', 'BTC-EUR'],
    ['EURJPY', 'USDJPY'],
    ['EURJPY', 'AAPL'],
    ['BTCPERP', 'EURJPY'],
  ];
  const files =
    'AAPL.csv|aapl.us.txt|sap.de.txt|DAT_ASCII_EURUSD_M1_2024.csv|AAPL Historical ' +
    'Data (1).csv|nasdaq_AAPL.csv.gz|BTC-USD.csv|BTC-2024.csv|' +
    'prices.csv|daily_msft_1d.parquet|history-1h.jsonl|h4 GBPUSD.prn|stock.us.csv|' +
    'A,B.tsv|^GSPC.dat|US_500.asc|m.ndjson|M5_EURUSD.csv|quotes_table_IBM.csv|' +
    `${'x'.repeat(40)}.csv|.csv`;
  const names = files.split('|').map((file) => `${file} ${symbolOfName(file)}`);
  const text = [...lines, ...sets.map((set) => told(() => currenciesOf(set))), ...names].join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('./golden-guesses/symbols.txt');
});

it('options that are declared are refused so', async () => {
  const options = [
    ...['DD.MM.YYYY', 'day first', ''].map((dates) => ({ dates })),
    ...['UTC', 'America/New_York', '-06:00', 'Europe/Paris', '-6', '+15:00'].map(
      (timestampZone) => ({ timestampZone }),
    ),
    ...['raw', 'adjusted', 'split-adjusted', 'Raw'].map((priceBasis) => ({ priceBasis })),
    { symbol: 'A', calendar: 'x' },
    {},
  ];
  const lines = options.map((texts) => `${JSON.stringify(texts)} ${told(() => declaredOf(texts))}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-guesses/declared.txt');
});

/** Clock times of sessions, by clocks so many minutes ahead of New York; in standard time. */
function clocksOf(
  step: number,
  ahead: number,
  { from = 570, to = 960, isEnd = false, days = 3 } = {},
): number[] {
  return Array.from({ length: days }, (_, day) => at('2024-01-09') + day * microsPerDay).flatMap(
    (midnight) =>
      Array.from({ length: Math.ceil((to - from) / step) }, (_, bar) => {
        const minute = from + bar * step + (isEnd ? step : 0);
        return midnight + (Math.min(minute, isEnd ? to : minute) + ahead) * microsPerMinute;
      }),
  );
}
const every = (first: string, step: number, count: number): number[] =>
  Array.from({ length: count }, (_, row) => at(first) + row * step * microsPerMinute);
const onDays = (dates: string): number[] => dates.split(' ').map(at);

const series: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries(
    [5, 30, 60].flatMap((step) =>
      [0, 300, -360, 60].flatMap((ahead) =>
        [false, true].map((isEnd) => [
          `${step} min, ${ahead} ahead, ${isEnd ? 'ends' : 'starts'}`,
          clocksOf(step, ahead, { isEnd }),
        ]),
      ),
    ),
  ),
  'one session': clocksOf(5, 0, { days: 1 }),
  'a morning': clocksOf(5, 0, { days: 1, to: 700 }),
  'an afternoon': clocksOf(5, 0, { days: 1, from: 800 }),
  'a middle': clocksOf(5, 0, { days: 1, from: 650, to: 800 }),
  'long hours': clocksOf(5, 0, { from: 240, to: 1200 }),
  'longer hours': clocksOf(5, 0, { from: 230, to: 1210 }),
  'late opens': clocksOf(5, 0, { from: 600 }),
  'later opens': clocksOf(5, 0, { from: 606 }),
  'early ends': clocksOf(5, 0, { to: 930 }),
  'earlier ends': clocksOf(5, 0, { to: 924 }),
  'each hour': every('2024-01-08', 60, 96),
  'newest first': every('2024-01-08', 60, 96).toReversed(),
  'mixed up': [...every('2024-01-08', 60, 9), ...every('2024-01-07', 60, 9)],
  days: onDays('2024-01-02 2024-01-03 2024-01-04 2024-01-05 2024-01-08'),
  'days with a holiday': onDays('2024-01-12 2024-01-15 2024-01-16 2024-01-17'),
  'days with Saturdays': onDays('2024-01-05 2024-01-06 2024-01-07 2024-01-08'),
  'days at 22:00': ['2024-01-02', '2024-01-03', '2024-01-04'].map((day) => at(`${day}T22:00:00Z`)),
  'days at 05:00': ['2024-01-02', '2024-01-03', '2024-07-04'].map((day) => at(`${day}T05:00:00Z`)),
  'days at 16:00': ['2024-01-02', '2024-01-03', '2024-07-04'].map((day) => at(`${day}T16:00:00Z`)),
  'days at 16:00:30': ['2024-01-02', '2024-01-03'].map((day) => at(`${day}T16:00:30Z`)),
  'days at 23:59': ['2024-01-02', '2024-01-03'].map((day) => at(`${day}T23:59:00Z`)),
  'days at 23:58': ['2024-01-02', '2024-01-03'].map((day) => at(`${day}T23:58:00Z`)),
  'days at midnight of New York': [at('2024-01-02T05:00:00Z'), at('2024-07-02T04:00:00Z')],
  'weeks on Mondays': onDays('2024-01-01 2024-01-08 2024-01-15 2024-01-22'),
  'weeks on Thursdays': onDays('2024-01-04 2024-01-11 2024-01-18 2024-01-25'),
  'three weeks on Thursdays': onDays('2024-01-04 2024-01-11 2024-01-18'),
  'weeks on Fridays': onDays('2024-01-05 2024-01-12 2024-01-19 2024-01-26'),
  'weeks on several days': onDays('2024-01-02 2024-01-10 2024-01-18 2024-01-25'),
  months: onDays('2024-01-01 2024-02-01 2024-03-01'),
  'one row': onDays('2024-01-02'),
  'four days apart': onDays('2024-01-02 2024-01-06 2024-01-10'),
  'six days apart': onDays('2024-01-02 2024-01-08 2024-01-14'),
  'twenty hours apart': every('2024-01-02', 1200, 5),
};

const frequencies = ['daily', 'weekly', 'intraday'];
const startsIn = (stamps: readonly number[], calendar: string, frequency: string): string =>
  told(() => [true, false].map((isClock) => startsOf(stamps, { calendar, frequency, isClock })));

it('times tell this', async () => {
  const files = [
    { file: 'A.csv', symbol: 'AAPL', isClock: true },
    { file: 'A.csv', symbol: 'AAPL', isClock: false },
    { file: 'B.csv', symbol: 'BTC-USD', isClock: true },
    { file: 'E.csv', symbol: 'EURUSD', isClock: false },
    { file: 'A.csv', symbol: 'AAPL', isClock: true, zone: '-06:00' as const },
    { file: 'A.csv', symbol: 'AAPL', isClock: true, calendar: '24/7' },
  ];
  const lines = Object.entries(series).flatMap(([name, stamps]) => [
    name,
    `  hours ${told(() => hoursOf(stamps, 5))} ${told(() => hoursOf(stamps, 60))}`,
    `  fills ${[1, 5, 30, 60]
      .map((bar) =>
        fillsSessions(
          exchangeTimes(
            stamps.map((one) => one + 300 * microsPerMinute),
            true,
            calendarOf('XNYS'),
          ),
          bar,
        ),
      )
      .join()}`,
    ...files.map(
      (file) =>
        `  ${file.symbol} ${told(() =>
          guessStamps(
            stamps,
            stamps.map(() => 'A'),
            file,
          ),
        )}`,
    ),
    ...(['24/5', '24/7', 'XNYS'] as const).map(
      (calendar) =>
        `  ${calendar} ` +
        `${frequencies.map((frequency) => startsIn(stamps, calendar, frequency)).join()}`,
    ),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-guesses/times.txt');
});

it('readings of dates are in this order', async () => {
  const named = [
    'days',
    'days with Saturdays',
    'weeks on Fridays',
    'months',
    'six days apart',
    'one row',
    'each hour',
    'four days apart',
    'newest first',
  ];
  const years = onDays('2020-01-01 2021-01-01 2022-01-01 2023-01-02');
  const quarters = onDays('2023-03-31 2023-06-30 2023-09-29 2023-12-29');
  const edges = onDays('2024-01-02 2024-02-01 2024-02-29 2024-04-01 2024-05-31 2024-06-03');
  const readings = [
    ...named.map((name) => [name, series[name]!] as const),
    ['years', years],
    ['quarters', quarters],
    ['edges', edges],
  ] as const;
  const lines = readings.flatMap(([one, stamps]) =>
    readings.map(([other, others]) => {
      const rows = Math.min(stamps.length, others.length);
      const both = [stamps, others].map((all, index) => ({
        keys: { dates: index === 0 ? 'DD/MM/YYYY' : 'MM/DD/YYYY' },
        stamps: all.slice(0, rows),
      }));
      const symbols = stamps.map(() => 'A');
      const found = [false, true].map((isAlways) =>
        told(() =>
          orderedReadings(both, { file: 'A.csv', first: '01/02/2024', symbols, isAlways }).map(
            ({ keys }) => keys.dates,
          ),
        ),
      );
      return `${one} or ${other}: ${found.join(' ')}`;
    }),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-guesses/readings.txt');
  expect(formatInstant(series['months']![1]!)).toBe('2024-02-01T00:00:00Z');
});
