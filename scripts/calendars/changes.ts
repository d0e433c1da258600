/** What differs between two versions of a table, a sentence for each line. */

/** Names in order, and what changed for each: added, removed, or the fields that differ. */
export function describeChanges(before: readonly string[], after: readonly string[]): string[] {
  const old = byName(before);
  const current = byName(after);
  const names = [...new Set([...old.keys(), ...current.keys()])].toSorted();
  return names.flatMap((name) => {
    const was = old.get(name);
    const is = current.get(name);
    if (was === is) return [];
    if (was === undefined) return [`${name}: new`];
    if (is === undefined) return [`${name}: removed`];
    return [`${name}: ${differences(was, is).join('; ')}`];
  });
}

/** Each name with its line; zones with the same clocks share one. */
function byName(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const at = line.indexOf('|');
      const fields = line.slice(at + 1);
      return line
        .slice(0, at)
        .split(',')
        .map((name) => [name, fields] as const);
    }),
  );
}

/** The most characters of a field that are shown. */
const shownMax = 60;

function differences(was: string, is: string): string[] {
  const old = was.split('|');
  const current = is.split('|');
  return current.flatMap((field, index) => {
    const before = old[index] ?? '';
    return field === before ? [] : [differenceOf(before, field)];
  });
}

function differenceOf(before: string, after: string): string {
  const isShort = before.length <= shownMax && after.length <= shownMax;
  if (isShort) return `${before} became ${after}`;
  const old = before.split(' ');
  const current = after.split(' ');
  const first = current.findIndex((step, index) => step !== old[index]);
  return `a list of ${old.length} became one of ${current.length}, from place ${first + 1} on`;
}
