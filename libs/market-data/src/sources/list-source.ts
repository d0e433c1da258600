/** A source of facts that follow from a list, such as tasks, dropped rows and sessions. */

import { FactColumns, type FactSource } from '#contracts';

const chunkRows = 256;
type Fact = Parameters<FactColumns['pushFact']>[0];

/** A fact for each item, in the order of the list, which is that of their times; items without one are left out. */
export function listSource<T>(
  { name, rank }: Pick<FactSource, 'name' | 'rank'>,
  items: readonly T[],
  factOf: (item: T) => Fact | undefined,
): FactSource {
  const out = new FactColumns(chunkRows);
  let at = 0;
  return {
    name,
    rank,
    pull: () => {
      out.clear();
      while (at < items.length && out.count < out.capacity) {
        const fact = factOf(items[at++]!);
        if (fact !== undefined) out.pushFact(fact);
      }
      return out.count === 0 ? null : out;
    },
    close: () => {
      at = items.length;
    },
  };
}
