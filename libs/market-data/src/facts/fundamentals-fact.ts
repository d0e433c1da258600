/** The numbers of one filing from a row. */

import type { Fundamentals } from '#contracts';
import { excerpt, startOfUtcDay, jsonOf } from '#values';
import { rowDefect } from '../rows/row-defect.js';
import type { RowFields } from '../rows/row-fields.js';
import type { FactParser } from './fact-draft.js';

type Statements = Fundamentals['statements'];

/**
 * Fields: symbol, form, period_end, filing_date and statements; fiscal_year, fiscal_period,
 * period_start, accepted_at, accession_no. `statements` is statement → tag → {value, unit, label},
 * in CSV as JSON text.
 */
export const fundamentalsFact: FactParser = (row, { timesOf }) => {
  const symbol = row.text('symbol');
  const form = row.text('form');
  const filedDate = row.date('filing_date');
  const acceptedAt = row.optionalInstant('accepted_at');
  const periodEnd = row.date('period_end');
  const accession = row.optionalText('accession_no');
  const fiscalYear = row.optionalNumber('fiscal_year');
  if (fiscalYear !== null && !Number.isInteger(fiscalYear)) {
    throw rowDefect('not a year', { field: 'fiscal_year', found: excerpt(fiscalYear) });
  }
  return {
    knowledgeTime: timesOf(symbol).filing(acceptedAt, filedDate),
    eventTime: acceptedAt ?? startOfUtcDay(filedDate),
    payload: {
      kind: 'fundamentals',
      symbol,
      form,
      fiscalYear,
      fiscalPeriod: row.optionalText('fiscal_period'),
      periodStart: row.optionalDate('period_start'),
      periodEnd,
      filedDate,
      acceptedAt,
      accession,
      statements: statementsOf(row),
    },
    symbols: [symbol],
    key: `${symbol} ${form} ${accession ?? filedDate} ${periodEnd}`,
    oddities: [],
  };
};

function statementsOf(row: RowFields): Statements {
  const raw = row.raw('statements');
  const value = typeof raw === 'string' ? parseJson(raw) : raw;
  const statements: Statements = {};
  for (const [name, tags] of entriesOf(value, 'statements')) {
    const items: Statements[string] = {};
    for (const [tag, item] of entriesOf(tags, name)) {
      const figure = figureOf(item, tag);
      if (figure) put(items, tag, figure);
    }
    put(statements, name, items);
  }
  return statements;
}

/** Null if the vendor has no value. */
function figureOf(item: unknown, tag: string): Statements[string][string] | null {
  const fields = Object.fromEntries(entriesOf(item, tag));
  const value = fields['value'] ?? null;
  const unit = fields['unit'] ?? '';
  const label = fields['label'] ?? tag;
  if (value === null) return null;
  if (typeof value !== 'number' || typeof unit !== 'string' || typeof label !== 'string') {
    throw rowDefect('not a figure', {
      field: 'statements',
      expected: 'value, unit, label',
      found: excerpt(item),
    });
  }
  return { value, unit, label };
}

function entriesOf(value: unknown, name: string): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value);
  throw rowDefect('not an object', { field: 'statements', expected: name, found: excerpt(value) });
}

function parseJson(text: string): unknown {
  const value = jsonOf(text);
  if (value !== undefined) return value;
  throw rowDefect('not JSON', { field: 'statements', found: excerpt(text, 40) });
}

/** Sets an own member whatever its name: a tag called `__proto__` is a tag. */
function put<T>(record: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(record, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
