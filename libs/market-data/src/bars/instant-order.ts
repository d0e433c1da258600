/** Orders the facts of one instant by instrument, whatever their order in the file. */

import { FactColumns, type FactSource, type Pulled } from '#contracts';

/**
 * Makes one source of several symbols yield the same tape as one source per symbol: at one
 * knowledge time its facts are ordered by instrument, then in the source's order. Buffers a chunk,
 * and an instant if that is longer.
 */
export function inInstrumentOrder(source: FactSource, chunkRows = 4096): FactSource {
  /** Rows not yet delivered: the source may have more of their last instant. */
  let held = new FactColumns(chunkRows);
  let rest = new FactColumns(chunkRows);
  let out = new FactColumns(chunkRows);

  const deliver = (end: number): FactColumns => {
    out.clear();
    out = withRows(out, held, orderOf(held, end) ?? end);
    rest.clear();
    rest.appendRows(held, end, held.count);
    [held, rest] = [rest, held];
    return out;
  };
  const enter = (next: FactColumns | null): Pulled => {
    if (next) held = withRows(held, next, next.count);
    if (rest.capacity < held.capacity) rest = new FactColumns(held.capacity);
    const end = next ? startOfLastInstant(held) : held.count;
    return end > 0 ? deliver(end) : next && pull();
  };
  const pull = (): Pulled => {
    const next = source.pull();
    return next instanceof Promise ? next.then(enter) : enter(next);
  };
  return { name: source.name, rank: source.rank, pull, close: () => source.close() };
}

/** `to` with rows appended, those listed or the first ones; a larger copy if it lacks the room. */
function withRows(
  to: FactColumns,
  from: FactColumns,
  rows: readonly number[] | number,
): FactColumns {
  const added = typeof rows === 'number' ? rows : rows.length;
  let target = to;
  if (to.count + added > to.capacity) {
    target = new FactColumns(2 * (to.count + added));
    target.appendRows(to, 0, to.count);
  }
  if (typeof rows === 'number') target.appendRows(from, 0, rows);
  else for (const row of rows) target.appendRow(from, row);
  return target;
}

function startOfLastInstant({ knowledgeTime, count }: FactColumns): number {
  let start = count - 1;
  while (start > 0 && knowledgeTime[start - 1] === knowledgeTime[count - 1]) start--;
  return start;
}

/**
 * The rows below `end` in order; undefined if they are: a file sorted by time is usually sorted by
 * symbol as well.
 */
function orderOf({ knowledgeTime, instrument }: FactColumns, end: number): number[] | undefined {
  const continues = (row: number): boolean => knowledgeTime[row] === knowledgeTime[row - 1];
  const isBehind = (row: number): boolean =>
    (instrument[row] as number) < (instrument[row - 1] as number) && continues(row);
  let first = 1;
  while (first < end && !isBehind(first)) first++;
  if (first >= end) return undefined;
  const order: number[] = [];
  for (let from = 0, to = 1; from < end; from = to++) {
    while (to < end && continues(to)) to++;
    const rows = Array.from({ length: to - from }, (_, at) => from + at);
    rows.sort((a, b) => (instrument[a] as number) - (instrument[b] as number));
    for (const row of rows) order.push(row);
  }
  return order;
}
