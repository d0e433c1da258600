/**
 * The tape that a submitted scenario needs: of a complete registered data set, or of a registered
 * feed as it grows.
 */

import {
  excerpt,
  invalidInput,
  isFailure,
  parseCivilDate,
  TapefoldError,
  type CivilDate,
  type FailureCode,
} from '#values';
import { symbolDataOf } from '#backtest';
import { openScenarioTape } from '#backtest/tape/scenario-tape';
import type { TapeHeader } from '#contracts';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import { isOpenEnded, overWindow, type Scenario } from '#contracts/scenario/scenario';
import { openEnd } from '#contracts/scenario/trading-terms';
import type { TapeRequested } from '#contracts/streams/market';
import type { ScenarioSubmitted } from '#contracts/streams/runs';
import { messageBytesMax } from '#event-log';
import { calendarOf } from '#market-data';
import { registeredPlace } from '#market-data/xbrl/cases-reference';
import { recordingHeader } from '#feeds/fold/recording-header';
import { feedHash, type RegisteredFeed } from '#feeds/port/registered-feed';

export interface TapePlaces {
  /** A folder or a bundled name for each registered data set. */
  readonly datasets: ReadonlyMap<string, string>;
  /** Registered feeds; none by default. */
  readonly feeds?: ReadonlyMap<string, RegisteredFeed> | undefined;
  /**
   * Receives the reason why a registered data set cannot be opened, with its location, which
   * the answer omits.
   */
  onUnopened?(error: Error, dataset: string): void;
}

interface SubmittedTape {
  readonly header: TapeHeader;
  /** Hash of the data set's content, or of the feed's description. */
  readonly dataHash: string;
  readonly firstSession: CivilDate;
  readonly lastSession: CivilDate;
  readonly request: Pick<TapeRequested, 'until' | 'tasks' | 'reports' | 'live'>;
  /**
   * Findings of the data check, shown with a downloaded result; undefined if the data
   * was not checked.
   */
  readonly data: ScenarioSubmitted['data'];
}

/** Maximum bytes of the data findings in a message. */
const dataBytesMax = messageBytesMax / 2 - 1_000;

/** `InvalidInput` for an unregistered name, and for a window or a symbol that does not exist. */
export async function submittedTape(
  scenario: Scenario,
  places: TapePlaces,
): Promise<SubmittedTape> {
  const feed = places.feeds?.get(scenario.data);
  if (feed !== undefined) return liveTape(scenario, feed);
  if (isOpenEnded(scenario)) {
    throw invalidInput('an open window requires a feed', {
      where: 'window.to',
      expected: feedNames(places) ?? 'a date: no feed is registered',
      found: `open, of the data set ${excerpt(scenario.data)}`,
    });
  }
  return datasetTape(scenario, places);
}

const feedNames = ({ feeds }: TapePlaces): string | undefined =>
  feeds === undefined || feeds.size === 0 ? undefined : excerpt([...feeds.keys()].join(', '), 200);

/** All runs on a feed share its tape, which has all symbols of the feed, from its first fact. */
function liveTape(scenario: Scenario, feed: RegisteredFeed): SubmittedTape {
  const { description } = feed;
  const over = overWindow(scenario);
  if (over === undefined || !isOpenEnded(over)) {
    throw invalidInput('a feed has no last session yet', {
      where: 'window.to',
      expected: 'open, in a scenario that trades',
      found: over?.window.to ?? scenario.workflow,
    });
  }
  const unknown = over.symbols.findIndex((symbol) => !description.symbols.includes(symbol));
  if (unknown >= 0) {
    throw invalidInput('no such symbol in the feed', {
      where: `symbols.${unknown}`,
      expected: `one of ${excerpt(description.symbols.join(', '), 200)}`,
      found: excerpt(over.symbols[unknown]),
    });
  }
  const from = parseCivilDate(over.window.from) as CivilDate;
  return {
    header: recordingHeader(description, description.symbols),
    dataHash: feedHash(feed),
    firstSession: calendarOf(description.calendar).sessionOnOrAfter(from),
    lastSession: openEnd,
    request: { until: openEnd, live: true },
    data: undefined,
  };
}

async function datasetTape(scenario: Scenario, places: TapePlaces): Promise<SubmittedTape> {
  const tape = await openedTape(scenario, places);
  try {
    const { header, dataHash, firstSession, lastSession } = tape;
    const over = overWindow(scenario);
    const data = over && (await symbolDataOf(tape.dataset, over.symbols, tape));
    // Findings that would fill half a message are dropped: the result reports the data as
    // unchecked.
    const isLarge = Buffer.byteLength(JSON.stringify(data ?? null)) > dataBytesMax;
    return {
      header,
      dataHash,
      firstSession,
      lastSession,
      request: {
        until: lastSession,
        ...(over === undefined && tasksOf(scenario)),
      },
      data: isLarge ? undefined : data,
    };
  } finally {
    await tape.dataset.close();
  }
}

function tasksOf({ terms = {} }: Scenario): Pick<TapeRequested, 'tasks' | 'reports'> {
  const reports = reportsOf(terms);
  return { tasks: true, ...(reports && { reports }) };
}

/**
 * Locations are absolute paths, or names of bundled data sets; they stay private to this machine.
 */
async function openedTape(scenario: Scenario, places: TapePlaces) {
  const place = placeOf(scenario.data, places);
  try {
    return await openScenarioTape({ ...scenario, data: place }, '/');
  } catch (error) {
    const revealsPlace =
      error instanceof Error && place !== scenario.data && error.message.includes(place);
    if (!revealsPlace) throw error;
    places.onUnopened?.(error, scenario.data);
    throw new TapefoldError(codeOf(error), 'the data set cannot be opened', {
      where: `data: ${scenario.data}`,
      expected:
        'a data set that can be read where the register says; the log of the gateway has why',
      cause: error,
    });
  }
}

/**
 * Missing data will not appear by waiting; an unresponsive disk or a lack of handles
 * may be transient.
 */
function codeOf(error: Error): FailureCode {
  if (isFailure(error)) return error.code;
  const { code } = error as NodeJS.ErrnoException;
  const permanent = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'];
  return permanent.includes(code ?? '') ? 'InvalidInput' : 'Unavailable';
}

function placeOf(name: string, places: TapePlaces): string {
  const place = registeredPlace(places.datasets, name);
  if (place !== undefined) return place;
  const feeds = feedNames(places);
  const datasets = excerpt([...places.datasets.keys()].join(', '), 200);
  throw invalidInput('no data set is registered under this name', {
    where: 'data',
    expected: feeds === undefined ? datasets : `${datasets}; or a feed: ${feeds}`,
    found: excerpt(name),
  });
}
