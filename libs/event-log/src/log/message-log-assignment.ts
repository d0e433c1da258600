/** Assigns partitions to the members of a group: evenly, and with as few moves as possible. */

/** A member and the partitions that it already holds. */
export interface Claimant {
  readonly id: string;
  readonly holds: readonly number[];
}

/**
 * Partitions 0 to `partitions` - 1 by member. Counts differ by at most one. Members keep what they
 * hold as far as possible; the rest is dealt out in ascending order to members in the order of
 * their ids. The result depends only on the input, not on the order of the members.
 */
export function assignPartitions(
  members: readonly Claimant[],
  partitions: number,
): Map<string, number[]> {
  const sorted = members
    .map(({ id, holds }) => ({ id, holds: [...new Set(holds)] }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const least = sorted.length === 0 ? 0 : Math.floor(partitions / sorted.length);
  let spare = partitions - least * sorted.length;
  const free = new Set(Array.from({ length: partitions }, (_, partition) => partition));
  const assigned = keptPartitions(sorted, free, least);
  const countOf = (id: string): number => assigned.get(id)?.length ?? 0;
  const take = (id: string, partition: number | undefined): void => {
    if (partition === undefined) return;
    free.delete(partition);
    assigned.get(id)?.push(partition);
  };
  // Members keep one partition beyond the even share, as long as there are extra ones.
  for (const { id, holds } of sorted) {
    const extra = holds.find((partition) => free.has(partition));
    if (spare === 0 || extra === undefined || countOf(id) !== least) continue;
    take(id, extra);
    spare--;
  }
  for (const { id } of sorted) {
    while (countOf(id) < least) take(id, firstOf(free));
  }
  for (const { id } of sorted) {
    if (countOf(id) === least) take(id, firstOf(free));
  }
  for (const [id, numbers] of assigned) assigned.set(id, ascending(numbers));
  return assigned;
}

/** The first partitions that each member keeps, `least` at most; they are free no longer. */
function keptPartitions(
  members: readonly Claimant[],
  free: Set<number>,
  least: number,
): Map<string, number[]> {
  const assigned = new Map<string, number[]>();
  for (const { id, holds } of members) {
    const kept = ascending(holds.filter((partition) => free.has(partition))).slice(0, least);
    for (const partition of kept) free.delete(partition);
    assigned.set(id, kept);
  }
  return assigned;
}

const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

function firstOf(numbers: ReadonlySet<number>): number | undefined {
  const [first] = numbers;
  return first;
}
