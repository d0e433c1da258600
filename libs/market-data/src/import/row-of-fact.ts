/** Facts as rows of the documented format: reading them back yields the same facts. */

import { formatCivilDate, formatInstant, invariant, type CivilDate, type Instant } from '#values';
import {
  barColumns,
  factKinds,
  quoteColumns,
  tradeColumns,
  type DocumentRef,
  type FactColumns,
  type FactPayload,
  type FactSource,
} from '#contracts';
import type { Dataset } from '../dataset/dataset.js';
import type { FactTableKind, TickTableKind } from '../manifest/dataset-manifest.js';

type Row = Readonly<Record<string, unknown>>;

export const barHeader = (daily: boolean): string =>
  `symbol,${daily ? 'date' : 'timestamp'},open,high,low,close,adj_close,volume,vwap`;

/** A line of CSV; an empty field if the value is unknown. Intraday bars are stamped at their end. */
export function barLine(
  dataset: Dataset,
  columns: FactColumns,
  row: number,
  symbol: string,
): string {
  const known = columns.knowledgeTime[row] as number;
  const stamp =
    dataset.barFrequency === 'daily'
      ? formatCivilDate(dataset.calendar.sessionClosingAtOrAfter(known))
      : formatInstant(known);
  const values = barColumns.map((column) => field(columns[column][row] as number));
  return [csvField(symbol), stamp, ...values].join(',');
}

export const tickHeaders: Readonly<Record<TickTableKind, string>> = {
  trades: 'symbol,timestamp,price,size',
  quotes: 'symbol,timestamp,bid,ask,bid_size,ask_size',
};

/** The table of a trade or a quote; undefined for any other fact. */
export function tickTableOf(kind: number): TickTableKind | undefined {
  if (kind === factKinds.trade) return 'trades';
  return kind === factKinds.quote ? 'quotes' : undefined;
}

/** A line of CSV of such a table; an empty field if the value is unknown. */
export function tickLine(
  holds: TickTableKind,
  columns: FactColumns,
  row: number,
  symbol: string,
): string {
  const { price, size } = tradeColumns;
  const { bid, ask, bidSize, askSize } = quoteColumns;
  const names = holds === 'trades' ? [price, size] : [bid, ask, bidSize, askSize];
  const values = names.map((name) => field(columns[name][row] as number));
  return [csvField(symbol), formatInstant(columns.eventTime[row] as number), ...values].join(',');
}

/** The table of a fact and its rows there: a filing has one per section. */
export function rowsOfFact(
  payload: FactPayload,
  textOf: (document: DocumentRef) => string,
): { holds: FactTableKind; rows: Row[] } | undefined {
  switch (payload.kind) {
    case 'news': {
      const { kind: _kind, publishedAt, body, ...rest } = payload;
      const text = body === null ? {} : { body: textOf(body) };
      return {
        holds: 'news',
        rows: [{ ...rest, published_at: formatInstant(publishedAt), ...text }],
      };
    }
    case 'filing': {
      const { symbol, form, filedDate, acceptedAt, periodEnd, accession } = payload;
      const row = {
        symbol,
        form,
        filed_at: formatCivilDate(filedDate),
        accepted_at: instant(acceptedAt),
        period_of_report: day(periodEnd),
        accession_no: accession,
      };
      const sections = payload.sections.map(({ name, document }) => ({
        ...row,
        section: name,
        text: textOf(document),
      }));
      return { holds: 'filings', rows: sections.length === 0 ? [row] : sections };
    }
    case 'fundamentals':
      return { holds: 'fundamentals', rows: [fundamentalsRow(payload)] };
    case 'dividend': {
      const row = {
        symbol: payload.symbol,
        ex_dividend_date: formatCivilDate(payload.exDate),
        declaration_date: day(payload.declaredDate),
        record_date: day(payload.recordDate),
        pay_date: day(payload.payDate),
        cash_amount: payload.amount,
        currency: payload.currency,
        dividend_type: payload.type,
      };
      return { holds: 'dividends', rows: [row] };
    }
    case 'split': {
      const { symbol, effectiveDate, from, to } = payload;
      const execution_date = formatCivilDate(effectiveDate);
      return {
        holds: 'splits',
        rows: [{ symbol, execution_date, split_from: from, split_to: to }],
      };
    }
    default:
      return undefined;
  }
}

function fundamentalsRow(payload: Extract<FactPayload, { kind: 'fundamentals' }>): Row {
  return {
    symbol: payload.symbol,
    form: payload.form,
    fiscal_year: payload.fiscalYear,
    fiscal_period: payload.fiscalPeriod,
    period_start: day(payload.periodStart),
    period_end: formatCivilDate(payload.periodEnd),
    filing_date: formatCivilDate(payload.filedDate),
    accepted_at: instant(payload.acceptedAt),
    accession_no: payload.accession,
    statements: payload.statements,
  };
}

/** The facts of sources, one source after another, in chunks. Closes them. */
export async function* chunksOf(sources: readonly FactSource[]): AsyncGenerator<FactColumns, void> {
  try {
    for (const source of sources) {
      for (let chunk = await source.pull(); chunk; chunk = await source.pull()) yield chunk;
    }
  } finally {
    for (const source of sources) source.close();
  }
}

/** The text behind a claim of the data set. */
export function textsOf(dataset: Dataset): (document: DocumentRef) => string {
  return ({ sha256 }) => {
    const text = dataset.documents.get(sha256);
    invariant(text !== undefined, 'a document that a fact claims is in the store');
    return text;
  };
}

export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const field = (value: number): string => (Number.isNaN(value) ? '' : String(value));
const day = (date: CivilDate | null): string | null =>
  date === null ? null : formatCivilDate(date);
const instant = (time: Instant | null): string | null =>
  time === null ? null : formatInstant(time);
