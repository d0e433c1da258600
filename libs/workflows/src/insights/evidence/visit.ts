/** All values inside a tool result, parents before children, in their order. */

export interface Visited {
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
  /** The last member of the path. */
  readonly key: string;
  readonly value: unknown;
}

/** Takes any JSON, however deep. */
export function* visit(root: unknown): Generator<Visited> {
  const open: Visited[] = [{ path: '', key: '', value: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, value] of Object.entries(next.value).reverse()) {
      const name = key.replaceAll('~', '~0').replaceAll('/', '~1');
      open.push({ path: `${next.path}/${name}`, key, value });
    }
  }
}
