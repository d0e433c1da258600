/** A news item from a row. */

import { excerpt, startOfUtcDay, type Instant } from '#values';
import type { Published } from '../calendar/knowledge-time.js';
import { rowDefect } from '../rows/row-defect.js';
import type { RowFields } from '../rows/row-fields.js';
import type { FactContext, FactParser } from './fact-draft.js';
import { mojibakeIn } from './mojibake.js';

/** If a feed provides a body and no summary, the beginning of the body is used. */
const summaryChars = 300;

/**
 * Fields: id, published_at (a date or an instant), symbols or symbol; title, summary,
 * source, url, body.
 */
export const newsFact: FactParser = (row, { timesOf, claim }) => {
  const published = row.dateOrInstant('published_at');
  const text = (field: string): string => row.optionalText(field) ?? '';
  const id = row.text('id');
  const title = text('title');
  const body = row.optionalText('body');
  const summary = row.optionalText('summary') ?? (body ?? '').slice(0, summaryChars);
  const symbols = symbolsOf(row);
  const at = 'at' in published ? published.at : startOfUtcDay(published.on);
  const payload = {
    kind: 'news' as const,
    id,
    symbols,
    publishedAt: at,
    title,
    summary,
    source: text('source'),
    url: text('url'),
    body: body === null ? null : claim(body, 'body'),
  };
  return {
    knowledgeTime: knownAt(published, symbols, timesOf),
    eventTime: at,
    payload,
    symbols,
    key: id,
    oddities: mojibakeIn({ title, summary, body: body ?? '' }),
  };
};

/** A date is known at the last of the closes of its symbols: of none it is known early. */
function knownAt(
  published: Published,
  symbols: readonly string[],
  timesOf: FactContext['timesOf'],
): Instant {
  const [first, ...others] = symbols;
  const known = timesOf(first).news(published);
  return others.reduce((last, symbol) => Math.max(last, timesOf(symbol).news(published)), known);
}

/** A list, a text with separators, or the one symbol; without duplicates. */
function symbolsOf(row: RowFields): string[] {
  const value = row.raw('symbols') ?? row.raw('symbol') ?? [];
  const symbols: unknown[] = Array.isArray(value) ? value : String(value).split(/[\s,;|]+/);
  for (const symbol of symbols) {
    if (typeof symbol !== 'string' || symbol === '' || symbol.length > 32) {
      throw rowDefect('not a symbol', { field: 'symbols', found: excerpt(symbol) });
    }
  }
  return [...new Set(symbols as string[])];
}
