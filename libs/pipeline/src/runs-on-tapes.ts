/** The runs that may go further because their tapes have grown. */

interface HasRuns<R> {
  readonly runs: ReadonlyMap<string, R>;
}
type RunOf<P> = P extends HasRuns<infer R> ? R : never;

/** Each with the partition that it lies in, in the order in which they were submitted there. */
export function* runsOnTapes<P extends HasRuns<{ readonly tape: string }>>(
  tapes: ReadonlySet<string>,
  partitions: Iterable<P>,
): Generator<readonly [RunOf<P>, P]> {
  if (tapes.size === 0) return;
  for (const partition of partitions) {
    for (const run of partition.runs.values()) {
      if (tapes.has(run.tape)) yield [run as RunOf<P>, partition];
    }
  }
}
