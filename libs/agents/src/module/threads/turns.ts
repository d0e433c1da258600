/**
 * Two threads that take turns over shared memory: one takes in what is released, the other runs
 * the user's code.
 */

/**
 * How often a thread checks the turn, pausing after each check, before it sleeps: for as long
 * as waking a thread takes, some sixty microseconds, while the turn usually comes, and for
 * one while it does not, for example when other runs need the cores. A decision takes two or
 * three microseconds.
 */
const spins = { most: 3_200, least: 50 } as const;
/** A sleeping thread checks again by itself after this time. */
const sleepMs = 250;

/**
 * Places of the turn and of each side's flag for sleeping: 32-bit integers on cache
 * lines of their own.
 */
const turn = 0;
const asleep = [32, 48] as const;

/**
 * Tells the processor that a thread waits, which leaves more of it to the other; newer than the
 * library's types.
 */
const { pause } = Atomics as unknown as { readonly pause: () => void };

/** Bytes that the turns take at the start of the memory. */
export const turnsBytes = 256;

export type Side = 0 | 1;
export const intakeSide: Side = 0;
export const userSide: Side = 1;

/**
 * One thread's hold on the turns. It reads and writes what both share while the turn is its own.
 */
export class Turns {
  private readonly places: Int32Array;
  private readonly otherSide: Side;
  private spins: number = spins.most;

  /** The first turn is that of side 0. */
  constructor(
    memory: SharedArrayBuffer,
    private readonly side: Side,
  ) {
    this.places = new Int32Array(memory, 0, turnsBytes / Int32Array.BYTES_PER_ELEMENT);
    this.otherSide = side === 0 ? 1 : 0;
  }

  pass(): void {
    const { places, otherSide } = this;
    Atomics.store(places, turn, otherSide);
    if (Atomics.load(places, asleep[otherSide]) === 1) Atomics.notify(places, turn);
  }

  /**
   * Whether the turn comes within `ms`; blocks this thread. `isSoon`: the turn usually comes at
   * once, so that spinning is worth a core.
   */
  comes(ms: number, isSoon = true): boolean {
    const { places, side } = this;
    for (let spin = isSoon ? this.spins : 1; spin > 0; spin--) {
      if (Atomics.load(places, turn) === side) {
        if (this.spins < spins.most) this.spins *= 2;
        return true;
      }
      pause();
    }
    if (isSoon) this.spins = Math.max(spins.least, this.spins >> 1);
    Atomics.store(places, asleep[side], 1);
    Atomics.wait(places, turn, this.otherSide, ms);
    Atomics.store(places, asleep[side], 0);
    return Atomics.load(places, turn) === side;
  }

  /** The same, while this thread's event loop runs. */
  async comesLater(ms = Infinity): Promise<boolean> {
    const { places, side, otherSide } = this;
    Atomics.store(places, asleep[side], 1);
    for (let left = ms; left > 0 && Atomics.load(places, turn) !== side; left -= sleepMs) {
      await Atomics.waitAsync(places, turn, otherSide, Math.min(left, sleepMs)).value;
    }
    Atomics.store(places, asleep[side], 0);
    return Atomics.load(places, turn) === side;
  }
}
