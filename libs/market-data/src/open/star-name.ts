/**
 * File names with `*`, matched without a pattern, which ten stars would make take the tenth
 * power of time.
 */

/**
 * The text at the first `*` of `template` if `name` matches it, as long as it can be; undefined if
 * it does not match. Each `*` stands for any characters but a slash. Takes the product of the
 * lengths at most.
 */
export function textAtStar(template: string, name: string): string | undefined {
  const [first = '', ...rest] = template.split('*');
  if (!name.startsWith(first)) return undefined;
  if (rest.length === 0) return undefined;
  const starts = startsOf(rest, name);
  let end = -1;
  for (let at = first.length; at <= name.length; at++) {
    if (starts[at] === true) end = at;
    if (name[at] === '/') break;
  }
  return end < 0 ? undefined : name.slice(first.length, end);
}

/**
 * For each place of a name, whether these parts with a star between any two match from
 * there to its end.
 */
function startsOf(parts: readonly string[], name: string): readonly boolean[] {
  const last = parts.at(-1) ?? '';
  const atEnd = Math.max(0, name.length - last.length);
  let starts = Array.from({ length: name.length + 1 }, (_, at) => at === atEnd);
  if (!name.endsWith(last)) starts.fill(false);
  for (const part of parts.slice(0, -1).toReversed()) {
    const reached = reachedBySlashless(starts, name);
    starts = starts.map((_, at) => name.startsWith(part, at) && reached[at + part.length] === true);
  }
  return starts;
}

/** For each place, whether one of `places` is there or behind it without a slash in between. */
function reachedBySlashless(places: readonly boolean[], name: string): boolean[] {
  const reached: boolean[] = [];
  for (let at = name.length; at >= 0; at--) {
    const goesOn = at < name.length && name[at] !== '/' && reached[at + 1] === true;
    reached[at] = places[at] === true || goesOn;
  }
  return reached;
}
