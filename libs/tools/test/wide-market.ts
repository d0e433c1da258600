/**
 * A market with a row of everything that tools read: a year and a half of two symbols that move,
 * with gaps, days without volume and a session of several bars; news and filings on the same days,
 * dividends, splits, statements.
 */

import { formatCivilDate, parseInstant } from '#values';
import { calendarOf } from '#market-data';
import type { MarketView } from '#market-view';
import { closeOf, day, smallMarket, type SmallRow } from '../src/trading/small-market.fixture.js';

const sessions = calendarOf('XNYS')
  .sessionsBetween(day('2024-09-03'), day('2026-03-06'))
  .map(formatCivilDate);

/** Closes that rise and fall, by whole cents; every eleventh session has no volume. */
function rowsOf(start: number, pace: number): Record<string, SmallRow | SmallRow[]> {
  const rows: Record<string, SmallRow | SmallRow[]> = {};
  for (const [at, date] of sessions.entries()) {
    if (at % (17 + pace) === 16) continue;
    const cents = start + 10 * ((at * pace) % 37) - 3 * ((at * at) % 11) + at;
    const close = cents;
    const high = cents + 40 + (at % 7);
    const low = cents - 35 - (at % 5);
    const volume = at % 11 === 3 ? {} : { volume: 1000 + 10 * ((at * 13) % 29) };
    rows[date] = {
      open: (cents - 5) / 100,
      high: high / 100,
      low: low / 100,
      close: close / 100,
      adjClose: (cents - 2) / 100,
      ...volume,
    };
  }
  return rows;
}

const dated = { symbol: 'AAA', form: '10-K' };
const money = { currency: 'USD', type: 'CD', symbol: 'AAA' as const };
const dividend = (exDate: string, amount: number, declared: string | null) => ({
  kind: 'dividend' as const,
  ...money,
  exDate: day(exDate),
  amount,
  declaredDate: declared === null ? null : day(declared),
  recordDate: day(exDate) + 1,
  payDate: day(exDate) + 14,
});
const statementOf = (value: number) => ({ value, unit: 'USD', label: `Of ${value}` });
const numbersOf = (form: string, filed: string, value: number) => ({
  kind: 'fundamentals' as const,
  symbol: 'AAA',
  form,
  fiscalYear: 2025,
  fiscalPeriod: 'Q3',
  periodStart: day('2025-07-01'),
  periodEnd: day('2025-09-30'),
  filedDate: day(filed),
  acceptedAt: null,
  accession: null,
  statements: { income: { Revenues: statementOf(value) }, cash: { Cash: statementOf(5) } },
});

const busy = '2026-03-04';

/** Read as of the close of a date. */
export const wideMarket: (asOf: string) => MarketView = smallMarket({
  prices: {
    AAA: {
      ...rowsOf(5000, 5),
      [busy]: [
        { open: 60, high: 61, low: 59, close: 60.5, volume: 100 },
        { open: 60.5, high: 63, low: 60, close: 62 },
        { open: 62, high: 62.5, low: 58, close: 61, adjClose: 60.9, volume: 250 },
      ],
    },
    BBB: rowsOf(2000, 7),
    CCC: rowsOf(900, 9),
    NEW: { '2026-03-06': 5 },
  },
  peers: { AAA: ['BBB', 'CCC', 'NONE'], BBB: ['NEW'] },
  news: [
    { id: '7', symbol: 'AAA', date: '2026-03-02', title: 'Gears', text: 'Gears sell well.\nMore.' },
    { id: '8', symbol: 'AAA', date: '2026-03-03', text: 'China buys 𝄞 gears' },
    { id: '9', symbol: 'AAA', date: '2026-03-03', title: 'Same', text: 'Same' },
    { id: '010', symbol: 'AAA', date: '2026-03-04', title: 'Recall', text: 'Gears in CHINA' },
    { id: '123456789012345', symbol: 'AAA', date: '2026-03-05', text: 'Fifteen digits of gears' },
    { id: '1234567890123456', symbol: 'AAA', date: '2026-03-06', text: 'Sixteen' },
    { id: '11', symbol: 'BBB', date: '2026-03-04', title: 'Elsewhere', text: 'Nothing of note' },
  ],
  filings: [
    { ...dated, date: '2026-03-02', sections: { mda: 'We 𝄞 sell gears.', risk: 'Rust' } },
    { ...dated, date: '2026-03-02', sections: { risk: 'Amended: rust' } },
    { ...dated, form: '10-Q', date: '2026-03-03', sections: { mda: 'Gears again' } },
    {
      ...dated,
      form: '8-K',
      date: '2026-03-04',
      sections: { item: 'A fire' },
      acceptedAt: parseInstant('2026-03-05T02:30:00Z') ?? 0,
      accession: '0001-26-7',
    },
  ],
  facts: [
    { time: closeOf('2026-03-02'), payload: dividend('2026-03-20', 0.5, '2026-03-02') },
    { time: closeOf('2026-03-03'), payload: dividend('2026-03-10', 0.25, null) },
    ...['2026-03-03', '2026-03-04'].map((date, at) => ({
      time: closeOf(date) - 1,
      payload: {
        kind: 'split' as const,
        symbol: 'AAA',
        effectiveDate: day(date),
        from: 1,
        to: 2 + at,
      },
    })),
    ...[numbersOf('10-Q', '2026-03-02', 7), numbersOf('10-K', '2026-03-03', 8)].map((payload) => ({
      time: closeOf(payload.form === '10-K' ? '2026-03-03' : '2026-03-02'),
      payload,
    })),
    { time: closeOf('2026-03-05'), payload: numbersOf('10-Q', '2026-03-05', 9) },
  ],
});
