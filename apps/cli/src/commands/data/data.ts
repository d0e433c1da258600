/** `tapefold data`: check, import and list data sets. */

import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { formatCivilDate } from '#values';
import type { CalendarName } from '#contracts';
import { openDataset } from '#feeds';
import {
  type CheckReport,
  type Finding,
  importDataset,
  initDataset,
  listBundledDatasets,
  type SymbolCoverage,
  type CalendarTimesReport,
  type RecordingReport,
  type ValuesReport,
  type XbrlReport,
} from '#market-data';
import { resolveReference } from '#backtest';
import { lagWords } from '../../feed/feed-words.js';
import { exitCodes } from '../../program/exit-code.js';
import { type Options } from '../../program/option-value.js';
import { printedCommand } from '../../program/printed-command.js';
import { withLock } from '../../output/new-files.js';
import { declaredTexts } from './declared-texts.js';
import { counted, notify, print, printAs } from '../../program/print.js';

/** Times of bars are shown for this many files; `--json` has all. */
const filesShown = 20;
/** Symbols are named up to this many for each of their calendars; `--json` has all. */
const symbolsShown = 8;
/** Gaps are listed by symbol up to this many sessions; `--json` has all. */
const sessionsShown = 8;

export async function checkCommand(reference: string, options: Options): Promise<number> {
  const dataset = await openDataset(resolveReference(reference, process.cwd()));
  const report = await dataset.check({ solutions: true }).finally(() => dataset.close());
  const calendar = dataset.calendar.name;
  printAs(options, report, () => describe(report, calendar).join('\n'));
  return report.errors.length > 0 ? exitCodes.negative : exitCodes.ok;
}

export async function initCommand(files: readonly string[], options: Options): Promise<number> {
  const folder = String(options['out']);
  const { notes } = await initDataset(files, folder, declaredTexts(options));
  for (const note of notes) notify(note);
  print(readFileSync(join(folder, 'dataset.yaml'), 'utf8'));
  const code = await checkCommand(folder, {});
  const words = ['run', '--prices', folder, '--agent', 'sma-cross:10,30'];
  const next = code === exitCodes.ok ? words : ['data', 'check', folder];
  print(`\nnext   ${printedCommand(next)}`);
  return code;
}

export async function importCommand(reference: string, directory: string): Promise<void> {
  mkdirSync(dirname(resolve(directory)), { recursive: true });
  await withLock(directory, async () =>
    importDataset(resolveReference(reference, process.cwd()), directory),
  );
  print(`written: ${directory}`);
}

export function listCommand(): void {
  for (const { name, description } of listBundledDatasets()) {
    print(`${name}  ${description}`);
  }
}

function describe(report: CheckReport, calendar: CalendarName): string[] {
  const undated = report.recording === undefined ? 'none' : 'no closed session';
  return [
    `${report.dataset}${report.synthetic ? ' (synthetic data)' : ''}`,
    '',
    'Coverage',
    ...report.coverage.map((one) => coverageLine(one, undated)),
    ...timesOfBars(report, calendar),
    ...(report.recording === undefined ? [] : recordingLines(report.recording)),
    ...(report.xbrl === undefined ? [] : xbrlLines(report.xbrl)),
    ...gaps(report),
    ...findings('Errors', report.errors),
    ...findings('Warnings', report.warnings),
    '',
    ...report.counts.map(({ severity, what, count }) => `${count} × ${severity}: ${what}`),
    report.errors.length === 0 ? 'no errors' : counted(report.errors.length, 'error'),
  ];
}

function xbrlLines({ packages, files, bytes, taxonomyYears }: XbrlReport): string[] {
  const size = `${(bytes / 1e6).toFixed(1)} MB with taxonomies`;
  return [
    '',
    'Filings',
    `  ${counted(packages, 'package')} of ${counted(files, 'file')}, ${size}`,
    `  taxonomies: ${taxonomyYears.join(', ') || 'none'}`,
  ];
}

/** When bars begin and end: of each file, or of the first ones if there are many. */
function timesOfBars({ files }: CheckReport, calendar: CalendarName): string[] {
  const timed = files.flatMap(({ file, times, calendars, values }) => {
    if (times === undefined) return [];
    const ofAll = [{ ...times, calendar, symbols: [] }];
    return [{ file, spans: calendars ?? ofAll, values: valueWords(values) }];
  });
  const lines = timed
    .slice(0, filesShown)
    .flatMap(({ file, spans, values }) =>
      spans.map((span) => `  ${file}${spanWords(span)}${values}`),
    );
  const more = timed.length - filesShown;
  if (more > 0) lines.push(`  and ${counted(more, 'file')} more`);
  return lines.length === 0 ? [] : ['', 'Bars', ...lines];
}

function valueWords({ closeOnly, scale, lotSize }: ValuesReport = {}): string {
  return [
    closeOnly === true ? '; open, high and low are the close, which the file has alone' : '',
    scale === undefined ? '' : `; prices count ${scale}`,
    lotSize === undefined ? '' : `; volumes count lots of ${lotSize}`,
  ].join('');
}

function spanWords({ calendar, symbols, from, to, endWithSession }: CalendarTimesReport): string {
  const names = symbols.slice(0, symbolsShown).join(', ');
  const more = symbols.length > symbolsShown ? ` and ${symbols.length - symbolsShown} more` : '';
  const whose = names === '' ? calendar : `${names}${more}: ${calendar}`;
  const span = from === null ? `ends at ${to}` : `runs from ${from} to ${to}`;
  const cut =
    endWithSession === 0 ? '' : `; ${endWithSession} end with their session, before their length`;
  return ` (${whose}): the first ${span}, and is known then${cut}`;
}

