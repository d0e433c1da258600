/**
 * A recording as a data set: one source, which folds its frames; a single fold
 * determines its contents.
 */

import {
  canonicalHash,
  corruptJournal,
  excerpt,
  formatInstant,
  invalidInput,
  microsPerMilli,
  type CivilDate,
} from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { Dataset, OpenSourcesOptions, BarFindings, SymbolCoverage } from '#market-data';
import { datasetManifestSchema } from '#market-data/manifest/dataset-manifest';
import { withListedCalendars } from '#market-data/own-calendar/with-own-calendars';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedDecoder } from '../port/feed.js';
import { openDecoder } from '../open/open-feed.js';
import { NewsTexts, RecordedSource } from './recorded-source.js';
import { readRecordingDescription, recordingFormat } from './recording-folder.js';
import { barMinutesOf, currencyOf } from '../fold/recording-header.js';
import { recordingReport } from './recording-report.js';
import { scanRecording, type RecordingScan } from './recording-scan.js';
import { framesPath } from '../frames/frame-log.js';
import { hasFrames } from '../frames/frame-reader.js';

const haltedAtClose = 'sessions closed while trading was halted';

interface Recording {
  readonly description: FeedDescription;
  readonly folder: string;
  readonly decoder: FeedDecoder;
}

/**
 * Opens a folder with a `recording.yaml`. Its frames are read once, on first use, as far as they
 * go; if the recording grows meanwhile, the rest shows when it is opened again.
 */
export async function openRecordingDataset(
  folder: string,
  decoder?: FeedDecoder,
): Promise<Dataset> {
  const description = readRecordingDescription(folder);
  if (!hasFrames(framesPath(folder))) {
    throw corruptJournal('the frames of the recording are missing', { where: framesPath(folder) });
  }
  decoder ??= await openDecoder(description);
  return recordingDataset({ folder, description, decoder });
}

function recordingDataset(recording: Recording): Dataset {
  const { description, folder, decoder } = recording;
  const { name, calendar: calendarName, currency, currencies, symbols } = description;
  const calendar = calendarOf(calendarName);
  const documents = new NewsTexts(folder, decoder);
  const base = { ...recording, documents };
  const sources = new Set<RecordedSource>();
  let scanned: Promise<RecordingScan> | undefined;
  const scan = (): Promise<RecordingScan> =>
    (scanned ??= scanRecording(new RecordedSource(base), symbols, calendar));
  return {
    name,
    manifest: withListedCalendars(
      datasetManifestSchema.parse({
        name,
        calendar: calendarName,
        currency,
        currencies,
        symbols,
      }),
    ),
    symbols,
    calendar,
    sessionsPerYear: calendar.sessionsPerYear,
    priceBasis: 'raw',
    tradePrice: 'close',
    barFrequency: description.frequency,
    barMinutes: async () => barMinutesOf(description, symbols),
    synthetic: false,
    recorded: true,
    dateRule: 'session-close',
    documents,
    currencyOf: (symbol) => currencyOf(description, symbol),
    calendarOf: () => calendar,
    coverage: async () => coverageOf(await scan(), symbols),
    barFindings: async () => findingsOf(await scan(), symbols),
    feedFindings: async () => {
      const { source, sessions: closed } = await scan();
      return { kind: description.feed.kind, since: source.fold.counts.firstAt, sessions: closed };
    },
    check: async () => {
      const whole = await scan();
      return recordingReport(whole, description, coverageOf(whole, symbols));
    },
    contentHash: async () => contentHash(await scan(), description),
    openSources: async (options) => {
      requireListed(options.symbols, symbols);
      const until = options.beyond ? Infinity : endOf(options, calendar, description);
      const source = new RecordedSource({ ...base, symbols: options.symbols, until });
      sources.add(source);
      return [source];
    },
    parsed: async () => undefined,
    tasks: () => [],
    solutions: () => null,
    close: async () => {
      for (const source of sources) source.close();
    },
  };
}

function requireListed(wanted: readonly string[], symbols: readonly string[]): void {
  const stranger = wanted.find((symbol) => !symbols.includes(symbol));
  if (stranger !== undefined) {
    const expected = `one of ${excerpt(symbols.join(', '), 200)}`;
    throw invalidInput('the recording has no such symbol', { expected, found: excerpt(stranger) });
  }
  const twice = wanted.find((symbol, at) => wanted.indexOf(symbol) !== at);
  if (twice !== undefined) throw invalidInput('a symbol is named twice', { found: excerpt(twice) });
}

/** The last fact of a window is the close of its last session, as in the tape of the recording. */
function endOf(
  { until }: OpenSourcesOptions,
  calendar: SessionCalendar,
  { closeDelayMs }: FeedDescription,
): number {
  const session = calendar.sessionOnOrBefore(Math.min(until, calendar.lastDate));
  return calendar.closeOf(session) + closeDelayMs * microsPerMilli;
}

/** Covers the frames and all that determines their meaning, but not addresses and pauses. */
function contentHash({ source, damage }: RecordingScan, description: FeedDescription): string {
  if (damage !== null) throw corruptJournal(damage.what);
  const { feed, silenceMs: _, ...rest } = description;
  const decoding = {
    kind: feed.kind,
    ...('mappings' in feed ? { mappings: feed.mappings } : {}),
    ...('encoding' in feed ? { encoding: feed.encoding } : {}),
  };
  const frames = source.reader.hash();
  const meaning = { ...rest, feed: decoding, format: recordingFormat };
  return canonicalHash({ ...meaning, frames, isDamaged: false });
}

/** Excludes a session that has not closed: a run could not know its end. */
function coverageOf(
  { symbols: tallies, lastClosed }: RecordingScan,
  symbols: readonly string[],
): SymbolCoverage[] {
  const stamp = (at: number | null): string | null => (at === null ? null : formatInstant(at));
  return tallies.map(
    ({ missing: _, firstBar, lastBar, firstSession, lastSession, ...counts }, at) => {
      const isClosed = firstSession !== null && lastClosed !== null && firstSession <= lastClosed;
      return {
        symbol: symbols[at] as string,
        ...counts,
        filings: 0,
        fundamentals: 0,
        firstBar: stamp(firstBar),
        lastBar: stamp(lastBar),
        firstSession: isClosed ? firstSession : null,
        lastSession: isClosed ? Math.min(lastSession as CivilDate, lastClosed) : null,
      };
    },
  );
}

function findingsOf(
  { symbols: tallies, source }: RecordingScan,
  symbols: readonly string[],
): BarFindings[] {
  return tallies.flatMap(({ firstSession, lastSession, missing }, at) => {
    const symbol = symbols[at] as string;
    if (firstSession === null || lastSession === null) return [];
    const halts = source.fold.haltedCloses.filter((close) => close.symbol === symbol);
    const odd = halts.map(({ session }) => ({ what: haltedAtClose, session, count: 1 }));
    return [{ symbol, firstSession, lastSession, missing, odd }];
  });
}
