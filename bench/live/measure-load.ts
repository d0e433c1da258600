/**
 * The load that one process is to carry: 10,000 symbols, 20,000 trades a second. What it took, in
 * lines for people.
 */

import { Heap } from './heap.js';
import type { Latencies } from './latencies.js';
import { runUnderLoad, warmSeconds, type LoadReport } from './run-under-load.js';

export const symbols = 10_000;
/** Trades a second. */
export const rate = 20_000;

export interface LoadFinding {
  readonly report: LoadReport;
  /** Objects and buffers that were held once it was warm, and at the end, MB. */
  readonly heldMegabytes: readonly string[];
  /** How many more bytes were held at the end than once it was warm, for each trade in between. */
  readonly bytesAFact: number;
}

export interface MeasureOptions {
  readonly folder: string;
  /** More than `warmSeconds`. */
  readonly seconds: number;
  /** Called when it is warm, behind the first reading of memory. */
  readonly onWarm?: () => void;
  /** Called when all trades are folded, before the second. */
  readonly onDone?: () => void;
}

/** Carries it for so many seconds. */
export async function measureLoad(options: MeasureOptions): Promise<LoadFinding> {
  const { folder, seconds, onWarm, onDone } = options;
  const heap = new Heap();
  const onRest = (isLast: boolean): void => {
    if (isLast) onDone?.();
    heap.sample();
    if (!isLast) onWarm?.();
  };
  const report = await runUnderLoad({ folder, symbols, rate, seconds, onRest });
  const bytesAFact = heap.growth / (rate * (seconds - warmSeconds));
  return { report, heldMegabytes: heap.megabytes, bytesAFact };
}

/** The stages of a trade, from its receipt to the journals of all runs. */
export function stagesOf({ latencies }: LoadReport): readonly (readonly [string, Latencies])[] {
  return [
    ['received to journal', latencies.whole],
    ['received to stored', latencies.toStored],
    ['stored to fold', latencies.toFold],
    ['fold to journal', latencies.toJournal],
  ];
}

/** Kinds of work, and their shares of the time. */
export function sharesOf({ work, elapsedMs }: LoadReport): readonly (readonly [string, string])[] {
  const share = (ms: number): string => `${((100 * ms) / elapsedMs).toFixed(1)}%`;
  return [
    ['venue', share(work.venue)],
    ['decoding', share(work.decode)],
    ['runs', share(work.runs)],
  ];
}

/** Trades a second that came through. */
export const rateOf = ({ sent, elapsedMs }: LoadReport): number =>
  Math.round((1000 * sent) / elapsedMs);

export function loadLines({ report, heldMegabytes, bytesAFact }: LoadFinding): string[] {
  const { sent, elapsedMs, bars, marks } = report;
  const at = (one: Latencies, share: number): string => `${one.quantile(share).toFixed(2)} ms`;
  return [
    `${sent} trades in ${(elapsedMs / 1000).toFixed(1)} s, ${rateOf(report)} a second`,
    ...stagesOf(report).map(
      ([name, one]) => `${name}: p50 ${at(one, 0.5)}, p95 ${at(one, 0.95)}, p99 ${at(one, 0.99)}`,
    ),
    `share of the time: ${sharesOf(report).flat().join(' ')}`,
    `${bars} bars, ${marks} closes; held ${heldMegabytes.join(' and ')} MB, ` +
      `${bytesAFact.toFixed(2)} bytes a fact`,
  ];
}
