/**
 * Decision streams that were scored under several policies, as `rescore.json` and its page have
 * them, by subject.
 */

import type { ExecutionPolicy } from '#contracts';

/** The figures by which agents can be ranked. */
export const rankings = ['cumulativeReturn', 'sharpe', 'maxDrawdown'] as const;
export type Ranking = (typeof rankings)[number];

export interface RescoredRun {
  readonly policy: string;
  readonly agent: string;
  /** Null if one run has all symbols. */
  readonly symbol: string | null;
  /** Only in hedging; null if no pair was chosen. */
  readonly pair?: { readonly left: string; readonly right: string } | null;
  /** Folder of the run, relative to that of the file. */
  readonly run: string;
  readonly journalHash: string;
  readonly cumulativeReturn: number | null;
  readonly sharpe: number | null;
  readonly maxDrawdown: number | null;
  readonly trades: number;
  readonly denied: number;
  /** Decisions that were due, and those in the stream. */
  readonly due: number;
  readonly answered: number;
  /**
   * Among the agents of one symbol under one policy, from 1; equal figures share a rank, a
   * missing one has none.
   */
  readonly rank: number | null;
}

interface RescoredStream {
  readonly agent: string;
  readonly symbols: readonly string[];
  readonly kind: 'journal' | 'result file';
  /** Hash of the source of the decisions: the journal's, or the SHA-256 of the file. */
  readonly sha256: string;
}

export interface Rescore {
  readonly schemaVersion: 1;
  readonly name: string;
  readonly workflow: string;
  readonly dataSha256: string;
  readonly synthetic: boolean;
  readonly window: { readonly from: string; readonly to: string };
  readonly capital: number;
  readonly rankedBy: Ranking;
  readonly streams: readonly RescoredStream[];
  /** In the order of columns. */
  readonly policies: readonly ExecutionPolicy[];
  readonly runs: readonly RescoredRun[];
}

/** A symbol, or null for runs over all symbols. */
export type Subject = string | null;

export const subjectsOf = ({ runs }: Rescore): Subject[] => [
  ...new Set(runs.map(({ symbol }) => symbol)),
];

export interface RescoredAgent {
  readonly agent: string;
  /** In the order of the policies. */
  readonly runs: readonly (RescoredRun | undefined)[];
}

export function agentsOf({ runs, policies }: Rescore, subject: Subject): readonly RescoredAgent[] {
  const own = runs.filter(({ symbol }) => symbol === subject);
  return Array.from(
    Map.groupBy(own, ({ agent }) => agent),
    ([agent, found]) => ({
      agent,
      runs: policies.map(({ name }) => found.find(({ policy }) => policy === name)),
    }),
  );
}

/**
 * How many pairs of agents, out of how many, change their order between at least two policies,
 * as a sentence.
 */
export function movesOf(rescore: Rescore, subject: Subject): string {
  const ranks = agentsOf(rescore, subject).map(({ runs }) => runs.map((run) => run?.rank ?? null));
  const pairs = ranks.flatMap((one, at) =>
    ranks.slice(at + 1).map((other) => [one, other] as const),
  );
  // Equal ranks, and policies under which one of the two has none, have no order.
  const moved = pairs.filter(([one, other]) => {
    const orders = one.map((rank, policy) => Math.sign((rank ?? NaN) - (other[policy] ?? NaN)));
    return orders.includes(1) && orders.includes(-1);
  }).length;
  if (pairs.length === 0) return 'One agent alone has no ranking.';
  if (moved === 0) return 'No two agents change order between policies.';
  const noun = pairs.length === 1 ? 'pair' : 'pairs';
  const verb = moved === 1 ? 'changes' : 'change';
  return `${moved} of ${pairs.length} ${noun} of agents ${verb} order between policies.`;
}
