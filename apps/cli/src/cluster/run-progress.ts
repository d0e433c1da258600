/** Progress of runs in words and bars: from two polls of a cluster to one line per run. */

import { openEnd } from '#contracts/scenario/trading-terms';
import { formatCivilDate, microsPerDay, microsPerMilli, utcDateOf } from '#values';
import { barOf } from '../program/status-line.js';
import type { Run } from './gateway-answers.js';
import { notify } from '../program/print.js';

export interface RunProgress {
  readonly run: Run;
  /** Share of the window, from 0 to 1, by the dates of the tape; for tasks, by its facts. */
  readonly share: number;
  /** Facts a second since the last poll; null before the second. */
  readonly factsPerSecond: number | null;
}

export const isOver = ({ status }: Pick<Run, 'status'>): boolean =>
  status !== 'submitted' && status !== 'running';

/** Whether a run is complete: it ended, and if it finished, its figures are there. */
export const isSettled = (run: Run): boolean =>
  isOver(run) && (run.status !== 'finished' || run.isScored);

/** Weight of the older rate in a new one. */
const inertia = 0.6;

/** Remembers where runs were, and computes their speed. */
export class ProgressMeter {
  private readonly seen = new Map<string, { asOf: number; atMs: number; rate: number | null }>();

  /** `nowMs`: from any monotonic clock. */
  measure(runs: readonly Run[], nowMs: number): RunProgress[] {
    return runs.map((run) => {
      const factsPerSecond = this.rateOf(run, nowMs);
      return { run, share: shareOf(run), factsPerSecond };
    });
  }

  private rateOf({ run, asOf }: Run, nowMs: number): number | null {
    const before = this.seen.get(run);
    const seconds = before === undefined ? 0 : (nowMs - before.atMs) / 1000;
    const now = before === undefined || seconds <= 0 ? null : (asOf - before.asOf) / seconds;
    const last = before?.rate ?? null;
    const rate = now === null || last === null ? now : inertia * last + (1 - inertia) * now;
    this.seen.set(run, { asOf, atMs: nowMs, rate });
    return rate;
  }
}

/** Whether a run follows a feed: it has no last session, and therefore no share. */
export const isLive = ({ plan }: Run): boolean =>
  'lastSession' in plan && plan.lastSession === openEnd;

function shareOf(run: Run): number {
  const { status, time, plan } = run;
  if (status === 'finished') return 1;
  if (!('firstSession' in plan) || isLive(run)) return shareOfTape(run);
  if (time === 0) return 0;
  const from = plan.firstSession * microsPerDay;
  const to = (plan.lastSession + 1) * microsPerDay;
  return Math.max(0, Math.min(0.99, (time - from) / (to - from)));
}

/** Tasks have no window: their share follows from the tape, once all of it is known. */
function shareOfTape({ asOf, tapeFacts, isTapeClosed }: Run): number {
  if (!isTapeClosed || tapeFacts === null || tapeFacts === 0) return 0;
  return Math.min(0.99, asOf / tapeFacts);
}

/** One line of a run that is called `name`. */
export function progressLine(progress: RunProgress, name: string): string {
  const { run, share, factsPerSecond } = progress;
  const isOpen = isLive(run) && !isOver(run);
  const rate = isOver(run) || factsPerSecond === null ? '' : `${grouped(factsPerSecond)} facts/s`;
  return [
    name,
    isOpen ? ' '.repeat(barOf(0).length) : barOf(share),
    (isOpen ? 'live' : `${Math.floor(share * 100)}%`).padStart(4),
    placeOf(run).padEnd(27),
    `${grouped(run.records)} records`.padStart(16),
    rate.padStart(18),
    run.wait === undefined ? statusOf(run) : `${statusOf(run)}, ${waitText(run.wait)}`,
  ].join('  ');
}

/** `waiting since 2026-10-01T10:00:00Z: the tape … is not loaded`. */
const waitText = ({ since, detail }: NonNullable<Run['wait']>): string =>
  `waiting since ${new Date(since / microsPerMilli).toISOString().slice(0, 19)}Z: ${detail}`;

/** The name of a run on a screen. */
export type NameOf = (run: Run) => string;

/** A line for each of these runs, at most `rows` in all: the last one counts the rest. */
export function foldedRunLines(
  progress: readonly RunProgress[],
  rows: number,
  nameOf: NameOf,
): string[] {
  if (rows <= 0) return [];
  const shown = progress.length <= rows ? progress : progress.slice(0, rows - 1);
  const nameChars = Math.max(0, ...shown.map(({ run }) => nameOf(run).length));
  const lines = shown.map((one) => progressLine(one, nameOf(one.run).padEnd(nameChars)).trimEnd());
  const hidden = progress.length - shown.length;
  return hidden > 0 ? [...lines, `… and ${hidden} more`] : lines;
}

/** Distinguishes a run whose tape is paused from one that is slow. */
export const statusOf = (run: Pick<Run, 'status' | 'isTapePaused'>): string =>
  run.isTapePaused && !isOver(run) ? `${run.status}, tape paused` : run.status;

function placeOf({ asOf, time }: Run): string {
  if (asOf === 0) return '';
  const date = dayOf(time);
  return `as-of ${grouped(asOf)}${date === undefined ? '' : ` (${date})`}`;
}

/** The day of a knowledge time; a task that needs no time has none. */
export const dayOf = (time: number): string | undefined =>
  time === 0 ? undefined : formatCivilDate(utcDateOf(time));

/** `3 finished, 1 running, tape paused`, in the order of a run's life. */
export function countsOf(runs: readonly Run[]): string {
  const counts = new Map<string, number>();
  for (const run of runs) counts.set(statusOf(run), (counts.get(statusOf(run)) ?? 0) + 1);
  const moving = ['submitted', 'running'].flatMap((name) => [name, `${name}, tape paused`]);
  const known = [...moving, 'finished', 'cancelled', 'failed'];
  const texts = known.flatMap((name) => (counts.has(name) ? [`${counts.get(name)} ${name}`] : []));
  return texts.join(', ') || 'no runs';
}

/** 12345.6 as `12,346`. */
const grouped = (value: number): string => Math.round(value).toLocaleString('en-GB');

/** `4 of 4 runs have failed: …`, most frequent reason first; empty if no run has failed. */
export function failureLines(runs: readonly Run[]): string[] {
  const counts = new Map<string, number>();
  for (const { status, failure } of runs) {
    if (status !== 'failed') continue;
    const reason = failure ?? 'no reason is known';
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => {
      const of = runs.length === 1 ? 'the run has' : `${count} of ${runs.length} runs have`;
      return `${of} failed: ${reason}`;
    });
}

/** Prints them on standard error; returns whether there were any. */
export function printFailures(runs: readonly Run[]): boolean {
  const lines = failureLines(runs);
  for (const line of lines) notify(line);
  return lines.length > 0;
}
