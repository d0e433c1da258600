/** A value that is made when it is first asked for. */

/** What `make` returned or threw when it was first asked; it is never asked again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | { readonly error: unknown } | undefined;
  return () => {
    made ??= outcomeOf(make);
    if ('error' in made) throw made.error;
    return made.value;
  };
}

function outcomeOf<T>(make: () => T): { readonly value: T } | { readonly error: unknown } {
  try {
    return { value: make() };
  } catch (error) {
    return { error };
  }
}
