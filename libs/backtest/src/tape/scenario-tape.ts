/** The data set behind a scenario: opened, checked, and made into a tape as often as needed. */

import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import {
  canonicalHash,
  excerpt,
  formatCivilDate,
  invalidInput,
  parseCivilDate,
  utcDateOf,
  type CivilDate,
} from '#values';
import type { CalendarName, FactColumns, Instrument, TapeHeader } from '#contracts';
import {
  isOpenEnded,
  overWindow,
  type Scenario,
  type TradingScenario,
} from '#contracts/scenario/scenario';
import { openEnd } from '#contracts/scenario/trading-terms';
import { reportsOf, type WeeklyReports } from '#contracts/scenario/weekly-reports';
import { tapeCalendarOf } from '#contracts/facts/calendar-name';
import { tablesOf } from '#contracts/facts/own-calendars';
import { openDataset } from '#feeds';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { datasetOn } from '#market-data/dataset/tape-calendars';
import { firstError } from '#market-data/findings/first-error';
import { casesReference, splitCases } from '#market-data/xbrl/cases-reference';
import type {
  CheckReport,
  Dataset,
  OpenDatasetOptions,
  OpenSourcesOptions,
  SessionCalendar,
} from '#market-data';
import { Tape, type TapeOptions } from '#tape';
import type { RunPlan } from '#workflows';
import { decisionCalendars } from './decision-calendars.js';

/** A data set as one scenario uses it. */
export interface ScenarioTape {
  readonly dataset: Dataset;
  /** Absolute path, or the name of a bundled data set. */
  readonly reference: string;
  readonly header: TapeHeader;
  readonly dataHash: string;
  /**
   * First session of the window and its last, of the calendar that ends last if runs follow
   * several; of tasks, the days on which the first and the last become known.
   */
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
  /** Whether the window has no end: then `lastSession` is the last of the data as it is now. */
  readonly open: boolean;
  /** Whether the tasks of the data set are on the tape, or which reports. */
  readonly tasks: boolean | WeeklyReports;
}

/**
 * Opens the scenario's data set and checks it. `InvalidInput` when it has errors and rows may not
 * be dropped, when a symbol is not in it, when the window lies outside of it, or when it has no
 * tasks and the workflow works on tasks. A `store` keeps the bars that the check parses, for the
 * tapes that are made of them.
 */
export async function openScenarioTape(
  scenario: Scenario,
  directory: string,
  options: Pick<OpenDatasetOptions, 'store' | 'calendars'> = {},
): Promise<ScenarioTape> {
  const reference = resolveReference(scenario.data, directory);
  const dataset = await openDataset(reference, options);
  try {
    if (dataset.recorded === true) await dataset.contentHash(); // Throws where it is damaged.
    if (scenario.badRows === 'refuse') requireNoErrors(await dataset.check());
    return await tapeOver(dataset, scenario, reference);
  } catch (error) {
    await dataset.close();
    throw error;
  }
}

/**
 * The tape of a scenario over a data set as it is now, which stays open if that fails; as
 * `openScenarioTape`.
 */
export async function tapeOver(
  dataset: Dataset,
  scenario: Scenario,
  reference: string,
): Promise<ScenarioTape> {
  const over = overWindow(scenario);
  if (over !== undefined) return tradingTape(dataset, over, reference);
  const reports = reportsOf(scenario.terms ?? {});
  const days = await daysOfTasks(dataset, reports);
  return tapeOf(dataset, scenario, { ...days, reference, tasks: reports ?? true });
}

/** The decision calendar takes the place of that of the data set. */
async function tradingTape(
  dataset: Dataset,
  scenario: TradingScenario,
  reference: string,
): Promise<ScenarioTape> {
  const { name, calendars } = decisionCalendars(scenario, dataset);
  const decided = datasetOn(dataset, { ...tapeCalendarOf(name), calendars });
  const { firstSession, lastSession } = await checkWindow(scenario, decided);
  // Runs that follow other calendars may end on a later day.
  const ends = (calendars ?? []).map((one) => lastOf(scenario, calendarOf(one)) ?? lastSession);
  const until = Math.max(lastSession, ...ends);
  const window = { firstSession, lastSession: until };
  return tapeOf(decided, scenario, { ...window, reference, calendars, tasks: false });
}

