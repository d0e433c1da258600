/** Two threads that take turns over shared memory: one takes in what is released, the other runs the user's code. */

/** Looks at the turn before a thread goes to sleep: some ten microseconds, of which a decision takes a few. */
const spinsMax = 2000;

/** After so long a thread that sleeps looks again by itself. */
const sleepMs = 250;

const turn = 0;

/** Whose turn it is. */
export type Side = 0 | 1;
export const [intakeSide, userSide]: readonly [Side, Side] = [0, 1];

/** One thread's hold on the turns. It reads and writes what both share while the turn is its own. */
export class Turns {
  private readonly places: Int32Array;

  /** `memory` has 4 bytes, and starts with the turn of side 0. */
  constructor(
    memory: SharedArrayBuffer,
    private readonly own: Side,
  ) {
    this.places = new Int32Array(memory, 0, 1);
  }

  pass(): void {
    Atomics.store(this.places, turn, 1 - this.own);
    Atomics.notify(this.places, turn);
  }

  /** Whether the turn comes within `ms`; nothing else runs in this thread meanwhile. */
  comes(ms: number): boolean {
    const { places, own } = this;
    for (let spin = 0; spin < spinsMax; spin++) if (Atomics.load(places, turn) === own) return true;
    Atomics.wait(places, turn, 1 - own, ms);
    return Atomics.load(places, turn) === own;
  }

  /** The same, while this thread's event loop goes on. */
  async comesLater(ms = Infinity): Promise<boolean> {
    const { places, own } = this;
    for (let left = ms; left > 0; left -= sleepMs) {
      await Atomics.waitAsync(places, turn, 1 - own, Math.min(left, sleepMs)).value;
      if (Atomics.load(places, turn) === own) return true;
    }
    return false;
  }
}
