/**
 * Findings of the data check about each run: how much of its window has bars, and what is
 * odd about them.
 */

import { formatCivilDate, formatInstant, requireCivilDate, type CivilDate } from '#values';
import {
  dataWarningsMax,
  type DataWarning,
  type Result,
  type RunResult,
  type SymbolData,
} from '#contracts/result/result';
import {
  barWarnings,
  type BarFindings,
  type Dataset,
  type FeedFindings,
  type SessionCalendar,
} from '#market-data';

/** First and last session of the query. */
export interface SessionWindow {
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
}

/** The part of a data set that tells which sessions have bars. */
type CheckedDataset = Pick<Dataset, 'calendar' | 'barFindings' | 'recorded' | 'feedFindings'> &
  Partial<Pick<Dataset, 'calendarOf'>>;

/** A warning's text about sessions that `withBars` does not count. */
export const noBar = 'sessions have no bar';

/** Kinds that distort figures most; a list of warnings has the last of these first. */
const grave: readonly string[] = [barWarnings.gap, noBar, barWarnings.jump];

/**
 * The result with the findings about the data of each run; unchanged where nothing was traded over
 * a window.
 */
export async function withDataFindings(result: Result, dataset: CheckedDataset): Promise<Result> {
  const { market, window } = result.scenario;
  if (market === undefined || window === undefined) return result;
  const { symbols } = market;
  const sessions = {
    firstSession: dataset.calendar.sessionOnOrAfter(requireCivilDate(window.from, 'window')),
    lastSession: dataset.calendar.sessionOnOrBefore(requireCivilDate(window.to, 'window')),
  };
  const data = withSymbolData(result, await symbolDataOf(dataset, symbols, sessions));
  const findings = await dataset.feedFindings?.();
  return findings === undefined ? data : withFeed(data, findings, sessions);
}

/** A recording before its first frame has no findings. */
function withFeed(
  result: Result,
  { kind, since, sessions }: FeedFindings,
  { firstSession, lastSession }: SessionWindow,
): Result {
  if (since === null) return result;
  const own = sessions.filter(({ session }) => session >= firstSession && session <= lastSession);
  const feed = {
    kind,
    since: formatInstant(since),
    gaps: own.reduce((sum, { gaps }) => sum + gaps, 0),
    corrections: own.reduce((sum, { corrections }) => sum + corrections, 0),
  };
  return { ...result, tape: { ...result.tape, feed } };
}

/** Findings about each symbol in the window, in the order given. */
export async function symbolDataOf(
  dataset: CheckedDataset,
  symbols: readonly string[],
  asked: SessionWindow,
): Promise<SymbolData[]> {
  const { calendar } = dataset;
  const findings = await dataset.barFindings();
  const found = new Map(findings.map((one) => [one.symbol, one]));
  // Before a feed was recorded nothing can be missing.
  const begun = Math.min(...findings.map(({ firstSession }) => firstSession));
  const window =
    dataset.recorded === true
      ? { ...asked, firstSession: Math.max(asked.firstSession, begun) }
      : asked;
  const { firstSession, lastSession } = window;
  return symbols.map((symbol) => {
    const own = found.get(symbol);
    // What is missing of a symbol are sessions of its own calendar.
    const sessionsOf = dataset.calendarOf?.(symbol) ?? calendar;
    const sessions = sessionsOf.sessionsBetween(firstSession, lastSession).length;
    const missing = missingSessions(own, window, sessionsOf);
    const warnings = warningsOf(symbol, own, missing, window);
    return { symbol, sessions, withBars: sessions - missing.length, warnings };
  });
}

/** `data` has the scenario's symbols, in its window. */
export function withSymbolData(result: Result, data: readonly SymbolData[]): Result {
  const runs = result.runs.map((run) => {
    // A portfolio run trades all symbols of the scenario.
    const own = data.filter(({ symbol }) => run.symbol === null || run.symbol === symbol);
    return { ...run, ...runData(own) };
  });
  return { ...result, runs };
}

function runData(
  symbols: readonly SymbolData[],
): Pick<RunResult, 'dataCoverage' | 'warnings' | 'warningCount'> {
  const warnings = symbols
    .flatMap((one) => one.warnings)
    .toSorted((a, b) => grave.indexOf(b.what) - grave.indexOf(a.what));
  return {
    dataCoverage: {
      sessions: symbols.reduce((sum, { sessions }) => sum + sessions, 0),
      withBars: symbols.reduce((sum, { withBars }) => sum + withBars, 0),
    },
    warnings: warnings.slice(0, dataWarningsMax),
    warningCount: warnings.length,
  };
}

/**
 * Sessions of the window without a bar, including those before the first and after the last bar.
 */
function missingSessions(
  findings: BarFindings | undefined,
  { firstSession, lastSession }: SessionWindow,
  calendar: SessionCalendar,
): readonly CivilDate[] {
  if (findings === undefined) return calendar.sessionsBetween(firstSession, lastSession);
  const holes = [
    { from: firstSession, to: findings.firstSession - 1 },
    ...findings.missing,
    { from: findings.lastSession + 1, to: lastSession },
  ];
  return holes.flatMap(({ from, to }) =>
    calendar.sessionsBetween(Math.max(from, firstSession), Math.min(to, lastSession)),
  );
}

function warningsOf(
  symbol: string,
  findings: BarFindings | undefined,
  missing: readonly CivilDate[],
  { firstSession, lastSession }: SessionWindow,
): DataWarning[] {
  const warnings = new Map<string, DataWarning>();
  const warn = (what: string, session: CivilDate, count: number): void => {
    const to = formatCivilDate(session);
    const before = warnings.get(what) ?? { from: to, count: 0 };
    warnings.set(what, { symbol, what, from: before.from, to, count: before.count + count });
  };
  for (const session of missing) warn(noBar, session, 1);
  for (const { what, session, count } of findings?.odd ?? []) {
    if (session >= firstSession && session <= lastSession) warn(what, session, count);
  }
  return [...warnings.values()];
}
