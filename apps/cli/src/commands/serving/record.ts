/** `tapefold record`: records a feed until Ctrl-C, the end of its time, or the end of the feed. */

import { dirname, join, resolve } from 'node:path';
import { formatInstant, type Instant, isFailure, microsPerMilli, microsPerSecond } from '#values';
import { systemClock } from '#feeds/port/feed-clock';
import { readFeedDescription } from '#feeds/port/read-feed-description';
import type { OpenRecording } from '#feeds/recording/open-live-recording';
import type { FeedStatus } from '#feeds';
import { endOf, openPlace, wallInstant } from '../../feed/recording-place.js';
import { feedLine, neverReceived } from '../../feed/feed-words.js';
import { StatusLine } from '../../program/status-line.js';
import { type Options, textOf } from '../../program/option-value.js';
import { printedCommand } from '../../program/printed-command.js';
import { stopOnSignal, untilAborted } from '../../program/stop-signal.js';
import { counted, notify } from '../../program/print.js';

export async function recordCommand(file: string, options: Options): Promise<void> {
  const path = resolve(file);
  const description = readFeedDescription(path);
  const until = endOf(options, description, wallInstant());
  const folder = resolve(textOf(options['out']) ?? join('tapefold-recordings', description.name));
  const directory = dirname(path);
  using stop = stopOnSignal();
  const { feed, recording } = await openPlace({ description, directory, file: path, folder });
  notify(`${feed.name} → ${folder}; Ctrl-C stops it`);
  await follow(recording, { until, ends: options['end'] === true, signal: stop.signal });
  const neverConnected = neverReceived(recording.status());
  if (neverConnected !== null) notify(neverConnected);
  const again = printedCommand(['record', file, '--out', folder]);
  notify(options['end'] === true ? `ended: ${folder}` : `stopped; resume with: ${again}`);
}

interface Following {
  readonly until: Instant | null;
  /** Whether the recording is ended for good when it stops. */
  readonly ends: boolean;
  readonly signal: AbortSignal;
}

/** Records until Ctrl-C, the end of the time or of the feed; fails if the feed or the disk does. */
async function follow(recording: OpenRecording, { until, ends, signal }: Following): Promise<void> {
  const line = new StatusLine(process.stderr);
  const { isTerminal } = line;
  line.start(recordLine(() => recording.status(), { now: recording.now, isTerminal }));
  const over = new AbortController();
  const reading = readAll(recording);
  const stops = [untilAborted(signal), recording.exhausted, recording.failed, reading];
  if (until !== null) {
    stops.push(
      systemClock
        .sleep((until - wallInstant()) / microsPerMilli, over.signal)
        .catch(() => undefined),
    );
  }
  try {
    await Promise.race(stops);
    if (!ends) return;
    await recording.end();
    await reading;
  } finally {
    over.abort();
    await recording.close();
    line.end();
  }
}

/** The facts have no other reader here; they are folded so that gaps are found and repaired. */
async function readAll({ source }: OpenRecording): Promise<void> {
  try {
    while ((await source.pull()) !== null);
  } catch (error) {
    if (!isFailure(error, 'Unavailable')) throw error;
  }
}

interface Rates {
  readonly frames: number;
  readonly facts: number;
}

/** Formats the current line, with rates since the previous call. */
function recordLine(
  status: () => FeedStatus,
  { now, isTerminal }: { now(): Instant; readonly isTerminal: boolean },
): () => string {
  let before = status();
  let since = now();
  return () => {
    const after = status();
    const at = now();
    const seconds = Math.max((at - since) / microsPerSecond, 1e-3);
    const rateOf = (of: keyof Rates): number => Math.round((after[of] - before[of]) / seconds);
    const rates = { frames: rateOf('frames'), facts: rateOf('facts') };
    before = after;
    since = at;
    return isTerminal ? terminalLine(after, rates) : jsonLine(after, rates);
  };
}

/** Counts cover the whole recording, rates the time since the previous line. */
function jsonLine(status: FeedStatus, rates: Rates): string {
  const { lastAt, ...rest } = status;
  return JSON.stringify({
    ...rest,
    lastAt: lastAt === null ? null : formatInstant(lastAt),
    framesPerSecond: rates.frames,
    factsPerSecond: rates.facts,
  });
}

export function terminalLine(status: FeedStatus, rates: Rates): string {
  const { facts, duplicates, late, corrections, reconnects } = status;
  return feedLine(
    status,
    `${rates.frames} frames/s`,
    `${rates.facts} facts/s`,
    counted(facts, 'fact'),
    counted(duplicates, 'duplicate'),
    `${late} late`,
    counted(corrections, 'correction'),
    counted(reconnects, 'reconnect'),
  );
}
