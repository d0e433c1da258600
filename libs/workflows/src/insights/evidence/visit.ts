/** All values inside a tool result, parents before children, in their order. `path`: JSON Pointer (RFC 6901). */
export function* visit(root: unknown) {
  const open = [{ path: '', key: '', value: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, value] of Object.entries(next.value as object).reverse()) {
      const name = key.replaceAll('~', '~0').replaceAll('/', '~1');
      open.push({ path: `${next.path}/${name}`, key, value: value as unknown });
    }
  }
}
