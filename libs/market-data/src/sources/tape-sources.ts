/** Everything that a tape is merged from: bars, the other tables, sessions, rows that were dropped, and tasks. */

import { excerpt, invalidInput, type CivilDate, type Instant } from '#values';
import type { FactSource } from '#contracts';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import { factKindOfTable, type DatasetScan } from '../check/dataset-scan.js';
import { sessionsOf } from '../check/report-of-scan.js';
import type { OpenSourcesOptions } from '../dataset.js';
import type { KnowledgeTimes } from '../knowledge-time.js';
import { tickTableKinds } from '../manifest/dataset-manifest.js';
import { describeDefect } from '../rows/row-defect.js';
import type { TimedTask } from '../tasks/task-file.js';
import { taskSource } from '../tasks/task-source.js';
import { tickSource } from '../ticks/tick-source.js';
import { barSources } from './bar-sources.js';
import { droppedRowSource } from './dropped-row-source.js';
import { factTableSource } from './fact-table-source.js';
import { sessionSources } from './session-sources.js';

/** Rows that a sort holds in memory: those with long texts weigh more. */
const rowBudgetOf = {
  news: 20_000,
  filings: 20_000,
  fundamentals: 2_000,
  dividends: 50_000,
  splits: 50_000,
};

interface SourceContext {
  readonly calendar: SessionCalendar;
  readonly times: KnowledgeTimes;
  readonly rowBudget: number;
  /** In the order of their times, where they are wanted: the tape reaches to the last of them at least. */
  readonly tasks: { readonly file: string; readonly tasks: readonly TimedTask[] } | null;
}

/** The sources of a tape over some symbols of a data set that was scanned. */
export function tapeSources(
  scan: DatasetScan,
  known: readonly string[],
  { symbols, until, beyond = false, badRows }: OpenSourcesOptions,
  { calendar, times, rowBudget, tasks }: SourceContext,
): FactSource[] {
  const [unreadable] = scan.unreadable;
  if (unreadable) throw unreadable;
  requireSymbols(symbols, known, scan);
  if (badRows === 'refuse') refuseDefects(scan);
  const end =
    tasks === null
      ? calendar.closeOf(calendar.sessionOnOrBefore(until))
      : endOfTasks(tasks.tasks, until, calendar);
  const instrumentOf = new Map(symbols.map((symbol, index) => [symbol, index]));
  const histories = symbols.flatMap((symbol) => scan.histories.get(symbol) ?? []);
  const firsts = symbols.flatMap((symbol) => sessionsOf(scan, symbol).firstSession ?? []);
  const shared = { instrumentOf, until: beyond ? Infinity : end };
  const sourceCount = Math.max(1, histories.length);
  return [
    ...scan.bars.flatMap((bars) => barSources({ ...bars, ...shared, rowBudget, sourceCount })),
    ...scan.facts.map((facts) => {
      const { holds } = facts.access;
      const budget = Math.min(rowBudget, rowBudgetOf[holds]);
      return factTableSource({
        ...shared,
        scan: facts,
        kind: factKindOfTable[holds],
        rowBudget: budget,
      });
    }),
    ...tickTableKinds.flatMap((holds) =>
      scan.ticks
        .filter(({ access }) => access.holds === holds)
        .map((ticks, number) => tickSource({ ...shared, scan: ticks, number, rowBudget })),
    ),
    ...(firsts.length === 0 ? [] : sessionSources(calendar, times, Math.min(...firsts), end)),
    ...droppedSources(scan, shared),
    ...(tasks === null ? [] : [taskSource(tasks.file, tasks.tasks)]),
  ];
}

/** End of the tape. Tasks may be known before the first or after the last date of the calendar. */
function endOfTasks(
  tasks: readonly TimedTask[],
  until: CivilDate,
  calendar: SessionCalendar,
): Instant {
  const last = tasks.at(-1)?.knowledgeTime ?? -Infinity;
  const date = Math.min(until, calendar.lastDate);
  if (date < calendar.sessionOnOrAfter(calendar.firstDate)) return last;
  return Math.max(last, calendar.closeOf(calendar.sessionOnOrBefore(date)));
}

function droppedSources(
  scan: DatasetScan,
  shared: { instrumentOf: ReadonlyMap<string, number>; until: number },
): FactSource[] {
  const files = [
    ...scan.bars.map(({ scan: { file, dropped } }) => ({ file, dropped })),
    ...[...scan.facts, ...scan.ticks].map(({ access, dropped }) => ({
      file: access.location.name,
      dropped,
    })),
  ];
  return files.flatMap(({ file, dropped }, number) =>
    dropped.lines.size === 0
      ? []
      : [droppedRowSource({ ...shared, file, number, rows: dropped.sorted })],
  );
}

/** What is not a symbol of the data set may still have news and filings: of a share class without bars. */
function requireSymbols(
  symbols: readonly string[],
  known: readonly string[],
  { facts }: DatasetScan,
): void {
  const stranger = symbols.find(
    (symbol) => !known.includes(symbol) && !facts.some(({ countOf }) => countOf.has(symbol)),
  );
  if (stranger !== undefined) {
    throw invalidInput('the data set has no such symbol', {
      expected: `one of ${excerpt(known.join(', '), 200)}`,
      found: excerpt(stranger),
    });
  }
  const twice = symbols.find((symbol, index) => symbols.indexOf(symbol) !== index);
  if (twice !== undefined) throw invalidInput('a symbol is named twice', { found: excerpt(twice) });
}

function refuseDefects({ log }: DatasetScan): void {
  const [first] = log.errors;
  if (!first) return;
  const { severity: _severity, file, line, ...defect } = first;
  const count = log.counts
    .filter(({ severity }) => severity === 'error')
    .reduce((sum, one) => sum + one.count, 0);
  const equal = log.errors.filter((one) => one.what === first.what && one.file === file);
  const lines = equal.slice(1, 3).map((one) => one.line);
  const more = lines.length < 2 ? '' : `; the same in lines ${lines.join(', ')}`;
  throw invalidInput(
    `the data set has ${count} error${count === 1 ? '' : 's'}: ${describeDefect(defect)}${more}`,
    { where: `${file} line ${line}` },
  );
}
