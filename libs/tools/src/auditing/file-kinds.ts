/** Files of a filing by their names: `aapl-20230930_htm.xml`, `aapl-20230930.xsd`. */

/** Instance, calculation, definition, label and presentation linkbase, schema. */
export const fileKinds = ['htm', 'cal', 'def', 'lab', 'pre', 'xsd'] as const;
export type FileKind = (typeof fileKinds)[number];

const endingOf = (kind: FileKind): string => (kind === 'xsd' ? '.xsd' : `_${kind}.xml`);

/** In the order of `names`. */
export const filesOfKind = (names: readonly string[], kind: FileKind): string[] =>
  names.filter((name) => name.endsWith(endingOf(kind)));
