/** Rows of a file that were dropped on request, each at the time at which it would have been known. */

import type { Instant } from '#values';
import { factKinds, noInstrument, rankOfSource, type FactSource } from '#contracts';
import type { DroppedRow } from '../check/dropped-row.js';
import { listSource } from './list-source.js';

export interface DroppedRowSourceOptions {
  /** Sorted by knowledge time. */
  readonly rows: readonly DroppedRow[];
  readonly file: string;
  /** Number of the file among those of the data set. */
  readonly number: number;
  readonly instrumentOf: ReadonlyMap<string, number>;
  readonly until: Instant;
}

/** Rows of a symbol that the tape does not have are left out; rows that do not tell their symbol stay. */
export function droppedRowSource(options: DroppedRowSourceOptions): FactSource {
  const { rows, file, number, instrumentOf, until } = options;
  const kind = factKinds.rowDropped;
  const named = { name: `dropped rows of ${file}`, rank: rankOfSource(kind, number) };
  return listSource(named, rows, ({ symbol, knowledgeTime, line, reason }) => {
    const instrument = symbol === undefined ? noInstrument : instrumentOf.get(symbol);
    if (instrument === undefined || knowledgeTime > until) return undefined;
    const payload = { kind: 'rowDropped' as const, file, line, reason };
    return { kind, instrument, knowledgeTime, eventTime: knowledgeTime, payload };
  });
}
