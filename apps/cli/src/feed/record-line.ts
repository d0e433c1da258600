/** What a person sees of a feed that is being recorded: a line that changes on a terminal, JSON lines elsewhere. */

import { formatInstant, microsPerSecond, type Instant } from '#values';
import type { FeedStatus } from '#market-data/feeds/live-recording';
import { connectionWords, lagWords } from './feed-words.js';

const terminalMs = 1000;
const elsewhereMs = 5000;

export interface RecordLine {
  /** Shows how it stands now, however long ago that was last shown. */
  show(): void;
  end(): void;
}

/** How fast something grew between two looks. */
interface Look {
  readonly at: Instant;
  readonly frames: number;
  readonly facts: number;
}

export interface RecordLineOptions {
  readonly stream: { isTTY?: boolean; columns?: number; write(text: string): unknown };
  /** The clock, microseconds. */
  now(): Instant;
  status(): FeedStatus;
}

/** Shows a recording from time to time until `end`. */
export function openRecordLine({ stream, now, status }: RecordLineOptions): RecordLine {
  const isTerminal = stream.isTTY === true;
  let before: Look = { at: now(), frames: status().frames, facts: status().facts };
  const show = (): void => {
    const current = status();
    const at = now();
    const rates = ratesOf(before, current, at);
    before = { at, frames: current.frames, facts: current.facts };
    if (!isTerminal) return void stream.write(`${jsonLine(current, rates)}\n`);
    const line = terminalLine(current, rates).slice(0, (stream.columns ?? 120) - 1);
    stream.write(`\r\u001b[K${line}`);
  };
  const timer = setInterval(show, isTerminal ? terminalMs : elsewhereMs);
  return {
    show,
    end: () => {
      clearInterval(timer);
      show();
      if (isTerminal) stream.write('\n');
    },
  };
}

interface Rates {
  readonly frames: number;
  readonly facts: number;
}

function ratesOf(before: Look, { frames, facts }: FeedStatus, at: Instant): Rates {
  const seconds = Math.max((at - before.at) / microsPerSecond, 1e-3);
  return {
    frames: Math.round((frames - before.frames) / seconds),
    facts: Math.round((facts - before.facts) / seconds),
  };
}

/** Counts are of the whole recording, rates of the time since the line before. */
export function jsonLine(status: FeedStatus, rates: Rates): string {
  const { lastAt, ...rest } = status;
  return JSON.stringify({
    ...rest,
    lastAt: lastAt === null ? null : formatInstant(lastAt),
    framesPerSecond: rates.frames,
    factsPerSecond: rates.facts,
  });
}

export function terminalLine(status: FeedStatus, rates: Rates): string {
  const { gapsOpen, gapsRepaired, gapsLost, duplicates, late, corrections, unreadable } = status;
  const lag = status.lagMs === null ? '-' : lagWords(status.lagMs);
  const parts = [
    connectionWords(status),
    `${rates.frames} frames/s`,
    `${rates.facts} facts/s`,
    `${status.facts} facts`,
    `lag ${lag}`,
    `gaps ${gapsOpen} open, ${gapsRepaired} repaired, ${gapsLost} lost`,
    `${duplicates} duplicates`,
    `${late} late`,
    `${corrections} corrections`,
    `${status.reconnects} reconnects`,
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
    ...(status.waiting > 0 ? [`${status.waiting} waiting`] : []),
  ];
  return parts.join(' · ');
}
