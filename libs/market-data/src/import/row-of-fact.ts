/** Facts as rows of the documented format: reading them back yields the same facts. */

import {
  formatCivilDate,
  formatInstant,
  invariant,
  weekdayOf,
  type CivilDate,
  type Instant,
} from '#values';
import {
  barColumns,
  factKinds,
  quoteColumns,
  tradeColumns,
  type BarColumn,
  type DocumentRef,
  type FactColumns,
  type FactPayload,
  type FactSource,
} from '#contracts';
import { valueFields } from '../bars/bar-layout.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { Dataset } from '../dataset/dataset.js';
import type { TableKind } from '../manifest/dataset-manifest.js';

type Row = Readonly<Record<string, unknown>>;

/** A table of the documented format and rows of it: their members are its columns, in order. */
export interface TableRows {
  readonly holds: 'bars' | TableKind;
  readonly rows: readonly Row[];
}

/**
 * The rows of a fact in a chunk; undefined for one that no table holds. Intraday bars are
 * stamped at their end.
 */
export function tableRowsOf(
  { barFrequency, calendarOf }: Pick<Dataset, 'barFrequency' | 'calendarOf'>,
  columns: FactColumns,
  row: number,
  symbol: string,
  textOf: (document: DocumentRef) => string,
): TableRows | undefined {
  const number = (column: BarColumn): number => columns[column][row] as number;
  const known = columns.knowledgeTime[row] as number;
  const timestamp = formatInstant(columns.eventTime[row] as number);
  switch (columns.kind[row]) {
    case factKinds.bar: {
      const stamp =
        barFrequency === 'daily'
          ? { date: formatCivilDate(stampOfSession(calendarOf(symbol), known)) }
          : { timestamp: formatInstant(known) };
      const values = barColumns.map((column) => [valueFields[column], number(column)]);
      return { holds: 'bars', rows: [{ symbol, ...stamp, ...Object.fromEntries(values) }] };
    }
    case factKinds.trade: {
      const { price, size } = tradeColumns;
      const trade = { symbol, timestamp, price: number(price), size: number(size) };
      return { holds: 'trades', rows: [trade] };
    }
    case factKinds.quote: {
      const bid = number(quoteColumns.bid);
      const ask = number(quoteColumns.ask);
      const sizes = {
        bid_size: number(quoteColumns.bidSize),
        ask_size: number(quoteColumns.askSize),
      };
      return { holds: 'quotes', rows: [{ symbol, timestamp, bid, ask, ...sizes }] };
    }
    default: {
      const payload = columns.payload[row];
      return payload && rowsOfPayload(payload, textOf);
    }
  }
}

/**
 * The date of a bar of a day, week or month: that of its session, or its first day if the last is a
 * Sunday, which readers take as the start of the next week.
 */
function stampOfSession(calendar: SessionCalendar, known: Instant): CivilDate {
  const session = calendar.sessionClosingAtOrAfter(known);
  return weekdayOf(session) === 0 ? calendar.firstDayOf(session) : session;
}

/** A filing has one row per section. */
function rowsOfPayload(
  payload: FactPayload,
  textOf: (document: DocumentRef) => string,
): TableRows | undefined {
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

/** A line of CSV; an empty field if the value is unknown. */
export const csvLine = (values: readonly unknown[]): string =>
  values
    .map((value) => {
      const text = Number.isNaN(value) ? '' : String(value ?? '');
      return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(',');

const day = (date: CivilDate | null): string | null =>
  date === null ? null : formatCivilDate(date);
const instant = (time: Instant | null): string | null =>
  time === null ? null : formatInstant(time);
