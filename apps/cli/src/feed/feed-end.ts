/** When to stop following a feed, in the user's notation. */

import { setTimeout as sleep } from 'node:timers/promises';
import { excerpt, invalidInput, microsPerMilli, type Instant } from '#values';
import { parseAsOf } from '#backtest';
import { calendarOf } from '#market-data';
import type { FeedDescription } from '#feeds/port/feed-description';
import type { OpenRecording } from '#feeds/recording/open-live-recording';
import { type Options, textOf } from '../program/option-value.js';

const msOf: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The session close of a date is on the tape before the command ends. */
const afterCloseMs = 2_000;

/**
 * When `--for` (90s, 15m, 8h, 2d) or `--until` (an instant, or a date: the close of its session) ends a feed: the
 * earlier of both; null if neither is given. `InvalidInput` names the option.
 */
export function endOf(
  options: Options,
  { calendar, closeDelayMs }: Pick<FeedDescription, 'calendar' | 'closeDelayMs'>,
  now: Instant,
): Instant | null {
  const [duration, until] = [textOf(options['for']), textOf(options['until'])];
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

/** Resolves at an instant, or once a finite feed was delivered and processed completely; ends with `over`. */
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
