/** Lists by key. */

export function append<K, V>(to: Map<K, V[]>, key: K, value: V): void {
  const known = to.get(key);
  if (known === undefined) to.set(key, [value]);
  else known.push(value);
}
