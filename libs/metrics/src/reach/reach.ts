/** Bounds on the return and the drawdown of any strategy over given prices. */

/**
 * What one unit of equity becomes that is put into a long position at mark `from` and
 * held to mark `to`.
 */
export type Growth = (from: number, to: number) => number;

/** Growth of all the equity in one symbol. */
export const growthOf =
  (prices: ArrayLike<number>): Growth =>
  (from, to) =>
    prices[to]! / prices[from]!;

/**
 * Growth of a pair: half of the equity long on the left leg, half short on the right, shares kept.
 */
export function growthOfPair(left: ArrayLike<number>, right: ArrayLike<number>): Growth {
  const long = growthOf(left);
  const short = growthOf(right);
  return (from, to) => 1 + (long(from, to) - short(from, to)) / 2;
}

/**
 * Bounds on strategies that are long, short or flat between marks; multiples of the equity at
 * the first mark.
 */
export interface Reach {
  /** Highest last mark, without costs. */
  readonly best: number;
  /** Lowest last mark, with costs at each mark. */
  readonly worst: number;
  /**
   * Highest last mark of a strategy whose equity fell by the fraction `depth` from a peak;
   * null if none can.
   */
  bestWithFall(depth: number): number | null;
}

/**
 * Bounds over `marks` marks. A position is opened with all the equity at the close of a mark, long
 * or, as its mirror, short; it keeps its shares until it is closed or flipped, so its exposure
 * drifts from one. `cost` is the fraction of equity that a trade costs at most; a mark has up to
 * two. Every strategy of that kind stays within the bounds; each bound except that of a fall is
 * attained by one.
 */
export function reachOf(marks: number, growth: Growth, cost = 0): Reach {
  const last = marks - 1;
  const held = heldMultiples(marks, growth);
  const best = extremes(marks, held, Math.max);
  const worst = extremes(marks, held, Math.min);
  const charge = (sessions: number): number => (1 - cost) ** (2 * (sessions + 1));
  const rises = Array.from({ length: marks }, (_, from) =>
    carried(held, best, [from, last], { pick: Math.max, isPeak: false }),
  );
  // A fee is a fall within one mark.
  const falls = Array.from({ length: marks }, (_, from) =>
    Array.from({ length: marks }, (__, to) =>
      to < from
        ? 1
        : carried(held, worst, [from, to], { pick: Math.min, isPeak: true }) * charge(to - from),
    ),
  );
  return {
    best: best[0]![last]!,
    worst: worst[0]![last]! * charge(last),
    bestWithFall(depth) {
      let highest = depth <= 0 ? best[0]![last]! : 0;
      for (let peak = 0; peak <= last; peak++) {
        for (let bottom = peak; bottom <= last; bottom++) {
          if (falls[peak]![bottom]! > 1 - depth) continue;
          highest = Math.max(highest, best[0]![peak]! * (1 - depth) * rises[bottom]!);
        }
      }
      return highest === 0 ? null : highest;
    },
  };
}

type Table = readonly (readonly number[])[];

/** Multiples of a long and of a short from each mark to each later one. */
type Held = readonly [long: Table, short: Table];

function heldMultiples(marks: number, growth: Growth): Held {
  const long = Array.from({ length: marks }, (_, from) =>
    Array.from({ length: marks }, (__, to) => (to < from ? 1 : growth(from, to))),
  );
  return [long, long.map((row) => row.map((multiple) => 2 - multiple))];
}

/**
 * The extreme multiple between any two marks of a strategy that is flat at the first: a position
 * after another.
 */
function extremes(marks: number, [long, short]: Held, pick: (...of: number[]) => number): Table {
  return Array.from({ length: marks }, (_, from) => {
    const row = Array.from({ length: marks }, () => 1);
    for (let to = from + 1; to < marks; to++) {
      row[to] = row[to - 1]!;
      for (let opened = from; opened < to; opened++) {
        const moved = pick(long[opened]![to]!, short[opened]![to]!);
        row[to] = pick(row[to]!, row[opened]! * moved);
      }
    }
    return row;
  });
}

/**
 * The extreme multiple from one mark to another of a strategy that may hold a position already,
 * opened at any mark before, whose exposure has drifted. At a peak of the equity such a
 * position has not lost.
 */
function carried(
  held: Held,
  free: Table,
  [from, to]: readonly [number, number],
  { pick, isPeak }: { pick: (...of: number[]) => number; isPeak: boolean },
): number {
  let extreme = free[from]![to]!;
  for (const multiples of held) {
    for (let opened = 0; opened < from; opened++) {
      const before = multiples[opened]![from]!;
      if (before <= 0 || (isPeak && before < 1)) continue;
      for (let closed = from + 1; closed <= to; closed++) {
        const moved = multiples[opened]![closed]! / before;
        extreme = pick(extreme, moved * free[closed]![to]!);
      }
    }
  }
  return extreme;
}
