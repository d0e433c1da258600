/** Work on many items, a few at a time. */

/** The results in the order of the items. After the first error nothing starts, and work in progress is awaited. */
export async function inLanes<T, R>(
  lanes: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const rest = [...items.entries()];
  const results: R[] = [];
  const lane = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      results[next[0]] = await work(next[1], next[0]);
    }
  };
  const all = Array.from({ length: lanes }, lane);
  await Promise.all(all).catch(async (error: unknown) => {
    rest.length = 0;
    await Promise.allSettled(all);
    throw error;
  });
  return results;
}
