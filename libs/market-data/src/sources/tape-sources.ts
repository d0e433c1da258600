/** All sources of a tape: bars, the other tables, sessions, dropped rows, and tasks. */

import { excerpt, invalidInput, utcDateOf, type CivilDate, type Instant } from '#values';
import {
  factKinds,
  noInstrument,
  rankOfSource,
  type FactPayload,
  type DateRule,
  type FactSource,
} from '#contracts';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import type { DatasetScan } from './dataset-scan.js';
import { sessionsOf } from './report-of-scan.js';
import type { OpenSourcesOptions } from '../dataset/dataset.js';
import { knowledgeTimes, type KnowledgeTimes } from '../calendar/knowledge-time.js';
import { isTickKind } from '../manifest/dataset-manifest.js';
import { describeDefect } from '../rows/row-defect.js';
import type { TimedTask } from '../tasks/task-file.js';
import { barSources } from './bar-sources.js';
import { tableSource } from './table-sources.js';
import { listSource, taskSource } from '../tasks/list-source.js';

interface SourceContext {
  /** That of the data set: whose sessions are on the tape if no others are asked for. */
  readonly calendar: SessionCalendar;
  readonly dateRule: DateRule;
  readonly rowBudget: number;
  /** In time order, if requested: the tape extends at least to the last of them. */
  readonly tasks: { readonly file: string; readonly tasks: readonly TimedTask[] } | null;
}

/** The sources of a tape over some symbols of a scanned data set. */
export function tapeSources(
  scan: DatasetScan,
  known: readonly string[],
  { symbols, until, beyond = false, badRows, calendars }: OpenSourcesOptions,
  { calendar: mainCalendar, dateRule, rowBudget, tasks }: SourceContext,
): FactSource[] {
  const [unreadable] = scan.unreadable;
  if (unreadable) throw unreadable;
  requireSymbols(symbols, known, scan);
  if (badRows === 'refuse') refuseDefects(scan);
  const followed = calendars ?? [mainCalendar];
  const end =
    tasks === null
      ? endOfSessions(followed, until)
      : endOfTasks(tasks.tasks, until, followed[0] ?? mainCalendar);
  const instrumentOf = new Map(symbols.map((symbol, index) => [symbol, index]));
  const histories = symbols.flatMap((symbol) => scan.histories.get(symbol) ?? []);
  const firsts = symbols.flatMap((symbol) => sessionsOf(scan, symbol).firstSession ?? []);
  const shared = { instrumentOf, until: beyond ? Infinity : end };
  const sourceCount = Math.max(1, histories.length);
  return namedApart([
    ...scan.bars.flatMap((bars) => barSources({ ...bars, ...shared, rowBudget, sourceCount })),
    ...[...Map.groupBy(scan.facts, ({ access }) => access.holds).values()].flatMap((those) =>
      those.map((one, number) => tableSource({ ...shared, scan: one, number, rowBudget })),
    ),
    ...followed.flatMap((calendar, number) => {
      if (firsts.length === 0) return [];
      const times = knowledgeTimes(calendar, dateRule);
      return sessionSources({ calendar, number, times }, Math.min(...firsts), end);
    }),
    ...droppedSources(scan, shared),
    ...(tasks === null ? [] : [taskSource(tasks.file, tasks.tasks)]),
  ]);
}

/**
 * A file may hold several tables, or symbols of several calendars: services know its sources
 * by their names.
 */
function namedApart(sources: readonly FactSource[]): FactSource[] {
  const counts = new Map<string, number>();
  return sources.map((source) => {
    const count = (counts.get(source.name) ?? 0) + 1;
    counts.set(source.name, count);
    if (count === 1) return source;
    const { rank, live } = source;
    return {
      name: `${source.name} (${count})`,
      rank,
      ...(live === undefined ? {} : { live }),
      pull: () => source.pull(),
      close: () => source.close(),
    };
  });
}

/** The last close of any of the calendars up to a date, which has to be one of the first. */
function endOfSessions(calendars: readonly SessionCalendar[], until: CivilDate): Instant {
  const closes = calendars.map((calendar, number) => {
    const date = number === 0 ? until : Math.min(until, calendar.lastDate);
    return calendar.closeOf(calendar.sessionOnOrBefore(date));
  });
  return Math.max(...closes);
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

/** Skips rows of symbols that are not on the tape; keeps rows without a readable symbol. */
function droppedSources(
  scan: DatasetScan,
  { instrumentOf, until }: { instrumentOf: ReadonlyMap<string, number>; until: Instant },
): FactSource[] {
  const kind = factKinds.rowDropped;
  const files = [
    ...scan.bars.map(({ scan: { file, dropped } }) => ({ file, dropped })),
    ...scan.facts.map(({ access, dropped }) => ({ file: access.location.name, dropped })),
  ];
  return files.flatMap(({ file, dropped }, number) => {
    if (dropped.lines.size === 0) return [];
    const named = { name: `dropped rows of ${file}`, rank: rankOfSource(kind, number) };
    return listSource(named, dropped.sorted, ({ symbol, knowledgeTime, line, reason }) => {
      const instrument = symbol === undefined ? noInstrument : instrumentOf.get(symbol);
      if (instrument === undefined || knowledgeTime > until) return undefined;
      const payload = { kind: 'rowDropped' as const, file, line, reason };
      return { kind, instrument, knowledgeTime, eventTime: knowledgeTime, payload };
    });
  });
}

/**
 * A symbol outside the data set may still have news and filings: those of a share
 * class without bars.
 */
function requireSymbols(
  symbols: readonly string[],
  known: readonly string[],
  { facts }: DatasetScan,
): void {
  const stranger = symbols.find(
    (symbol) =>
      !known.includes(symbol) &&
      !facts.some(({ access, extents }) => !isTickKind(access.holds) && extents.has(symbol)),
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

/** A calendar whose sessions are on the tape; facts of all but the first name it. */
interface FollowedCalendar {
  readonly calendar: SessionCalendar;
  readonly times: KnowledgeTimes;
  readonly number: number;
}

/**
 * Opens and closes from the session `first` up to `until`, inclusive: the last session may stay
 * open. They follow from the calendar alone: later data changes none of them.
 */
function sessionSources(
  { calendar, times, number }: FollowedCalendar,
  first: CivilDate,
  until: Instant,
): FactSource[] {
  // A session may open on the day before its date, never earlier.
  const last = Math.min(calendar.lastDate, utcDateOf(until) + 1);
  // Bars of another calendar may begin before this one does.
  const sessions = calendar.sessionsBetween(Math.max(first, calendar.firstDate), last);
  const named = number === 0 ? {} : { calendar: calendar.name };
  const turns = (
    kindName: 'sessionOpen' | 'sessionClose',
    payloadOf: (session: CivilDate) => FactPayload,
  ): FactSource => {
    const kind = factKinds[kindName];
    const source = { name: `${calendar.name} ${kindName}`, rank: rankOfSource(kind, number) };
    return listSource(source, sessions, (session) => {
      const time = times[kindName](session);
      if (time > until) return undefined;
      const payload = payloadOf(session);
      return { kind, instrument: noInstrument, knowledgeTime: time, eventTime: time, payload };
    });
  };
  return [
    turns('sessionOpen', (session) => ({ kind: 'sessionOpen', session, ...named })),
    turns('sessionClose', (session) => {
      return { kind: 'sessionClose', session, early: calendar.isEarlyClose(session), ...named };
    }),
  ];
}
