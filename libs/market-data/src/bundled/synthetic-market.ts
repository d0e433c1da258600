/** A synthetic market from a seed: the same seed yields the same bytes on every machine. */

import {
  civilDate,
  formatCivilDate,
  formatInstant,
  microsPerHour,
  microsPerMinute,
  seededRandom,
  type CivilDate,
  type SeededRandom,
} from '#values';
import { calendarOf } from '../calendar/calendar-of.js';
import { datasetManifestSchema, type DescribedManifest } from '../manifest/dataset-manifest.js';
import { filingText, newsItem } from './synthetic-texts.js';

interface SyntheticMarket {
  readonly manifest: DescribedManifest;
  /** Files of the documented format by name, without the manifest. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface Company {
  readonly symbol: string;
  readonly name: string;
  /**
   * First close, yearly drift and volatility, and the quarterly dividend as a share of the price.
   */
  readonly price: number;
  readonly drift: number;
  readonly volatility: number;
  readonly dividendYield: number;
}

const companies = (
  [
    ['ALDR', 'Alder Robotics', 84, 0.14, 0.34, 0],
    ['BRKW', 'Brackwater Foods', 46, 0.05, 0.16, 0.007],
    ['CNDR', 'Cinder Energy', 61, 0.02, 0.29, 0.011],
    ['DUNE', 'Dune Semiconductor', 312, 0.22, 0.42, 0.001],
    ['ELMR', 'Elmer Insurance', 118, 0.08, 0.19, 0.006],
    ['FJRD', 'Fjord Shipping', 23, -0.04, 0.38, 0.004],
  ] as const
).map(([symbol, name, price, drift, volatility, dividendYield]): Company => {
  return { symbol, name, price, drift, volatility, dividendYield };
});
/** The one that splits, two for one, in the middle of its history. */
const splitting = 'DUNE';

interface Quarter {
  readonly end: CivilDate;
  readonly filed: CivilDate;
  readonly label: 'Q1' | 'Q2' | 'Q3' | 'FY';
  readonly year: number;
}

/** Sessions of 2021-01-04 to 2023-12-29; all figures, names and texts are fictitious. */
export function syntheticMarket(seed: number): SyntheticMarket {
  const sessions = calendarOf('XNYS').sessionsBetween(
    civilDate(2021, 1, 1),
    civilDate(2023, 12, 31),
  );
  const quarters = quartersOf(sessions);
  const lines = {
    prices: [] as string[],
    dividends: [] as string[],
    fundamentals: [] as string[],
    filings: [] as string[],
  };
  const splitOn = sessions[Math.floor(sessions.length / 2)] as CivilDate;
  const market = seededRandom(`market ${seed}`);
  const common = sessions.map(() => market.normal());
  for (const company of companies) {
    const random = seededRandom(`${company.symbol} ${seed}`);
    const closes = writePrices(lines.prices, company, sessions, common, splitOn, random);
    for (const quarter of quarters) {
      const close = closes.get(quarter.filed) as number;
      writeDividend(lines.dividends, company, quarter, close);
      writeFiling(lines, company, quarter, random);
    }
  }
  const files = {
    'prices.csv': ['symbol,date,open,high,low,close,volume,vwap', ...lines.prices],
    'dividends.csv': [
      'symbol,ex_dividend_date,declaration_date,pay_date,cash_amount,currency,dividend_type',
      ...lines.dividends,
    ],
    'splits.csv': [
      'symbol,execution_date,split_from,split_to',
      `${splitting},${formatCivilDate(splitOn)},1,2`,
    ],
    'fundamentals.jsonl': lines.fundamentals,
    'filings.jsonl': lines.filings,
    'news.jsonl': newsLines(sessions, seededRandom(`news ${seed}`)),
  };
  const encoder = new TextEncoder();
  return {
    manifest: manifestOf(),
    files: new Map(
      Object.entries(files).map(([name, rows]) => [name, encoder.encode(`${rows.join('\n')}\n`)]),
    ),
  };
}

function manifestOf(): DescribedManifest {
  return datasetManifestSchema.parse({
    name: 'synthetic-market',
    calendar: 'XNYS',
    timeZone: 'America/New_York',
    currency: 'USD',
    synthetic: true,
    bars: {
      file: 'prices.csv',
      frequency: 'daily',
      stamp: 'session',
      priceBasis: 'raw',
      order: ['symbol', 'date'],
    },
    news: { file: 'news.jsonl', order: ['published_at'] },
    filings: { file: 'filings.jsonl' },
    fundamentals: { file: 'fundamentals.jsonl' },
    dividends: { file: 'dividends.csv' },
    splits: { file: 'splits.csv' },
    symbols: companies.map(({ symbol }) => symbol),
  });
}

/**
 * A geometric random walk, half of it common to all; prices in cents. Returns the
 * closes by session.
 */