/** `undated`: shown in place of the dates if no session has bars. */
function coverageLine(
  { symbol, bars, firstSession, lastSession, ...texts }: SymbolCoverage,
  undated: string,
): string {
  const { news, filings, fundamentals, trades, quotes } = texts;
  const known = `${news} news, ${counted(filings, 'filing')}, ${fundamentals} fundamentals`;
  const prices = `${symbol.padEnd(8)} ${String(bars).padStart(7)} bars`;
  const ticks =
    trades + quotes === 0 ? '' : `, ${counted(trades, 'trade')}, ${counted(quotes, 'quote')}`;
  return `  ${prices}  ${span(firstSession, lastSession) ?? undated}  ${known}${ticks}`;
}

function span(first: number | null, last: number | null): string | null {
  if (first === null || last === null) return null;
  return `${formatCivilDate(first)} to ${formatCivilDate(last)}`;
}

function gaps({ gaps: found }: CheckReport): string[] {
  const lines = found
    .filter((gap) => gap.missingSessionCount > 0 || gap.intradayGaps > 0)
    .map((gap) => {
      const shown = gap.missingSessions.slice(0, sessionsShown).join(', ');
      const more = gap.missingSessionCount > sessionsShown ? ', …' : '';
      const inside =
        gap.intradayGaps > 0 ? `; ${counted(gap.intradayGaps, 'gap')} inside sessions` : '';
      const missing = counted(gap.missingSessionCount, 'session');
      return `  ${gap.symbol.padEnd(8)} ${missing} missing: ${shown}${more}${inside}`;
    });
  return lines.length === 0 ? [] : ['', 'Gaps', ...lines];
}

function findings(title: string, found: readonly Finding[]): string[] {
  const groups = Map.groupBy(found, ({ file, field, what }) => [file, field, what].join('\0'));
  const lines = [...groups.values()].flatMap((equal) => {
    if (equal.length < 4) return equal.map((one) => findingLine(one, `line ${one.line}`));
    const first = equal.slice(0, 3).map(({ line }) => line);
    return findingLine(equal[0] as Finding, `lines ${first.join(', ')}, … (${equal.length} ×)`);
  });
  return found.length === 0 ? [] : ['', title, ...lines];
}

function findingLine(finding: Finding, lines: string): string {
  const { file, line, field, what, expected, found } = finding;
  const where = line > 0 ? `${file} ${lines}` : file;
  const detail = [
    expected === undefined ? '' : `; expected ${expected}`,
    found === undefined ? '' : `; found ${found}`,
  ].join('');
  return `  ${where}${field === undefined ? '' : `, ${field}`}: ${what}${detail}`;
}

/** The lines of `tapefold data check` that are specific to recordings. */
export function recordingLines(report: RecordingReport): string[] {
  const { itemsPerSecond, clockOffsetMs, reconciliations } = report;
  const rate = itemsPerSecond === null ? '' : `, ${itemsPerSecond.toPrecision(3)} a second`;
  const unmapped = report.unmapped === 0 ? '' : `, ${report.unmapped} without a mapping`;
  const end = report.isEnded ? 'ended' : 'not ended';
  const items = `${counted(report.frames, 'frame')} with ${counted(report.items, 'item')}`;
  const unfinished = report.unfinished > 0 ? `, ${report.unfinished} before their end` : '';
  return [
    '',
    'Recording',
    `  ${report.from ?? 'nothing yet'} to ${report.to ?? 'now'}, ${end}`,
    `  ${items}${rate}, ${report.itemsInSecondMax} at most`,
    `  ${counted(report.facts, 'fact')}`,
    `  lag: ${lagOf(report.lagMs)}`,
    ...(clockOffsetMs === null ? [] : [`  clock of the venue: ${clockWords(clockOffsetMs)}`]),
    `  gaps: ${report.gapsRepaired} repaired, ${report.gapsLost} lost, ${report.gapsOpen} open`,
    ...(reconciliations === 0
      ? []
      : [
          `  ${counted(reconciliations, 'comparison')} with the history brought ` +
            `${counted(report.reconciled, 'item')}`,
        ]),
    `  ${counted(report.reconnects, 'reconnect')}`,
    `  ${counted(report.duplicates, 'duplicate')}, ${report.late} late, ` +
      `${counted(report.corrections, 'correction')}`,
    `  ${report.unreadable} unreadable, ${report.unused} not asked for${unfinished}${unmapped}`,
  ];
}

function lagOf({ median, p99 }: RecordingReport['lagMs']): string {
  if (median === null || p99 === null) return 'none measured';
  return `half ${boundWords(median)}, 99 of 100 ${boundWords(p99)}`;
}

/** Lags are counted in ranges that double; the last range has no upper end. */
const lagMsMax = 2 ** 31;

const boundWords = (ms: number): string =>
  ms >= lagMsMax ? `over ${lagWords(lagMsMax / 2)}` : `at most ${lagWords(ms)}`;

function clockWords(offsetMs: number): string {
  const shown = Math.abs(offsetMs).toFixed(1);
  if (shown === '0.0') return 'as ours';
  return `${shown} ms ${offsetMs > 0 ? 'ahead' : 'behind'}`;
}
