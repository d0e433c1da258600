/**
 * Generated files: dumps, profiles, data sets. Files that a command can regenerate are
 * not committed.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.ts';
import { pathsBelow } from './project-files.ts';

/** The picture of a report is half as large. */
const kilobytesMax = 512;

export function checkBulk(root: string): Finding[] {
  return pathsBelow(root)
    .filter((path) => !path.endsWith('.log'))
    .map((path) => ({ path, kilobytes: Math.ceil(statSync(join(root, path)).size / 1024) }))
    .filter(({ kilobytes }) => kilobytes > kilobytesMax)
    .map(({ path, kilobytes }) => ({
      file: path,
      line: 1,
      expected: `at most ${kilobytesMax} KB`,
      found: `${kilobytes} KB`,
    }));
}