const lastOf = ({ window: { to } }: TradingScenario, calendar: SessionCalendar) =>
  to === 'open' ? undefined : calendar.sessionOnOrBefore(parseCivilDate(to) as CivilDate);

async function tapeOf(
  dataset: Dataset,
  scenario: Scenario,
  extent: Pick<ScenarioTape, 'reference' | 'firstSession' | 'lastSession' | 'tasks'> &
    Pick<TapeHeader, 'calendars'>,
): Promise<ScenarioTape> {
  const { reference, firstSession, lastSession, tasks, calendars } = extent;
  const dataHash = await dataset.contentHash();
  // The recorder received the tape of a feed whole and numbered its facts.
  const symbols =
    dataset.recorded === true ? dataset.symbols : (scenario.symbols ?? dataset.symbols);
  const open = isOpenEnded(scenario);
  const until = lastSession;
  const header = await headerOf(dataset, symbols, { dataHash, until, tasks, open, calendars });
  return { dataset, reference, header, dataHash, firstSession, lastSession, open, tasks };
}

/** Whether the tasks of the data set are on the tape of a run, or which reports. */
export const tasksOf = (plan: RunPlan): boolean | WeeklyReports =>
  plan.terms === undefined ? false : (reportsOf(plan.terms) ?? true);

/** The part of a data set that a tape has. */
interface TapeExtent {
  readonly dataHash: string;
  readonly until: CivilDate;
  readonly tasks?: boolean | WeeklyReports;
  /** Whether the tape continues with its data. */
  readonly open?: boolean;
  /** As in the header. */
  readonly calendars?: readonly CalendarName[] | undefined;
}

/** The fixed parts of the tape of a data set: some of its symbols, and an end. */
export async function headerOf(
  dataset: Dataset,
  symbols: readonly string[],
  { dataHash, until, tasks = false, open = false, calendars }: TapeExtent,
): Promise<TapeHeader> {
  const lengths = Object.entries(await dataset.barMinutes());
  const barMinutes = lengths.filter(([symbol]) => symbols.includes(symbol));
  // A tape that grows is the same tape on every evening.
  const reach = open ? { dataset: dataset.name, until: openEnd } : { dataHash, until };
  const calendar = dataset.calendar.name;
  const instruments = symbols.map((symbol): Instrument => {
    const { name } = dataset.calendarOf(symbol);
    const instrument = { symbol, currency: dataset.currencyOf(symbol) };
    return name === calendar ? instrument : { ...instrument, calendar: name };
  });
  const isMixed = instruments.some((one) => one.calendar !== undefined);
  const ownCalendars = tablesOf([
    calendar,
    ...(calendars ?? []),
    ...instruments.flatMap((one) => one.calendar ?? []),
  ]);
  const identity = {
    ...reach,
    symbols,
    ...(tasks ? { tasks } : {}),
    ...(isMixed && { calendar, calendars: calendars ?? [] }),
  };
  return {
    id: `${dataset.name}-${canonicalHash(identity).slice(0, 12)}`,
    dataset: dataset.name,
    instruments,
    ...tapeCalendarOf(calendar),
    ...(ownCalendars && { ownCalendars }),
    ...(calendars && { calendars }),
    ...traitsOf(dataset, barMinutes),
  };
}

