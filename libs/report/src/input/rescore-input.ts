/** Decision streams that were scored under several policies, as `rescore.json` and its page have them. */

import type { ExecutionPolicy } from '#contracts';

/** The figures by which agents can be ranked. */
export const rankings = ['cumulativeReturn', 'sharpe', 'maxDrawdown'] as const;
export type Ranking = (typeof rankings)[number];

export interface RescoredRun {
  readonly policy: string;
  readonly agent: string;
  /** Null where one run has all symbols. */
  readonly symbol: string | null;
  /** Of hedging alone; null where no pair was chosen. */
  readonly pair?: { readonly left: string; readonly right: string } | null;
  /** Folder of the run, from that of the file on. */
  readonly run: string;
  readonly journalHash: string;
  readonly cumulativeReturn: number | null;
  readonly sharpe: number | null;
  readonly maxDrawdown: number | null;
  readonly trades: number;
  readonly denied: number;
  /** Decisions that were due, and those that the stream had. */
  readonly due: number;
  readonly answered: number;
  /** Among the agents of one symbol under one policy, from 1; equal figures share it, and none has none. */
  readonly rank: number | null;
}

export interface RescoredStream {
  readonly agent: string;
  readonly symbols: readonly string[];
  readonly kind: 'journal' | 'result file';
  /** Hash of the journal, or SHA-256 of the file, that the decisions are from. */
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
