/** Two threads that take turns over shared memory: one takes in what is released, the other runs the user's code. */

/**
 * Looks at the turn before a thread goes to sleep, each with a pause behind it: half a millisecond at most, while the
 * turn comes as a rule, and a few microseconds where it does not, as where other runs want the cores. A decision takes
 * two or three; to wake a thread up takes up to sixty.
 */
const spins = { most: 25_600, least: 200 } as const;
/** After so long a thread that sleeps looks again by itself. */
const sleepMs = 250;

/** Whose turn it is, and which sides sleep: as 32-bit integers, each behind a cache line that nobody else writes. */
const turn = 0;
const asleep = [32, 48] as const;

/** Tells the processor that a thread waits, which leaves more of it to the other; newer than the library's types. */
const { pause } = Atomics as unknown as { readonly pause: () => void };

/** Bytes that the turns take at the start of the memory. */
export const turnsBytes = 256;

export type Side = 0 | 1;
export const [intakeSide, userSide]: readonly [Side, Side] = [0, 1];

/** One thread's hold on the turns. It reads and writes what both share while the turn is its own. */
export class Turns {
  private readonly places: Int32Array;
  private readonly other: Side;
  private spins: number = spins.most;

  /** The first turn is that of side 0. */
  constructor(
    memory: SharedArrayBuffer,
    private readonly own: Side,
  ) {
    this.places = new Int32Array(memory, 0, turnsBytes / Int32Array.BYTES_PER_ELEMENT);
    this.other = own === 0 ? 1 : 0;
  }

  pass(): void {
    const { places, other } = this;
    Atomics.store(places, turn, other);
    if (Atomics.load(places, asleep[other]) === 1) Atomics.notify(places, turn);
  }

  /**
   * Whether the turn comes within `ms`; nothing else runs in this thread meanwhile. `isSoon`: as a rule in a moment, so
   * that it is worth a core to look for it.
   */
  comes(ms: number, isSoon = true): boolean {
    const { places, own } = this;
    for (let spin = isSoon ? this.spins : 1; spin > 0; spin--) {
      if (Atomics.load(places, turn) === own) {
        if (this.spins < spins.most) this.spins *= 2;
        return true;
      }
      pause();
    }
    if (isSoon) this.spins = Math.max(spins.least, this.spins >> 1);
    Atomics.store(places, asleep[own], 1);
    Atomics.wait(places, turn, this.other, ms);
    Atomics.store(places, asleep[own], 0);
    return Atomics.load(places, turn) === own;
  }

  /** The same, while this thread's event loop goes on. */
  async comesLater(ms = Infinity): Promise<boolean> {
    const { places, own, other } = this;
    Atomics.store(places, asleep[own], 1);
    for (let left = ms; left > 0 && Atomics.load(places, turn) !== own; left -= sleepMs) {
      await Atomics.waitAsync(places, turn, other, Math.min(left, sleepMs)).value;
    }
    Atomics.store(places, asleep[own], 0);
    return Atomics.load(places, turn) === own;
  }
}
