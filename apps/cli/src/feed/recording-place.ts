/**
 * What a command records, where, and until when: a feed by its description, or a
 * recording to resume.
 */

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { excerpt, type Instant, invalidInput, microsPerMilli } from '#values';
import { takeLock } from '#event-log/embedded/folder-lock';
import { systemClock } from '#feeds/port/feed-clock';
import type { FeedDescription } from '#feeds/port/feed-description';
import { openFeed } from '#feeds/open/open-feed';
import { readFeedDescription } from '#feeds/port/read-feed-description';
import { systemSteadyTime } from '#feeds/frames/arrival-clock';
import { readRecordingDescription, recordingName } from '#feeds/recording/recording-folder';
import { openLiveRecording, type OpenRecording } from '#feeds/recording/open-live-recording';
import { parseAsOf } from '#backtest';
import { calendarOf } from '#market-data';
import { type Options, textOf } from '../program/option-value.js';

/** What is recorded, and where. */
export interface RecordingPlace {
  readonly description: FeedDescription;
  /** Base folder of relative paths in the description. */
  readonly directory: string;
  /** File of the description. */
  readonly file: string;
  /** Folder of the recording. */
  readonly folder: string;
}

/**
 * `data` of a scenario in `directory`: a feed.yaml, whose recording is stored in `out`, or the
 * folder of a recording to resume. `InvalidInput` names the offending line.
 */
export function recordingPlace(
  data: string,
  { directory, out }: { readonly directory: string; readonly out: string },
): RecordingPlace {
  const path = resolve(directory, data);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    const description = readRecordingDescription(path);
    return { description, directory: path, file: join(path, recordingName), folder: path };
  }
  if (found === undefined) {
    throw invalidInput('no such feed', {
      where: 'data',
      expected: 'the path of a feed.yaml, or the folder of a recording',
      found: data,
    });
  }
  const description = readFeedDescription(path);
  return { description, directory: dirname(path), file: path, folder: join(out, 'recording') };
}

/** The clock of recordings and answers, microseconds. */
export const wallInstant = (): Instant => Date.now() * microsPerMilli;

/**
 * Resumes the recording of a place, or begins it. Fails as `openFeed` and `openLiveRecording` do.
 */
export async function openPlace({ description, directory, file, folder }: RecordingPlace) {
  const feed = await openFeed({ description, directory, file, env: process.env });
  const { sleep } = systemClock;
  const surroundings = { now: wallInstant, steady: systemSteadyTime, sleep, takeLock };
  const recording = await openLiveRecording({ folder, description, feed, ...surroundings });
  return { feed, recording };
}

const msOf: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The session close of a date is on the tape before the command ends. */
const afterCloseMs = 2_000;

/**
 * When `--for` (90s, 15m, 8h, 2d) or `--until` (an instant, or a date: the close of its session)
 * ends a feed: the earlier of both; null if neither is given. `InvalidInput` names the option.
 */
export function endOf(
  options: Options,
  { calendar, closeDelayMs }: Pick<FeedDescription, 'calendar' | 'closeDelayMs'>,
  now: Instant,
): Instant | null {
  const duration = textOf(options['for']);
  const until = textOf(options['until']);
  const ends: Instant[] = [];
  if (duration !== undefined) ends.push(now + durationMs(duration) * microsPerMilli);
  if (until !== undefined) {
    const when = parseAsOf(until);
    if (when === 'end') {
      const expected = 'a date or an instant';
      throw invalidInput('not a time', { where: '--until', expected, found: excerpt(until) });
    }
    const sessions = calendarOf(calendar);
    const delay = (closeDelayMs + afterCloseMs) * microsPerMilli;
    ends.push(
      'instant' in when
        ? when.instant
        : sessions.closeOf(sessions.sessionOnOrBefore(when.date)) + delay,
    );
  }
  return ends.length === 0 ? null : Math.min(...ends);
}

function durationMs(text: string): number {
  const [, digits, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (digits !== undefined && unit !== undefined) return Number(digits) * (msOf[unit] as number);
  const expected = 'a number and s, m, h or d, such as 90s or 8h';
  throw invalidInput('not a duration', { where: '--for', expected, found: excerpt(text) });
}

const lookMs = 250;

/**
 * Resolves at an instant, or once a finite feed was delivered and processed completely;
 * ends with `over`.
 */
export async function waitForEnd(
  at: Instant | null,
  recording: Pick<OpenRecording, 'exhausted' | 'status' | 'now'>,
  over: AbortSignal,
): Promise<void> {
  let isExhausted = false;
  void recording.exhausted.then(() => (isExhausted = true));
  while (!over.aborted) {
    if (at !== null && recording.now() >= at) return;
    if (isExhausted && recording.status().waiting === 0) return;
    await sleep(lookMs, undefined, { ref: false });
  }
}
