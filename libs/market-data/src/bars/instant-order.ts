/** Facts of one instant in the order of their instruments, whatever order a file has them in. */

import { FactColumns, type FactSource, type Pulled } from '#contracts';

/**
 * A source of several symbols gives the same tape as one source a symbol: at one knowledge time its facts
 * come by instrument, and in the source's order where that is equal. Holds back one instant.
 */
export function inInstrumentOrder(source: FactSource, chunkRows = 4096): FactSource {
  let held = new FactColumns(Math.max(64, chunkRows));
  const out = new FactColumns(chunkRows);
  let ready: number[] = [];
  let chunk: FactColumns | null = null;
  let at = 0;
  let done = false;

  /** Puts the held instant in order, to be handed out. */
  const release = (): void => {
    ready = Array.from({ length: held.count }, (_, row) => row).sort(
      (a, b) => (held.instrument[a] as number) - (held.instrument[b] as number) || a - b,
    );
  };
  const hold = (rows: FactColumns, row: number): void => {
    if (held.count === held.capacity) {
      const grown = new FactColumns(held.capacity * 2);
      grown.appendRows(held, 0, held.count);
      held = grown;
    }
    held.appendRows(rows, row, row + 1);
  };
  /** Hands out what is ready; true when the chunk is full. */
  const drain = (): boolean => {
    let taken = 0;
    while (taken < ready.length && out.count < out.capacity) {
      const row = ready[taken++] as number;
      out.appendRows(held, row, row + 1);
    }
    ready = ready.slice(taken);
    if (ready.length > 0) return true;
    if (taken > 0) held.clear();
    return out.count === out.capacity;
  };
  const step = (): void => {
    const rows = chunk as FactColumns;
    const time = rows.knowledgeTime[at] as number;
    if (held.count > 0 && held.knowledgeTime[0] !== time) release();
    else hold(rows, at++);
  };
  const pull = (): Pulled => {
    out.clear();
    return advance();
  };
  const advance = (): Pulled => {
    for (;;) {
      if (drain()) return out;
      if (chunk && at < chunk.count) step();
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
