/** A value that is made when it is first asked for. */

/** Returns, or throws, what `make` did when it was first asked; it is never asked again. */
export function once<T>(make: () => T): () => T {
  let made: (() => T) | undefined;
  return () => (made ??= settled(make))();
}

function settled<T>(make: () => T): () => T {
  try {
    const value = make();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
