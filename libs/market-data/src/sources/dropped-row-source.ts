/** Rows of a file that were dropped on request, each at the time at which it would have been known. */

import type { Instant } from '#values';
import { FactColumns, factKinds, noInstrument, rankOfSource, type FactSource } from '#contracts';
import type { DroppedRow } from '../check/dropped-row.js';

const chunkRows = 256;

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
  const { rows, file, instrumentOf, until } = options;
  const kind = factKinds.rowDropped;
  const out = new FactColumns(chunkRows);
  let at = 0;
  return {
    name: `dropped rows of ${file}`,
    rank: rankOfSource(kind, options.number),
    pull: () => {
      out.clear();
      for (; at < rows.length && out.count < out.capacity; at++) {
        const { symbol, knowledgeTime, line, reason } = rows[at] as DroppedRow;
        const instrument = symbol === undefined ? noInstrument : instrumentOf.get(symbol);
        if (instrument === undefined || knowledgeTime > until) continue;
        const payload = { kind: 'rowDropped' as const, file, line, reason };
        out.pushFact({ kind, instrument, knowledgeTime, eventTime: knowledgeTime, payload });
      }
      return out.count === 0 ? null : out;
    },
    close: () => {
      at = rows.length;
    },
  };
}
