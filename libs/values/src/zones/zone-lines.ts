/** The table of zones, unpacked on first use. */

import { unpackLines } from './packed-lines.js';
import { zoneTable } from './zone-table.js';

let lines: ReadonlyMap<string, string> | undefined;

/** The line of each zone by its name; zones with the same clocks share a line. */
export function zoneLines(): ReadonlyMap<string, string> {
  lines ??= new Map(
    unpackLines(zoneTable).flatMap((line) =>
      line
        .slice(0, line.indexOf('|'))
        .split(',')
        .map((name) => [name, line]),
    ),
  );
  return lines;
}
