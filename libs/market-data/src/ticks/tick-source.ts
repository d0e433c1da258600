/** Trades or quotes of a table as facts: by time, and those of one instant in the order of the file. */

import { factKinds, rankOfSource, type FactColumns, type FactSource } from '#contracts';
import type { Instant } from '#values';
import { batchSource } from '../tasks/list-source.js';
import { soundTicks } from './read-ticks.js';
import { isTrade, type TickRow } from './tick-row.js';
import type { TickScan } from './tick-scan.js';

const chunkRows = 4096;

export interface TickSourceOptions {
  readonly scan: TickScan;
  /** Number of the table among those of its kind. */
  readonly number: number;
  readonly instrumentOf: ReadonlyMap<string, number>;
  /** Last knowledge time that is delivered. */
  readonly until: Instant;
  /** Rows that a sort holds in memory. */
  readonly rowBudget: number;
}

/** Facts of the tape's symbols that are known until `until`. Dropped rows are left out. */
export function tickSource({ scan, number, ...options }: TickSourceOptions): FactSource {
  const { access, inOrder, dropped } = scan;
  const { instrumentOf, until, rowBudget } = options;
  const kind = factKinds[access.holds === 'trades' ? 'trade' : 'quote'];
  const wants = ({ symbol, line }: TickRow): boolean =>
    instrumentOf.has(symbol) && !dropped.lines.has(line);
  const batches = soundTicks(access, { wants, inOrder, until, rowBudget });
  const named = { name: access.location.name, rank: rankOfSource(kind, number) };
  return batchSource(named, batches, chunkRows, (out, tick) => {
    const known = access.times.knowledgeTime(tick.at);
    push(out, tick, instrumentOf.get(tick.symbol) as number, known);
  });
}

function push(out: FactColumns, tick: TickRow, instrument: number, known: Instant): void {
  const place = { instrument, knowledgeTime: known, eventTime: tick.at };
  if (isTrade(tick)) {
    const { price, size } = tick;
    out.pushTrade({ ...place, price, size });
    return;
  }
  const { bid, ask, bidSize, askSize } = tick;
  out.pushQuote({ ...place, bid, ask, bidSize, askSize });
}
