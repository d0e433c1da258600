/** Rows of scripts that no decision can use, such as those with a mistyped day or symbol. */

import { resolve } from 'node:path';
import {
  formatCivilDate,
  parseCivilDate,
  parseInstant,
  printable,
  weekdayOf,
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
import { endsOfWeeks } from '#market-data/calendar/periodic';
import { memoryInput } from '#market-data/rows/byte-input';
import { csvRows, jsonlRows } from '#market-data/rows/text-rows';

/** A row of CSV, a decision line or a record of HERCULEAN: each has some of these. */
type Row = { readonly [key in 'date' | 'time' | 'symbol' | 'recommended_action']?: string } & {
  readonly symbols?: readonly string[];
};

/** The work that a script's rows are for. */
interface ScriptWork extends Pick<TradingScenario, 'symbols' | 'window'> {
  readonly portfolio?: boolean;
  /** Whether it is a report on each week: its rows are JSON lines. */
  readonly isWeekly?: boolean;
}

/**
 * How many rows inside the window are lost, by kind, and the first of each. The script has
 * already been opened.
 */
export async function unusedRows(
  { id, file }: { readonly id: string; readonly file: string },
  { symbols, portfolio = false, window, isWeekly = false }: ScriptWork,
  { dataset, directory }: { readonly dataset: Dataset; readonly directory: string },
): Promise<string | undefined> {
  const known = new Set(
    symbols.flatMap((symbol) => [symbol, symbolsKey(portfolio ? symbols : [symbol])]),
  );
  const days: string[] = [];
  const names: string[] = [];
  const path = resolve(directory, file);
  const kind = isWeekly ? weekly : ofSessions;
  const rows = await kind.rowsOf(path);
  const isLost = kind.lostAmong(rows);
  for (const [place, row] of rows) {
    const when = whenOf(row, dataset.calendar, window);
    if (when === undefined) continue;
    const name = nameOf(row);
    if (name !== undefined && !known.has(name)) names.push(`${place}, ${printable(name, 80)}`);
    if (isLost(row, when, dataset.calendar)) days.push(`${place}, ${when.date}`);
  }
  const lost = [...notes(days, 'day', kind.which), ...notes(names, 'symbol', 'no run has')];
  return lost[0] && `agent ${id}, script ${printable(file, 200)}: ${lost.join(', ')}`;
}

const nameOf = ({ symbol, symbols }: Row): string | undefined =>
  symbols === undefined ? symbol : symbolsKey(symbols);

type Calendar = Dataset['calendar'];

interface When {
  readonly date: string;
  /** Before all others if the row has only a date. */
  readonly time: Instant;
}

/** Undefined outside of the window. */
function whenOf(
  row: Row,
  calendar: Calendar,
  { from, to }: TradingScenario['window'],
): When | undefined {
  const time = parseInstant(row.time ?? '') ?? -Infinity;
  const date = row.date ?? (row.time && formatCivilDate(calendar.dateOf(time)));
  // `open` sorts after all dates.
  const isInside = date !== undefined && date >= from && date <= to;
  return isInside ? { date, time } : undefined;
}

/** Whether no session takes the decision of a row. */
function isWithoutSession(row: Row, { date, time }: When, calendar: Calendar): boolean {
  const day = parseCivilDate(date) as CivilDate;
  // HERCULEAN holds on days without a session.
  if (day > calendar.lastDate || row.recommended_action === 'HOLD') return false;
  const session = calendar.sessionOnOrAfter(day);
  // A session may have opened on the evening before its day.
  return session > day && time < calendar.openOf(session);
}

/**
 * Whether the report of a date is none of a week's. That of a Friday without a session is the
 * week's, unless `rows` have one on its last session.
 */
function isNotDueAmong(rows: readonly (readonly [string, Row])[]) {
  const reported = new Set(rows.map(([, { symbol, date }]) => `${symbol} ${date}`));
  return ({ symbol }: Row, { date }: When, calendar: Calendar): boolean => {
    const day = parseCivilDate(date) as CivilDate;
    if (day > calendar.lastDate) return false;
    const end = endOfWeek(calendar, day);
    const isHoliday = end !== undefined && end < day && weekdayOf(day) === 5;
    const isOwn = end === day || (isHoliday && !reported.has(`${symbol} ${formatCivilDate(end)}`));
    return !isOwn;
  };
}

/** The last session of the ISO week of a day, if it has one. */
function endOfWeek(calendar: Calendar, day: CivilDate): CivilDate | undefined {
  const monday = day - ((weekdayOf(day) + 6) % 7);
  const from = Math.max(monday, calendar.firstDate);
  return endsOfWeeks(calendar, from, Math.min(monday + 6, calendar.lastDate))[0];
}

async function linesOf(file: string): Promise<(readonly [string, Row])[]> {
  const rows = jsonlRows(memoryInput(file, await scriptBytes(file)));
  return Array.from(rows, ({ line, fields }) => [`line ${line}`, fields]);
}

async function rowsOf(file: string): Promise<(readonly [string, Row])[]> {
  if (!isDecisionLines(file) && (await isSignalTable(file))) return signalsOf(file);
  if (isDecisionLines(file)) return linesOf(file);
  const bytes = await scriptBytes(file);
  const text = new TextDecoder().decode(bytes);
  // The header of CSV begins with a letter.
  if (text.trimStart().startsWith('{')) {
    const { symbol, recommendations } = JSON.parse(text);
    return recommendations.map((row: Row, at: number) => [`record ${at + 1}`, { ...row, symbol }]);
  }
  const rows = csvRows(memoryInput(file, bytes), []);
  return Array.from(rows, ({ line, fields }) => [`line ${line}`, fields]);
}

async function signalsOf(file: string): Promise<(readonly [string, Row])[]> {
  return (await readSignals(file, readTable)).map(({ date, symbol, place }) => [
    place,
    { date: formatCivilDate(date), ...(symbol === undefined ? {} : { symbol }) },
  ]);
}

const ofSessions = { rowsOf, lostAmong: () => isWithoutSession, which: 'without a session' };
const weekly = { rowsOf: linesOf, lostAmong: isNotDueAmong, which: 'on which no report is due' };

function notes({ length, 0: first }: readonly string[], what: string, which: string): string[] {
  const rows = length === 1 ? `1 row names a ${what}` : `${length} rows name ${what}s`;
  return first === undefined ? [] : [`${rows} ${which} (first: ${first})`];
}
