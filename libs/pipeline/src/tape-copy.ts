/** One tape as some runs of this process read it, from where its messages are taken, and what has come of them. */

import type { TapeClosed, TapeFacts, TapeFailed, TapeOpened } from '#contracts/streams/market';
import { LoadedTape } from './loaded-tape.js';
import { TapeReaders } from './tape-readers.js';

/** What is said of a tape behind its opening. */
type TapeNews = TapeFacts | TapeClosed | TapeFailed;

/**
 * Where its messages are taken: nowhere yet, where they come first, where they are read again. `missed`: some were
 * passed by, and are to be read again.
 */
export type TakenFrom = 'nowhere' | 'first' | 'again' | 'missed';

export class TapeCopy {
  takenFrom: TakenFrom = 'nowhere';
  readonly readers = new TapeReaders();
  /** Once it was opened. */
  loaded: LoadedTape | undefined;
  /** What came before that: partitions keep the order, redelivery does not. */
  private early: TapeNews[] = [];

  constructor(readonly tape: string) {}

  /** Whether a run can still begin on it. */
  get isFromStart(): boolean {
    return this.loaded?.isFromStart !== false;
  }

  /** Facts in memory. */
  get held(): number {
    return this.loaded?.held ?? 0;
  }

  /** Takes a message; true when the tape is longer, or at its end, now. */
  take(message: TapeOpened | TapeNews): boolean {
    if (message.type === 'TapeOpened') return this.loaded === undefined && this.open(message);
    if (this.loaded !== undefined) return this.loaded.take(message);
    this.early.push(message);
    return false;
  }

  private open({ header }: TapeOpened): boolean {
    const loaded = new LoadedTape(header, this.readers);
    this.loaded = loaded;
    const { early } = this;
    this.early = [];
    for (const message of early) loaded.take(message);
    return true;
  }
}
