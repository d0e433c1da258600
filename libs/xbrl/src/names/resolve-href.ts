/**
 * References as locators write them, against XML Base and the name of the file (XBRL 2.1,
 * 3.5.1 and 3.5.4).
 */

interface Reference {
  /** `https://host` or empty. */
  readonly origin: string;
  readonly path: string;
}

/**
 * `reference` seen from `base`; both may be addresses or paths. A path keeps the `..` that lead out
 * of its folder.
 */
export function resolveReference(base: string, reference: string): string {
  const to = split(reference);
  if (to.origin !== '') return to.origin + normalized(to.path);
  const from = split(base);
  if (to.path === '') return from.origin + normalized(from.path);
  if (to.path.startsWith('/')) return from.origin + normalized(to.path);
  // An address without a path is that of its root.
  const isHost = from.path === '' && from.origin.includes('//');
  const folder = isHost ? '/' : from.path.slice(0, from.path.lastIndexOf('/') + 1);
  return from.origin + normalized(folder + to.path);
}

/**
 * The id that a fragment names: shorthand (`us-gaap_Assets`) or `element(us-gaap_Assets)`; for
 * `element(/1/14)` the child sequence `/1/14`. Undefined for sequences from an id, several
 * pointers, other schemes, bad escapes, nothing.
 */
export function idOfFragment(fragment: string): string | undefined {
  let pointer: string;
  try {
    pointer = decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
  const id = /^element\(([^()/]+|(?:\/\d{1,9})+)\)$/.exec(pointer)?.[1];
  return id ?? (/^[^\s()/#]+$/.test(pointer) ? pointer : undefined);
}

function split(reference: string): Reference {
  const origin = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?#]*|^urn:/.exec(reference)?.[0] ?? '';
  return { origin, path: reference.slice(origin.length).replace(/#.*$/s, '') };
}

/** Without `.` and `x/..` (RFC 3986, 5.2.4); nothing leads above the root of an absolute path. */
function normalized(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/');
  for (const segment of segments) {
    if (segment === '.') continue;
    const last = kept.at(-1);
    if (segment !== '..' || last === undefined || last === '..') kept.push(segment);
    else if (last !== '' || kept.length > 1) kept.pop();
  }
  // `x/..` is a folder, as `x/` is.
  if (/^\.\.?$/.test(segments.at(-1) ?? '')) kept.push('');
  return kept.join('/');
}
