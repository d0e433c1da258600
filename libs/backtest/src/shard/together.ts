/** Work that is done side by side and fails as one. */

/**
 * Runs all `works`; returns their results in order. The first that fails stops the others by the
 * signal that they get, which `signal` aborts too. Throws that failure once all have ended.
 */
export async function together<T>(
  works: readonly ((signal: AbortSignal) => Promise<T>)[],
  signal: AbortSignal | undefined,
): Promise<T[]> {
  const broken = new AbortController();
  const any = AbortSignal.any([broken.signal, ...(signal === undefined ? [] : [signal])]);
  let failure: { readonly error: unknown } | undefined;
  const done = await Promise.all(
    works.map(async (work) => {
      try {
        return [await work(any)];
      } catch (error) {
        failure ??= { error };
        broken.abort();
        return [];
      }
    }),
  );
  if (failure !== undefined) throw failure.error;
  return done.flat();
}
