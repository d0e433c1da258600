/** Orders the facts of one instant by instrument, whatever their order in the file. */

import { FactColumns, type FactSource, type Pulled } from '#contracts';

/**
 * Makes one source of several symbols yield the same tape as one source per symbol: at one knowledge time its facts
 * are ordered by instrument, then in the source's order. Buffers one instant.
 */
export function inInstrumentOrder(source: FactSource, chunkRows = 4096): FactSource {
  let held = new FactColumns(Math.max(64, chunkRows));
  const out = new FactColumns(chunkRows);
  /** Whether the buffered instant is complete and being emitted; in which order, if not its own. */
  let isReady = false;
  let order: readonly number[] | undefined;
  let taken = 0;
  let chunk: FactColumns | null = null;
  let at = 0;
  let done = false;

  /** Sorts the buffered instant for emission. */
  const release = (): void => {
    isReady = true;
    order = isInOrder(held) ? undefined : inOrderOf(held);
    taken = 0;
  };
  /** Buffers the next rows of one instant. */
  const hold = (rows: FactColumns): void => {
    const end = endOfInstant(rows, at);
    if (held.count + end - at > held.capacity) {
      const grown = new FactColumns(2 * (held.count + end - at));
      grown.appendRows(held, 0, held.count);
      held = grown;
    }
    held.appendRows(rows, at, end);
    at = end;
  };
  /** Emits what is ready; true if the chunk is full. */
  const drain = (): boolean => {
    if (!isReady) return false;
    const end = Math.min(held.count, taken + out.capacity - out.count);
    if (order === undefined) out.appendRows(held, taken, end);
    else for (let row = taken; row < end; row++) out.appendRow(held, order[row] as number);
    taken = end;
    isReady = taken < held.count;
    if (!isReady) held.clear();
    return out.count === out.capacity;
  };
  const step = (rows: FactColumns): void => {
    if (held.count > 0 && held.knowledgeTime[0] !== rows.knowledgeTime[at]) release();
    else hold(rows);
  };
  const pull = (): Pulled => {
    out.clear();
    return advance();
  };
  const advance = (): Pulled => {
    for (;;) {
      if (drain()) return out;
      if (chunk && at < chunk.count) step(chunk);
      else if (done) {
        if (held.count === 0) return out.count === 0 ? null : out;
        release();
      } else {
        const next = source.pull();
        if (next instanceof Promise) return next.then(enter).then(advance);
        enter(next);
      }
    }
  };
  const enter = (next: FactColumns | null): void => {
    chunk = next;
    at = 0;
    if (!next) done = true;
  };
  return { name: source.name, rank: source.rank, pull, close: () => source.close() };
}

/** The row after those of the same time. */
function endOfInstant({ knowledgeTime, count }: FactColumns, from: number): number {
  const time = knowledgeTime[from];
  let end = from + 1;
  while (end < count && knowledgeTime[end] === time) end++;
  return end;
}

/** A file sorted by time is usually sorted by symbol within it. */
function isInOrder({ instrument, count }: FactColumns): boolean {
  for (let row = 1; row < count; row++) {
    if ((instrument[row] as number) < (instrument[row - 1] as number)) return false;
  }
  return true;
}

function inOrderOf({ instrument, count }: FactColumns): number[] {
  return Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => (instrument[a] as number) - (instrument[b] as number) || a - b,
  );
}
