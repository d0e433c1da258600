/**
 * Which of the costly tests a build takes: a part that the hash of its commit draws, so that over some commits all have
 * their turn, and a build of the same commit takes the same. Without `TAPEFOLD_DRAW`, everything is taken.
 */

import { createHash } from 'node:crypto';

const ownCommit = process.env['TAPEFOLD_DRAW'];

function numberOf(name: string, commit: string): number {
  return createHash('sha256').update(`${commit} ${name}`).digest().readUInt32BE();
}

/** Whether this build takes what has this name: one in `oneIn`, or everything if nothing is drawn. */
export function isDrawn(name: string, oneIn: number, commit = ownCommit): boolean {
  return commit === undefined || numberOf(name, commit) % oneIn === 0;
}

/** As many of these as a share of them comes to, rounded up, or all of them if nothing is drawn. */
export function drawnOf(names: readonly string[], share: number, commit = ownCommit): string[] {
  if (commit === undefined) return [...names];
  const shuffled = names.toSorted((a, b) => numberOf(a, commit) - numberOf(b, commit));
  return shuffled.slice(0, Math.ceil(names.length * share)).toSorted();
}
