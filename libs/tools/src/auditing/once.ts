/** A value that is made when it is first asked for. */

import { isFailure } from '#values';

/** Returns what `make` first returned, or throws what is wrong with its input; after other failures it asks again. */
export function once<T>(make: () => T): () => T {
  let made: (() => T) | undefined;
  return () => (made ??= settled(make))();
}

function settled<T>(make: () => T): () => T {
  try {
    const value = make();
    return () => value;
  } catch (error) {
    if (!isFailure(error, 'InvalidInput')) throw error;
    return () => {
      throw error;
    };
  }
}