function writePrices(
  lines: string[],
  company: Company,
  sessions: readonly CivilDate[],
  common: readonly number[],
  splitOn: CivilDate,
  random: SeededRandom,
): Map<CivilDate, number> {
  const closes = new Map<CivilDate, number>();
  const daily = company.volatility / Math.sqrt(252);
  let price = company.price;
  for (const [index, session] of sessions.entries()) {
    if (company.symbol === splitting && session === splitOn) price /= 2;
    const shock = Math.SQRT1_2 * ((common[index] as number) + random.normal());
    const open = cents(price * (1 + 0.3 * daily * random.normal()));
    price = Math.max(1, price * (1 + company.drift / 252 + daily * shock));
    const close = cents(price);
    const high = cents(Math.max(open, close) * (1 + 0.4 * daily * random.next()));
    const low = cents(Math.min(open, close) * (1 - 0.4 * daily * random.next()));
    const volume = 200_000 + random.below(1_800_000);
    const vwap = Math.min(high, Math.max(low, cents((open + high + low + close) / 4)));
    lines.push(
      [company.symbol, formatCivilDate(session), open, high, low, close, volume, vwap].join(','),
    );
    closes.set(session, close);
  }
  return closes;
}

function quartersOf(sessions: readonly CivilDate[]): Quarter[] {
  const calendar = calendarOf('XNYS');
  const labels = ['Q1', 'Q2', 'Q3', 'FY'] as const;
  return [2021, 2022, 2023].flatMap((year) =>
    labels.flatMap((label, index): Quarter[] => {
      const end = civilDate(year, index * 3 + 4, 1) - 1;
      const filed = calendar.sessionOnOrAfter(end + (label === 'FY' ? 50 : 32));
      const last = sessions[sessions.length - 1] as CivilDate;
      return filed > last - 30 ? [] : [{ end, filed, label, year }];
    }),
  );
}

/** Declared with the filing, ex about three weeks later. */
function writeDividend(lines: string[], company: Company, { filed }: Quarter, close: number): void {
  if (company.dividendYield === 0) return;
  const calendar = calendarOf('XNYS');
  const exDate = calendar.sessionOnOrAfter(filed + 21);
  const dates = [exDate, filed, exDate + 24].map(formatCivilDate);
  lines.push(
    [company.symbol, ...dates, cents(close * company.dividendYield), 'USD', 'CD'].join(','),
  );
}

function writeFiling(
  lines: { fundamentals: string[]; filings: string[] },
  company: Company,
  quarter: Quarter,
  random: SeededRandom,
): void {
  const form = quarter.label === 'FY' ? '10-K' : '10-Q';
  const revenues = Math.round(1e6 * company.price * (8 + random.normal()));
  const netIncome = Math.round(revenues * (0.12 + 0.03 * random.normal()));
  const accepted = calendarOf('XNYS').instantAt(quarter.filed, 16 * 60 + 5 + random.below(80));
  const shared = {
    symbol: company.symbol,
    form,
    fiscal_year: quarter.year,
    fiscal_period: quarter.label,
    accepted_at: formatInstant(accepted),
    accession_no: `9999999999-${quarter.year % 100}-${String(random.below(1_000_000)).padStart(6, '0')}`,
  };
  const figure = (value: number, label: string) => ({ value, unit: 'USD', label });
  lines.fundamentals.push(
    JSON.stringify({
      ...shared,
      period_start: formatCivilDate(quarter.end - 90),
      period_end: formatCivilDate(quarter.end),
      filing_date: formatCivilDate(quarter.filed),
      statements: {
        income_statement: {
          revenues: figure(revenues, 'Revenues'),
          net_income_loss: figure(netIncome, 'Net income'),
        },
      },
    }),
  );
  for (const section of ['mda', 'risk'] as const) {
    lines.filings.push(
      JSON.stringify({
        ...shared,
        period_of_report: formatCivilDate(quarter.end),
        filed_at: formatCivilDate(quarter.filed),
        section,
        text: filingText(section, { company: company.name, ...quarter, revenues, netIncome }),
      }),
    );
  }
}

function newsLines(sessions: readonly CivilDate[], random: SeededRandom): string[] {
  const rows: { at: number; text: string }[] = [];
  for (const [index, session] of sessions.entries()) {
    if (random.next() > 0.4) continue;
    const company = companies[random.below(companies.length)] as Company;
    const minutes = 7 * 60 + random.below(12 * 60);
    const at = calendarOf('XNYS').instantAt(session, 0) + minutes * microsPerMinute;
    const item = newsItem(index, company.name, random);
    const fields = {
      id: `synthetic:${index}`,
      symbols: [company.symbol],
      published_at: formatInstant(at),
    };
    rows.push({ at: at + microsPerHour, text: JSON.stringify({ ...fields, ...item }) });
  }
  return rows.sort((a, b) => a.at - b.at).map(({ text }) => text);
}

const cents = (value: number): number => Math.round(value * 100) / 100;
