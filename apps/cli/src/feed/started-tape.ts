/** A tape from an instant on: what lies before it is handed over at once, and is no part of the stream. */

import { FactColumns, type TapeHeader } from '#contracts';
import type { Instant } from '#values';
import type { FactStream } from '#tape';

export class StartedTape implements FactStream {
  facts = 0;
  /** The batch in which the stream begins, as long as nobody has taken it. */
  private begun: FactColumns | null = null;
  private row = 0;
  private readonly out = new FactColumns(4096);

  private constructor(private readonly tape: FactStream) {}

  /** Reads up to `start`; `before` takes rows [from, to) of each batch until there. */
  static async open(
    tape: FactStream,
    start: Instant,
    before: (facts: FactColumns, from: number, to: number) => void,
  ): Promise<StartedTape> {
    const started = new StartedTape(tape);
    for (;;) {
      const batch = await tape.next();
      if (batch === null) return started;
      let to = 0;
      while (to < batch.count && (batch.knowledgeTime[to] as number) < start) to++;
      before(batch, 0, to);
      if (to === batch.count) continue;
      [started.begun, started.row] = [batch, to];
      return started;
    }
  }

  get header(): TapeHeader {
    return this.tape.header;
  }

  /** When the stream begins; null where nothing is left. */
  get firstTime(): Instant | null {
    return this.begun?.knowledgeTime[this.row] ?? null;
  }

  next(): FactColumns | null | Promise<FactColumns | null> {
    const { begun } = this;
    if (begun === null) {
      const next = this.tape.next();
      return next instanceof Promise ? next.then((one) => this.counted(one)) : this.counted(next);
    }
    this.begun = null;
    this.out.clear();
    this.out.appendRows(begun, this.row, begun.count);
    this.out.endsInstant.set(begun.endsInstant.subarray(this.row, begun.count));
    return this.counted(this.out);
  }

  hash(): string {
    return this.tape.hash();
  }

  close(): void {
    this.tape.close();
  }

  private counted(batch: FactColumns | null): FactColumns | null {
    this.facts += batch?.count ?? 0;
    return batch;
  }
}