/** What a header says of prices and bars, as the data set declares it. */
function traitsOf(dataset: Dataset, barMinutes: readonly (readonly [string, number])[]) {
  const { peers } = dataset.manifest;
  return {
    sessionsPerYear: dataset.sessionsPerYear,
    priceBasis: dataset.priceBasis,
    tradePrice: dataset.tradePrice,
    ...(dataset.adjusted && { adjusted: dataset.adjusted }),
    ...(dataset.closeOnly && { closeOnly: true as const }),
    barFrequency: dataset.barFrequency,
    ...(barMinutes.length > 0 && { barMinutes: Object.fromEntries(barMinutes) }),
    synthetic: dataset.synthetic,
    dateRule: dataset.dateRule,
    ...(Object.keys(peers).length > 0 && { peers }),
  };
}

/** A fresh tape over the data set's sources. */
export async function openTape(
  dataset: Dataset,
  header: TapeHeader,
  options: Omit<OpenSourcesOptions, 'symbols'> & TapeOptions,
): Promise<Tape> {
  const symbols = header.instruments.map(({ symbol }) => symbol);
  const sources = await dataset.openSources({ ...options, symbols });
  return new Tape(header, sources, options);
}

/**
 * Batch after batch of a tape, which is closed at the end. Each batch reuses the columns of
 * the one before.
 */
export async function* batchesOf(tape: Tape): AsyncGenerator<FactColumns> {
  try {
    for (let facts = await tape.next(); facts !== null; facts = await tape.next()) yield facts;
  } finally {
    tape.close();
  }
}

/** The last session with a price of any of the symbols; null if there is none. */
export async function lastPriced(
  dataset: Dataset,
  symbols = dataset.symbols,
): Promise<CivilDate | null> {
  const covered = (await dataset.coverage()).filter(({ symbol }) => symbols.includes(symbol));
  const last = covered.flatMap(({ lastSession }) => lastSession ?? []);
  return last.length === 0 ? null : Math.max(...last);
}

/**
 * A path becomes absolute if it exists; everything else is a bundled data set's name. Of
 * a reference to cases all parts do: a file that does not exist in `directory` is one of the data
 * folder.
 */
