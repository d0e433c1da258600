/** Rows of scripts that no decision can use, such as those with a mistyped day or symbol. */

import { resolve } from 'node:path';
import {
  formatCivilDate,
  parseCivilDate,
  parseInstant,
  printable,
  type CivilDate,
  type Instant,
} from '#values';
import { isDecisionLines } from '#agents/script/decision-lines-agent';
import { symbolsKey } from '#agents/script/decision-lines';
import { scriptBytes } from '#agents/script/script-bytes';
import { readTable } from '#agents/open-agent';
import { isSignalTable, readSignals } from '#agents/signals/signal-file';
import type { TradingScenario } from '#contracts/scenario/scenario';
import type { Dataset } from '#market-data';
import { memoryInput } from '#market-data/rows/byte-input';
import { csvRows, jsonlRows } from '#market-data/rows/text-rows';

/** A row of CSV, a decision line or a record of HERCULEAN: each has some of these. */
type Row = { readonly [key in 'date' | 'time' | 'symbol' | 'recommended_action']?: string } & {
  readonly symbols?: readonly string[];
};

/**
 * How many rows inside the window are lost, by kind, and the first of each. The script has
 * already been opened.
 */
export async function unusedRows(
  { id, file }: { readonly id: string; readonly file: string },
  { symbols, portfolio, window }: TradingScenario,
  { dataset, directory }: { readonly dataset: Dataset; readonly directory: string },
): Promise<string | undefined> {
  const { calendar } = dataset;
  const known = new Set(
    symbols.flatMap((symbol) => [symbol, symbolsKey(portfolio ? symbols : [symbol])]),
  );
  const days: string[] = [];
  const names: string[] = [];
  for (const [place, row] of await rowsOf(resolve(directory, file))) {
    const time = parseInstant(row.time ?? '') ?? -Infinity;
    const date = dateOf(row, time, calendar);
    if (date === undefined || date < window.from || date > window.to) continue; // `open` is last.
    const name = nameOf(row);
    if (name !== undefined && !known.has(name)) names.push(`${place}, ${printable(name, 80)}`);
    if (isWithoutSession(row, { date, time }, calendar)) days.push(`${place}, ${date}`);
  }
  const lost = [
    ...notes(days, 'day', 'without a session'),
    ...notes(names, 'symbol', 'no run has'),
  ];
  return lost[0] && `agent ${id}, script ${printable(file, 200)}: ${lost.join(', ')}`;
}

const nameOf = ({ symbol, symbols }: Row): string | undefined =>
  symbols === undefined ? symbol : symbolsKey(symbols);

const dateOf = (row: Row, time: Instant, calendar: Dataset['calendar']): string | undefined =>
  row.date ?? (row.time && formatCivilDate(calendar.dateOf(time)));

/** Whether no session takes the decision of a row. */
function isWithoutSession(
  row: Row,
  { date, time }: { readonly date: string; readonly time: Instant },
  calendar: Dataset['calendar'],
): boolean {
  const day = parseCivilDate(date) as CivilDate;
  // HERCULEAN holds on days without a session.
  if (day > calendar.lastDate || row.recommended_action === 'HOLD') return false;
  const session = calendar.sessionOnOrAfter(day);
  // A session may have opened on the evening before its day.
  return session > day && time < calendar.openOf(session);
}

async function rowsOf(file: string): Promise<(readonly [string, Row])[]> {
  if (!isDecisionLines(file) && (await isSignalTable(file))) return signalsOf(file);
  const bytes = await scriptBytes(file);
  const isLines = isDecisionLines(file);
  const text = new TextDecoder().decode(bytes);
  // The header of CSV begins with a letter.
  if (!isLines && text.trimStart().startsWith('{')) {
    const { symbol, recommendations } = JSON.parse(text);
    return recommendations.map((row: Row, at: number) => [`record ${at + 1}`, { ...row, symbol }]);
  }
  const input = memoryInput(file, bytes);
  const rows = isLines ? jsonlRows(input) : csvRows(input, []);
  return Array.from(rows, ({ line, fields }) => [`line ${line}`, fields]);
}

async function signalsOf(file: string): Promise<(readonly [string, Row])[]> {
  return (await readSignals(file, readTable)).map(({ date, symbol, place }) => [
    place,
    { date: formatCivilDate(date), ...(symbol === undefined ? {} : { symbol }) },
  ]);
}

function notes({ length, 0: first }: readonly string[], what: string, which: string): string[] {
  const rows = length === 1 ? `1 row names a ${what}` : `${length} rows name ${what}s`;
  return first === undefined ? [] : [`${rows} ${which} (first: ${first})`];
}
