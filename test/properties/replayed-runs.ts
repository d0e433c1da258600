/**
 * Runs of plans on a delivered market, with journals in memory, and the comparison of two of
 * them up to a cut.
 */

import type { Instant } from '#values';
import { runBacktest, type TradingPlan } from '#backtest';
import { Clock, type WallClock } from '#tape';
import { deliveredTape, type Delivery } from './delivered-tape.js';
import type { JournalEventOf } from '#contracts';
import type { Market } from './generated-market.js';
import { MemoryJournal } from './memory-journal.js';

type Stretch = JournalEventOf<'DecisionsUnchanged'>;

export interface Replayed {
  readonly journals: readonly MemoryJournal[];
  /** By run; empty when the tape broke. */
  readonly hashes: readonly string[];
  /** What broke the tape. */
  readonly failure?: unknown;
}

export interface Replay {
  readonly market: Market;
  readonly plans: readonly TradingPlan[];
  readonly delivery: Delivery;
  /** Folder of the files of scripts and modules. */
  readonly directory: string;
  /** All texts, of facts to come as well. */
  readonly documents?: ReadonlyMap<string, string>;
  /** Released by a clock, instant by instant. */
  readonly paced?: boolean;
}

/** Unused at full speed. */
const stoppedClock: WallClock = { nowMs: () => 0, sleep: () => Promise.resolve() };

export async function replay(options: Replay): Promise<Replayed> {
  const { market, plans, delivery, directory, documents = market.documents } = options;
  const journals = plans.map(() => new MemoryJournal(market));
  const runs = plans.map((plan, run) => ({ plan, journal: journals[run] as MemoryJournal }));
  const ended = (): void => {
    for (const journal of journals) journal.tapeEnded();
  };
  const tape = deliveredTape(market, delivery, ended);
  const stream = options.paced === true ? new Clock(tape, 'max', stoppedClock) : tape;
  try {
    const outcome = await runBacktest({
      stream,
      runs,
      documents,
      agents: { directory, hidden: [] },
    });
    const finished = outcome.kind === 'finished' ? outcome.runs : [];
    return { journals, hashes: finished.map(({ summary }) => summary.hash) };
  } catch (failure) {
    return { journals, hashes: [], failure };
  }
}

/** The first run whose records up to the cut differ, with the first record that does. */
export function firstDifference(
  journals: readonly MemoryJournal[],
  twins: readonly MemoryJournal[],
  cut: Instant,
): { run: number; one: unknown; other: unknown } | undefined {
  for (const [run, journal] of journals.entries()) {
    const twin = twins[run] as MemoryJournal;
    const isSame = Buffer.from(journal.bytesUpTo(cut)).equals(twin.bytesUpTo(cut));
    if (isSame && agreeOnStretch(journal, twin, cut)) continue;
    const counts = [journal.countUpTo(cut), twin.countUpTo(cut)];
    const at = journal.events.findIndex(
      (event, index) => JSON.stringify(event) !== JSON.stringify(twin.events[index]),
    );
    const shown = (events: readonly unknown[]) => ({ counts, at, record: events[at], cut });
    return { run, one: shown(journal.events), other: shown(twin.events) };
  }
  return undefined;
}

/**
 * Whether two stretches that were open at the cut agree up to it: one that ended by then is in the
 * other journal too, and at most continues there; two that ended by then are equal.
 */
function agreeOnStretch(one: MemoryJournal, other: MemoryJournal, cut: Instant): boolean {
  const first = one.stretchAfter(cut);
  const second = other.stretchAfter(cut);
  const hasEnded = [first, second].map((stretch) => stretch !== undefined && stretch.time <= cut);
  // The record of one that continues past the cut does not tell whether it began before it.
  if (!hasEnded.includes(true)) return true;
  if (first?.since !== second?.since || !sameDecision(first, second)) return false;
  const count = first?.count ?? 0;
  const otherCount = second?.count ?? 0;
  if (hasEnded[0] === hasEnded[1]) return count === otherCount;
  return hasEnded[0] === true ? count <= otherCount : otherCount <= count;
}

const sameDecision = (one: Stretch | undefined, other: Stretch | undefined): boolean =>
  JSON.stringify(one?.decision) === JSON.stringify(other?.decision);