export function resolveReference(reference: string, directory: string): string {
  const path = isAbsolute(reference) ? reference : resolve(directory, reference);
  if (exists(path)) return path;
  const cases = splitCases(reference);
  if (cases === undefined) return reference.includes('/') ? path : reference;
  const placeOf = (file: string): string => {
    const beside = resolve(directory, file);
    return exists(beside) ? beside : file;
  };
  return casesReference({
    data: resolveReference(cases.data, directory),
    file: placeOf(cases.file),
    solutions: cases.solutions && placeOf(cases.solutions),
  });
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

function requireNoErrors(report: CheckReport): void {
  const error = firstError(report, 'the data set has errors');
  if (error !== undefined) throw error;
}

/** Sessions after the window over which ratings are judged, at most. */
const horizonMax = 20;

async function daysOfTasks(
  dataset: Dataset,
  reports: WeeklyReports | undefined,
): Promise<{ firstSession: CivilDate; lastSession: CivilDate }> {
  const times = dataset.tasks(reports).map(({ knowledgeTime }) => knowledgeTime);
  const last = times.at(-1);
  // Tasks without a time are known in 1970, which is no starting point for progress.
  const first = times.find((time) => time > 0) ?? last;
  if (first === undefined || last === undefined) {
    const expected = 'a data set with tasks';
    throw invalidInput('there is nothing to do', { where: 'data', expected, found: dataset.name });
  }
  if (reports === undefined) {
    return { firstSession: utcDateOf(first), lastSession: utcDateOf(last) };
  }
  const { firstSession, lastSession } = await checkWindow(reports, dataset);
  if (reports.window.to === 'open') return { firstSession, lastSession };
  const ends = (await dataset.coverage())
    .filter(({ symbol }) => reports.symbols.includes(symbol))
    .map((covered) => covered.lastSession ?? lastSession);
  const { calendar } = dataset;
  const later = calendar.sessionsBetween(
    (lastSession + 1) as CivilDate,
    Math.max(...ends) as CivilDate,
  );
  return { firstSession, lastSession: later.slice(0, horizonMax).at(-1) ?? lastSession };
}

type Window = Pick<TradingScenario, 'window' | 'symbols'> & { readonly index?: string | undefined };

async function checkWindow(
  scenario: Window,
  dataset: Dataset,
): Promise<{ firstSession: CivilDate; lastSession: CivilDate }> {
  const isOpen = scenario.window.to === 'open';
  if (dataset.recorded === true && isOpen) return openWindow(scenario, dataset);
  const from = parseCivilDate(scenario.window.from) as CivilDate;
  const to = isOpen ? openEnd : (parseCivilDate(scenario.window.to) as CivilDate);
  const { first, last } = await coveredSessions(scenario, dataset, { from, to });
  const firstSession = dataset.calendar.sessionOnOrAfter(from);
  const lastSession = isOpen ? last : dataset.calendar.sessionOnOrBefore(to);
  if (firstSession < first || lastSession > last || firstSession > lastSession) {
    throw outside(scenario, 'the data set', first, last);
  }
  return { firstSession, lastSession };
}

/**
 * The first and the last session that any symbol has. Throws `InvalidInput` if the data set lacks a
 * symbol, or has it only outside the window.
 */
async function coveredSessions(
  scenario: Window,
  dataset: Dataset,
  { from, to }: { readonly from: CivilDate; readonly to: CivilDate },
): Promise<{ first: CivilDate; last: CivilDate }> {
  const rows = await dataset.coverage();
  const coverage = new Map(rows.map((covered) => [covered.symbol, covered]));
  let first = Infinity;
  let last = -Infinity;
  if (scenario.index !== undefined) {
    requireSymbol(dataset, scenario.index, 'index');
  }
  for (const symbol of scenario.symbols) {
    const covered = coverage.get(symbol);
    if (covered === undefined) throw noSymbol(dataset, symbol, 'symbols');
    requireSymbol(dataset, symbol, 'symbols');
    const { firstSession, lastSession } = covered;
    if (firstSession === null || lastSession === null || lastSession < from || firstSession > to) {
      throw outside(scenario, symbol, firstSession, lastSession);
    }
    first = Math.min(first, firstSession);
    last = Math.max(last, lastSession);
  }
  return { first, last };
}

/** For a recording: it may have no prices yet, and continues. */
function openWindow(
  scenario: Window,
  dataset: Pick<Dataset, 'symbols' | 'calendar'>,
): { firstSession: CivilDate; lastSession: CivilDate } {
  const { calendar } = dataset;
  for (const symbol of scenario.symbols) requireSymbol(dataset, symbol, 'symbols');
  const from = parseCivilDate(scenario.window.from) as CivilDate;
  const lastSession = calendar.sessionOnOrBefore(calendar.lastDate);
  return { firstSession: calendar.sessionOnOrAfter(from), lastSession };
}

/** `InvalidInput` if the data set does not have the symbol. */
export function requireSymbol(
  dataset: Pick<Dataset, 'symbols'>,
  symbol: string,
  where: string,
): void {
  if (!dataset.symbols.includes(symbol)) throw noSymbol(dataset, symbol, where);
}

function noSymbol(dataset: Pick<Dataset, 'symbols'>, symbol: string, where: string): Error {
  return invalidInput('no such symbol in the data set', {
    where,
    expected: `one of ${excerpt(dataset.symbols.join(', '), 200)}`,
    found: excerpt(symbol),
  });
}

function outside(
  { window }: Window,
  what: string,
  first: CivilDate | null,
  last: CivilDate | null,
): Error {
  const covered =
    first === null || last === null
      ? 'no prices'
      : `prices from ${formatCivilDate(first)} to ${formatCivilDate(last)}`;
  return invalidInput(`the window lies outside the data: ${what} has ${covered}`, {
    where: 'window',
    found: window.to === 'open' ? `from ${window.from} on` : `${window.from} to ${window.to}`,
  });
}
